// What must never be broken: values, errors, stacks, conversions, and independence of the program's own
// changes to the built-ins.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { OPERATORS, PRIMITIVES, objects } from "./harness/operands.js";
import { detached, outcome } from "./harness/runtime.js";

const ROOT = 20;
const operators = {
  ...OPERATORS,
  io: (a, b) => a instanceof b,
  in: (a, b) => a in b,
  b: (a, b) => a[b],
};

test("each operator gives the same value or error, with the same conversions in the same order", () => {
  let compared = 0;
  for (const [name, operator] of Object.entries(operators)) {
    const log = [];
    const all = [...PRIMITIVES.filter((value) => String(value).length < 100), ...objects(log), class A {}, class { static [Symbol.hasInstance]() { log.push("hasInstance"); return true; } }];
    const { probes, map, take } = detached();
    for (const saturated of [false, true]) {
      for (const a of all) {
        for (const b of all) {
          if (saturated) map.slots[ROOT] = 1;
          log.length = 0;
          const wanted = outcome(() => operator(a, b));
          const wantedLog = log.splice(0);
          const got = outcome(() => probes[name](ROOT, 21, a, b));
          assert.deepEqual(got, wanted, name);
          assert.deepEqual(log, wantedLog, `${name}: conversions`);
          take();
          compared += 1;
        }
      }
    }
  }
  assert.ok(compared > 30_000);
});

test("truthiness, ! and the logical probes return their operand itself", () => {
  const log = [];
  for (const v of [...PRIMITIVES, ...objects(log)]) {
    const { probes } = detached();
    for (const got of [
      probes.y(ROOT, 21, v), probes.and(ROOT, 21, 2, 1, 0, 0, v), probes.or(ROOT, 21, 2, 2, 0, 0, v), probes.q(ROOT, 21, v, 0),
      probes.d(ROOT, 21, v), probes.r(21, v), probes.k(ROOT, 21, 1, v), probes.andc(ROOT, 21, [() => v], [0], [0]),
    ]) assert.ok(Object.is(got, v));
    assert.equal(probes.n(ROOT, 0, v), !v);
  }
  assert.deepEqual(log, []);
});

test("errors of operators have V8's text and no frame of ours on top", () => {
  const cases = [
    ["lt", Symbol("s"), 1], ["ge", 1, Symbol("s")], ["eq", Object.create(null), 1], ["in", "a", 5], ["in", Symbol("s"), null],
    ["io", 1, 5], ["io", {}, {}], ["io", {}, undefined], ["b", null, "name"], ["b", undefined, Symbol("s")], ["b", null, {}],
  ];
  for (const saturated of [false, true]) {
    for (const [name, a, b] of cases) {
      const { probes, map } = detached();
      if (saturated) map.slots[ROOT] = 1;
      const plain = caught(() => operators[name](a, b));
      const ours = caught(() => probes[name](ROOT, 21, a, b));
      assert.equal(ours.message, plain.message);
      assert.equal(Object.getPrototypeOf(ours), Object.getPrototypeOf(plain));
      const top = ours.stack.split("\n")[1];
      if (name !== "eq") assert.match(top, /meaning\.test\.js/, `${name}: ${ours.stack}`);
    }
  }
});

