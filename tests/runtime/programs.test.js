// Programs that mean the same with and without probes where the runtime looks at what they call, compare and read, and where
// its looks must cost no more than the program's own work. Work is counted, not timed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { both } from "./harness/program.js";

/** Runs a program both ways; answers what it printed, and the work of the runtime. */
async function same(text, options) {
  const [plain, instrumented] = await both(text, options);
  assert.equal(instrumented.printed, plain.printed);
  assert.doesNotMatch(plain.printed, /^ended: /m);
  return { printed: plain.printed.trim().split("\n"), work: instrumented.work };
}

/** What a call answers or throws, on one line. */
const TRY = `const attempt = (run) => { try { console.log(run()); } catch (error) { console.log(error.constructor.name, error.message); } };\n`;

test("a function whose text begins like that of a class is none", async () => {
  const { printed } = await same(`
    const frozen = { find: className => { throw Object.freeze(new Error("boom")); } };
    const own = { find: classes => { const error = new Error("own"); error.stack = "mine"; throw error; } };
    const method = { class() { throw new Error("method"); }, find: (list) => list.map(([x]) => x.y.z) };
    class Refuses {}
    const refused = { find: Refuses };
    for (const run of [() => frozen.find(), () => own.find(), () => method.class(), () => refused.find()]) {
      try { run(); } catch (error) { console.log(error.constructor.name, error.message, error.stack.split("\\n")[0]); }
    }
    const inner = { find: classList => { inside(); } };
    function inside() { throw new Error("deep"); }
    try { inner.find(); } catch (error) { console.log(/inside/.test(error.stack)); }
  `);
  assert.deepEqual(printed, [
    "Error boom Error: boom", "Error own mine", "Error method Error: method",
    "TypeError Class constructor Refuses cannot be invoked without 'new' TypeError: Class constructor Refuses cannot be invoked without 'new'",
    "true",
  ]);
});

test("no expression of ours is compiled where the stack ends", async () => {
  const { printed } = await same(`
    const list = [];
    for (let i = 0; i < 20000; i++) {
      const expression = new RegExp("^item" + i + "[a-z]+(x|y){2,9}$");
      for (let n = 0; n < 3; n++) expression.test("item" + i + "abcxx");
      list.push(expression);
    }
    function deeper(n) { if (list[n].test("item" + n + "q")) return 1; return deeper(n + 1); }
    try { deeper(0); } catch (error) { console.log(error.constructor.name); }
  `);
  assert.deepEqual(printed, ["RangeError"]);
});

test("keys that are indexes of many values are never listed", async () => {
  const { printed, work } = await same(
    `
    const { isDeepStrictEqual } = require("node:util");
    const assert = require("node:assert");
    const size = (data) => { const { length } = data; const n = data.length; return n + length; };
    const bytes = Buffer.alloc(1 << 20);
    const list = new Array(200000).fill(7);
    const text = new String("x".repeat(200000));
    for (const data of [bytes, list, new Float64Array(100000), text]) console.log(size(data), Object.hasOwn(data, "toJSON"), data.hasOwnProperty("a"), "b" in data, data["c"]);
    console.log(isDeepStrictEqual(bytes, Buffer.alloc(1 << 20, 1)), isDeepStrictEqual(list, new Array(200000).fill(8)));
    console.log(isDeepStrictEqual(text, new String("y".repeat(200000))), isDeepStrictEqual("_EM_1_XYZ_", bytes), isDeepStrictEqual({ bytes }, { bytes: list }));
    try { assert.deepEqual({ bytes }, { bytes: Buffer.alloc(1 << 20, 2) }); } catch (error) { console.log(error.name); }
    console.log(JSON.parse('{"a":[1,2]}').a.length);
    `,
    { count: ["keys"] },
  );
  assert.equal(printed.length, 8);
  assert.ok(work.keys < 1000, `${work.keys}`);
});

test("a program may ask for the keys of what no array can hold", async () => {
  const { printed } = await same(`console.log(Object.hasOwn(Buffer.alloc(2 ** 27), "toJSON"));`);
  assert.deepEqual(printed, ["false"]);
});

test("what a module has not defined yet is not read for us, nor of what stands before it", async () => {
  const { printed } = await same(
    `
    import * as self from "./program.mjs";
    export const ready = 1;
    const read = (object) => { const v = object.ready; return v; };
    const part = ({ inner }) => { const { body } = inner; const v = inner.body; return v === body; };
    console.log(read(self), read(Object.create(self)), part({ inner: Object.create(self) }));
    const { body } = { body: self };
    console.log(read(body), "nope" in self, Object.hasOwn(self, "nope"), self["no" + "pe"]);
    export const headers = 2, page = "1", raw = 3, req = 4;
    `,
    { module: "esm" },
  );
  assert.deepEqual(printed, ["1 1 true", "1 false false undefined"]);
});

