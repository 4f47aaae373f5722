"use strict";
// Functions of this file called by code of other realms and the other way round.
const vm = require("node:vm");
const { frames } = require("./frames.cjs");

const context = vm.createContext({
  less(a, b) {
    return a < b && this !== undefined;
  },
  pick(list, key) {
    return list[key] ?? "nothing";
  },
  fail() {
    return null < 1 && (undefined).x;
  },
});
const run = (text) => vm.runInContext(text, context, { filename: "inside.js" });
const attempt = (f) => {
  try {
    return f();
  } catch (error) {
    return [error.name, error.message, error instanceof TypeError, frames(error)];
  }
};

const foreign = run("({ list: [1, , 3], map: new Map([[1, 2]]), error: new TypeError('theirs'), re: /a+/g, f: function (x) { return x > 1 } })");
const log = [
  run("less(1, 2)"),
  run("less({ valueOf() { return 1 } }, 2n)"),
  run("pick([1, 2], '1')"),
  run("pick(new Proxy({}, { get: (t, k) => 'trap ' + String(k) }), 'key')"),
  attempt(() => run("fail()")),
  attempt(() => run("less(Symbol(), 1)")),
  foreign.list[1] === undefined && 1 in foreign.list === false,
  foreign.list instanceof Array,
  foreign.map.has(1) && !foreign.map.has(2),
  foreign.error instanceof TypeError || foreign.error instanceof Error,
  foreign.re.test("caat") ? foreign.re.lastIndex : -1,
  foreign.list.includes(3) && foreign.list.indexOf(2),
  foreign.f(2) ? "more" : "less",
  vm.runInThisContext("(x) => x < 3")(2),
  attempt(() => foreign.f.call(null, Symbol())),
  vm.runInThisContext("typeof __nm === 'number'"),
  Object.keys(globalThis).includes("__nm"),
];
console.log(JSON.stringify(log, (_, value) => (typeof value === "bigint" ? `${value}n` : value)));
