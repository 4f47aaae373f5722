"use strict";
// Lines of `err.stack` in every kind of function, and through callbacks and awaits.
const { frames } = require("./frames.cjs");
const log = [];
const note = (name, f) => {
  try {
    f();
  } catch (error) {
    log.push([name, error.name, error.message, frames(error)]);
  }
};

function plain(x) {
  if (x > 1 && x !== 5) {
    throw new Error("plain");
  }
  return (
    x < 1 ||
    missing.y
  );
}
class Base {
  static #count = 0;
  field = plain(this.constructor.start);
  constructor(x) {
    this.x = x > 0 ? x : Base.#fail(x);
  }
  static #fail(x) {
    throw new RangeError(`not ${x}`);
  }
  get bad() {
    return this.x
      .y
      .z;
  }
  static {
    this.start = 0;
  }
}
class Derived extends Base {
  method() {
    return [1, 2].map((n) =>
      n > 1 ? plain(n) : n,
    );
  }
}
note("call", () => plain(2));
note("reference", () => plain(1));
note("constructor", () => new Derived(-1));
note("getter", () => new Derived(1).bad);
note("callback", () => new Derived(1).method());
note("not a function", () => {
  const o = {};
  o
    .a();
});
note("operator", () =>
  Symbol() <
  1);
note("in", () => "a" in
  1);
note("instanceof", () => ({}) instanceof
  3);
note("generator", () => [...(function* () {
  yield 1;
  yield plain(7);
})()]);
note("destructuring", () => {
  const {
    a: { b },
  } = {};
});
note("switch", () => {
  switch (plain(0)) {
    case plain(3):
  }
});
(async () => {
  const later = async (x) => {
    await null;
    if (x > 0 && (await x) > 1) throw new Error("later");
    return x;
  };
  try {
    await later(1);
    await later(2);
  } catch (error) {
    log.push(["await", error.message, frames(error)]);
  }
  for (const line of log) console.log(JSON.stringify(line));
  console.log(Error.stackTraceLimit);
})();