test("what only looks like the parameters of a query is read as it is", async () => {
  const { printed } = await same(`
    const read = (object) => { const v = object.page; return v; };
    console.log(read(Object.create(URLSearchParams.prototype)), read(new URLSearchParams("page=1")), read({ page: "1" }), read(null ?? {}));
  `);
  assert.deepEqual(printed, ["undefined undefined 1 undefined"]);
});

test("a function that the program puts in the place of one of Node's is the program's", async () => {
  const { printed } = await same(`
    const assert = require("node:assert");
    const crypto = require("node:crypto");
    const util = require("node:util");
    Buffer.from = function from(text) { return "mock " + text; };
    console.log(Buffer.from("abc"));
    let asked = 0;
    for (const [module, name] of [[assert, "match"], [assert, "equal"], [crypto, "timingSafeEqual"], [util, "isDeepStrictEqual"], [Buffer, "compare"]]) {
      Object.defineProperty(module, name, { configurable: true, get() { asked += 1; throw new Error("asked for " + name); } });
    }
    const own = { match: (x) => x + 1, equal: (x) => x, timingSafeEqual: () => 3, isDeepStrictEqual: () => 4, compare: () => 5 };
    console.log(own.match(1), own.equal(2), own.timingSafeEqual(1), own.isDeepStrictEqual(1), own.compare(1), asked);
    Object.defineProperty(Buffer.prototype, "equals", { configurable: true, value: function equals() { return { is: "mock" }; } });
    console.log(Buffer.alloc(1).equals(1).is);
  `);
  assert.deepEqual(printed, ["mock abc", "2 2 3 4 5 0", "mock"]);
});

test("a text of many inputs is compared like any other", async () => {
  const { printed } = await same(`
    const many = "_EM_1_XYZ_,".repeat(700);
    console.log(many === ",".repeat(700), "_EM_1_XYZ_,".repeat(30000) === ",".repeat(30000), many.includes(",,".repeat(300)));
  `);
  assert.deepEqual(printed, ["false false false"]);
});

test("two long texts that are taken apart side by side are searched once each", async () => {
  const { printed, work } = await same(
    `
    const differ = (a, b) => { let all = 0; for (let i = 0; i < a.length; i += 1) all |= a.charCodeAt(i) ^ b.charCodeAt(i); return all; };
    for (const length of [5000, 200000]) console.log(differ("a_".repeat(length / 2), "a_".repeat(length / 2 - 1) + "bb"));
    `,
    { count: ["searched"] },
  );
  assert.deepEqual(printed, ["63", "63"]);
  assert.ok(work.searched < 100_000, `${work.searched}`);
});

test("a long expression is not read again and again, and no digits are made of a huge number", async () => {
  const { printed, work } = await same(
    `
    const words = new RegExp("^(" + Array.from({ length: 20000 }, (_, i) => "word" + i).join("|") + ")$", "i");
    let misses = 0;
    for (let i = 0; i < 50; i += 1) if (!words.test("none" + i)) misses += 1;
    if (!words.test("_EM_1_XYZ_")) misses += 1;
    console.log(misses);
    const huge = 1n << 100000n;
    console.log(huge === 0n, huge === 0x4e4d0001n, huge == "_EM_1_XYZ_", huge < 5n, huge === 1n << 100n);
    `,
    { count: ["units", "digits"] },
  );
  assert.deepEqual(printed, ["51", "false false false false false"]);
  assert.ok(work.units < 50_000, `${work.units} units`);
  assert.ok(work.digits < 1000, `${work.digits} digits`);
});