function caught(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("an error of the program's own conversion is left as it is", () => {
  const { probes } = detached();
  const own = new RangeError("mine");
  own.stack = "my stack";
  const operand = { valueOf() { throw own; } };
  const error = caught(() => probes.lt(ROOT, 21, operand, 1));
  assert.equal(error, own);
  assert.equal(error.stack, "my stack");
  const strange = { get [Symbol.hasInstance]() { throw own; } };
  assert.equal(caught(() => probes.io(ROOT, 21, {}, strange)).stack, "my stack");
});

test("getters and proxies are asked as often as by the program", () => {
  let reads = 0;
  const { probes } = detached();
  const object = { get a() { reads += 1; return undefined; }, b: 1 };
  probes.b(ROOT, 21, object, "a");
  assert.equal(reads, 1);
  probes.b(ROOT, 21, object, "zzz");
  assert.equal(reads, 1);
  const key = { toString() { reads += 1; return "zzz"; } };
  probes.b(ROOT, 21, object, key);
  assert.equal(reads, 2);
});

test("the program may change every built-in after the runtime is loaded", () => {
  const folder = new URL("../../npm/nearmiss/runtime/", import.meta.url).pathname;
  const script = `
    const { install, detachedBuffer } = require(${JSON.stringify(`${folder}index.js`)});
    const { map } = install(detachedBuffer(4096));
    const write = process.stdout.write.bind(process.stdout);
    const S = String.prototype, natives = [S.includes, S.startsWith, S.endsWith, S.indexOf, S.lastIndexOf, Array.prototype.includes, Array.prototype.indexOf, Set.prototype.has, Map.prototype.has, RegExp.prototype.test];
    const set = new Set(["a"]), mapObject = new Map([["a", 1]]), regexp = /^a{3}$/i;
    const exec = RegExp.prototype.exec;
    const called = [];
    const exceptions = new Set(["constructor", "__proto__"]);
    for (const [name, object] of Object.entries({ Object, Array, String, Number, Reflect, Math, "Set.prototype": Set.prototype, "Map.prototype": Map.prototype, "RegExp.prototype": RegExp.prototype, "String.prototype": S, "Array.prototype": Array.prototype, "Function.prototype": Function.prototype, "BigInt.prototype": BigInt.prototype, "Date.prototype": Date.prototype, "Number.prototype": Number.prototype })) {
      for (const key of Object.getOwnPropertyNames(object)) {
        if (exceptions.has(key) || (name === "RegExp.prototype" && key === "exec") || ["caller", "callee", "arguments", "prototype"].includes(key) ) continue;
        const found = Object.getOwnPropertyDescriptor(object, key);
        if (!found.configurable) continue;
        if (name === "Object" && (key === "getOwnPropertyDescriptor" || key === "defineProperty" || key === "getOwnPropertyNames" || key === "entries")) continue;
        if (name === "Array.prototype" && (key === "includes" || key === "push")) continue;
        if (name === "Set.prototype" && key === "has") continue;
        if (name === "Date.prototype" && key === "valueOf") continue; // the operator itself calls it
        if (typeof found.value === "function") Object.defineProperty(object, key, { value: function () { called.push(name + "." + key); throw new Error("patched " + name + "." + key); }, configurable: true, writable: true });
      }
    }
    const broken = { value() { throw new Error("patched iterator"); }, configurable: true };
    const iterable = [S, Set.prototype, Map.prototype, Array.prototype];
    for (let i = 0; i < 4; i++) Object.defineProperty(iterable[i], Symbol.iterator, broken);
    const nm = __nm;
    nm.lt(20, 21, "_EM_1_XYZ_", "2020-01-01"); nm.lt(20, 21, "_EM_1_XYZ_", 5); nm.se(20, 21, "_EM_1_XYZ_", "abc"); nm.se(20, 21, 10n ** 400n, 1n);
    nm.eq(20, 21, "5", 7n); nm.lt(20, 21, new Date(5), new Date(1)); nm.b(20, 21, { a: 1, b: 2 }, "_EM_1_XYZ_"); nm.in(20, 21, "zz", { a: 1 });
    nm.b(20, 21, [1, 2], 7); nm.b(20, 21, new Uint8Array(3), 7); nm.andc(20, 21, [() => 1, () => 0], [0, 0], [[0, 1, 2], 0]);
    const calls = [["abc", 0, ["x"]], ["abc", 1, ["x"]], ["abc", 2, ["x"]], ["abc", 3, ["x"]], ["abc", 4, ["x", 1]], [["a"], 5, ["_EM_2_XYZ_"]], [["a"], 6, ["x"]], [set, 7, ["_EM_2_XYZ_"]], [mapObject, 8, ["x"]], [regexp, 9, ["_EM_3_XYZ_"]]];
    for (let n = 0; n < calls.length; n++) {
      const self = calls[n][0], i = calls[n][1], args = calls[n][2];
      if (args.length === 1) nm.t(20, 21, self, natives[i], args[0]); else nm.t(20, 21, self, natives[i], args[0], args[1]);
    }
    try { nm.t(20, 21, {}, undefined); } catch (error) { if (error.message !== "(intermediate value) is not a function") throw error; }
    try { nm.lt(20, 21, Symbol(), 1); } catch (error) { if (error.message !== "Cannot convert a Symbol value to a number") throw error; }
    write(called.length === 0 && map.header[11] > 100 ? "untouched" : "called " + called[0] + " facts " + map.header[11]);`;
  const run = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  assert.equal(run.stdout, "untouched", run.stderr);
});