test("what cannot be called is named as the program names it, however it is called", async () => {
  const { printed } = await same(`${TRY}
    const call = Function.prototype.call.bind(5);
    attempt(() => call(1));
    const apply = Function.prototype.apply.bind({});
    attempt(() => apply(null, []));
    const callOfCall = Function.prototype.call.bind(Function.prototype.call, 5);
    attempt(() => callOfCall(1));
    const applyOfCall = Function.prototype.apply.bind(Function.prototype.call);
    attempt(() => applyOfCall(5, []));
    attempt(() => Function.prototype.call.call(5));
    attempt(() => Function.prototype.call.apply(5, []));
    attempt(() => Function.prototype.call.apply(5, 1));
    attempt(() => Function.prototype.apply.call(5));
    attempt(() => Reflect.apply(Function.prototype.call, 5, []));
    attempt(() => Reflect.apply(5, 5, []));
    attempt(() => Function.prototype.bind.bind(5)());
    attempt(() => Function.prototype.call.bind(Object.prototype.hasOwnProperty)({ a: 1 }, "a"));
    attempt(() => Function.prototype.call.call(class A {}, 1));
    attempt(() => Function.prototype.call.apply(Function.prototype.call, new Uint8Array(2)));
    attempt(() => Function.prototype.call.apply(Function.prototype.call, { get length() { return 2; }, 0: 5 }));
    attempt(() => Reflect.apply(Function.prototype.call, Function.prototype.call, new Float64Array(3)));
  `);
  assert.equal(printed[0], "TypeError call is not a function");
  assert.ok(!printed.join().includes("reflectApply"));
});

test("callbacks that come to no function are named as the engine names them, which calls them itself", async () => {
  const { printed } = await same(`${TRY}
    for (const self of [true, 5, {}, "x", null, undefined, 7n, Function.prototype.call]) {
      attempt(() => ["a", 1].some(Function.prototype.call.bind(self)));
      attempt(() => ["a", 1].find(Function.prototype.call.bind(self)));
      attempt(() => ["a", 1].filter(Function.prototype.apply.bind(self)));
      attempt(() => new Set([1]).forEach(Function.prototype.call.bind(self)));
      attempt(() => [3, 1].sort(Function.prototype.call.bind(self)));
    }
    attempt(() => ["a", 1].some(Function.prototype.call.bind((x) => x === 1)));
    attempt(() => ["a", 1].some(Function.prototype.call.bind(() => { throw new TypeError("own"); })));
  `);
  assert.equal(printed[0], "TypeError boolean true is not a function");
  assert.ok(!printed.join().includes("reflectApply"));
});

test("nothing is kept of names that the program makes", async () => {
  const { printed } = await same(`
    const { isDeepStrictEqual } = require("node:util");
    const used = () => { gc(); gc(); return process.memoryUsage().heapUsed / 2 ** 20; };
    const compare = (from, to) => { for (let i = from; i < to; i += 1) isDeepStrictEqual("_EM_5_XYZ_", { ["k" + i]: null }); };
    compare(0, 20000);
    const before = used();
    compare(20000, 120000);
    console.log(used() - before < 20);
  `);
  assert.deepEqual(printed, ["true"]);
});

test("new asks nothing of what it is called on but what it is called for", async () => {
  const { printed } = await same(`${TRY}
    const log = [];
    function construct(URL) { attempt(() => typeof new URL("x")); }
    const bound = function () {}.bind();
    Object.defineProperty(bound, "prototype", { get() { log.push("prototype"); return {}; } });
    construct(bound);
    construct(new Proxy(class {}, { get(target, key) { log.push(String(key)); return target[key]; }, construct() { log.push("construct"); return {}; } }));
    construct(new Proxy(() => 1, { get() { log.push("arrow"); } }));
    const { proxy, revoke } = Proxy.revocable(function () {}, {});
    revoke();
    construct(proxy);
    construct({});
    construct(() => 1);
    construct(class { constructor() { throw new TypeError("its own"); } });
    console.log(log.join());
  `);
  assert.deepEqual(printed, [
    "object", "object", "TypeError URL is not a constructor", "TypeError Cannot perform 'construct' on a proxy that has been revoked",
    "TypeError URL is not a constructor", "TypeError URL is not a constructor", "TypeError its own", "construct",
  ]);
});

test("what the program gives all lists and objects is not asked for calls of ours", async () => {
  const { printed } = await same(`
    let m;
    Object.defineProperty(Array.prototype, 0, { set(v) {}, configurable: true });
    try { m = "abc".includes("b"); } finally { delete Array.prototype[0]; }
    console.log(m);
    const log = [];
    Object.defineProperty(Array.prototype, 3, { get() { log.push("read"); }, set() {}, configurable: true });
    try { ({ includes() { throw 1; } }).includes("x"); } catch { }
    delete Array.prototype[3];
    Object.prototype.get = () => "polluted";
    const f = "abc".includes.bind("abc");
    console.log(f("a"), f("x"), log.length);
    delete Object.prototype.get;
  `);
  assert.deepEqual(printed, ["true", "true false 0"]);
});
