// Every method replacement against its folder's `cases.json`: the result is the native one, misses are
// ordered as stated, tainted values are told what they should have been; and calls that are none of ours.
import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";
import { detached, load, outcome } from "./harness/runtime.js";

const { RECEIVERS } = load("replacements/index.js");
const { MISS, h } = load("truthness/levels.js");
const { functionOf } = load("replacements/builtins.js");
const { madeOf } = load("replacements/buffer/texts.js");
// Their methods are looked for once Node has loaded what they are part of.
assert.ok(Headers);
const FOLDER = new URL("../../npm/nearmiss/runtime/replacements/", import.meta.url);

const MAKE = {
  array: (value) => value,
  arrays: () => Array,
  assert: () => undefined,
  buffer: (text) => (typeof text === "string" ? textBuffer(text) : Buffer),
  buffers: () => Buffer,
  crypto: () => undefined,
  util: () => undefined,
  constructor: () => undefined,
  date: () => Date,
  form: (text) => filled(new FormData(), text),
  global: () => undefined,
  headers: (text) => filled(new Headers(), text),
  json: () => JSON,
  params: (text) => new URLSearchParams(text),
  url: () => URL,
  number: () => Number,
  object: (value) => value,
  reflect: () => Reflect,
  map: (keys) => new Map(keys.map((key) => [key, key])),
  regexp: ([source, flags]) => new RegExp(source, flags),
  set: (values) => new Set(values),
  string: (text) => text,
  typed: (values) => Int32Array.from(values),
  weakmap: (names) => new WeakMap(names.map((name) => [keyNamed(name), true])),
  weakset: (names) => new WeakSet(names.map(keyNamed)),
};

/** Puts the parameters of a text into something that has `append`. */
function filled(into, text) {
  for (const [name, value] of new URLSearchParams(text)) into.append(name, value);
  return into;
}

const KEYS = {};

/** The same object for each name. */
const keyNamed = (name) => (KEYS[name] ??= { name });

/** A buffer that the runtime has seen being made of a text. */
function textBuffer(text) {
  const buffer = Buffer.from(text);
  madeOf(buffer, text);
  return buffer;
}

/**
 * What JSON cannot say: `{ callback: text }` over the probes as `nm`, `{ regexp: [source, flags] }`, `{ undefined: true }`,
 * `{ set: values }`, `{ map: keys }`, `{ key: name }` (an object that is the same each time).
 */
function revive(value, probes) {
  if (value?.callback !== undefined) return new Function("nm", `return ${value.callback}`)(probes);
  if (value?.regexp !== undefined) return new RegExp(...value.regexp);
  if (value?.buffer !== undefined) return textBuffer(value.buffer);
  if (value?.set !== undefined) return new Set(value.set);
  if (Array.isArray(value?.map)) return MAKE.map(value.map);
  if (value?.key !== undefined) return keyNamed(value.key);
  if (value?.bigint !== undefined) return BigInt(value.bigint);
  if (value?.NaN) return NaN;
  return value?.undefined ? undefined : value;
}

const same = (result, wanted, message) => (wanted?.any ? assert.ok(result, message) : assert.deepEqual(result, revive(wanted), message));

const NOTHING = [false, null, undefined, -1];

const call = (probes, self, f, args) => probes.t(20, 21, self, f, ...args);

for (const [receiver, modules] of Object.entries(RECEIVERS)) {
  for (const module of modules) {
    const { method, receiver: stated } = module;
    const native = functionOf(module);
    // An older Node has no such methods of sets.
    if (native === undefined && receiver === "set") continue;
    assert.equal(typeof native, "function", `${receiver}.${method}`);
    // `new` is not called as the others are, and what calls another function has no cases of its own: see below.
    if (receiver === "constructor" || receiver === "function" || native === Reflect.apply || native === Reflect.construct) continue;
    const folder = new URL(`${receiver}/${method}/`, FOLDER);
    const { calls, flat = false, nearer = [], facts = [], further = [], thrown = [], wanted: compared, told = compared } = JSON.parse(fs.readFileSync(new URL("cases.json", folder), "utf8"));
    const { throws = false, away: hasAway } = module.create({});
    const make = MAKE[receiver];
    const arguments_ = (args, probes) => args.map((arg) => revive(arg, probes));

    test(`${receiver}.${method} is where its folder is`, () => {
      assert.equal(stated, receiver);
      assert.ok(calls.length >= 6);
      assert.ok(flat || [nearer, facts, further, thrown, told ?? []].some(({ length }) => length > 0));
    });

    test(`${receiver}.${method} answers what the native answers`, () => {
      const { probes, take } = detached();
      for (const [self, args, wanted, found = !NOTHING.includes(revive(wanted))] of calls) {
        const said = JSON.stringify([self, args]);
        same(Reflect.apply(native, make(self), arguments_(args, probes)), wanted, `the case itself: ${said}`);
        take();
        same(call(probes, make(self), native, arguments_(args, probes)), wanted, said);
        if (told || thrown.length > 0) {
          const taken = take();
          if (throws && hasAway) assert.ok(taken[21] === 1 && taken[22] >= MISS && taken[22] < 1, said);
          else assert.deepEqual(taken, throws ? { 21: 1, 22: MISS } : {}, said);
          continue;
        }
        const [came, other] = found ? [0, 1] : [1, 0];
        assert.equal(h[came], 1, said);
        assert.ok(h[other] > 0 && h[other] < 1, said);
        if (flat) assert.equal(h[other], MISS);
        const { 21: ifTrue, 22: ifFalse } = take();
        assert.deepEqual([ifTrue, ifFalse], [...h]);
      }
    });

    test(`${receiver}.${method} orders its misses`, () => {
      const { probes, take } = detached();
      const near = ([self, args]) => {
        call(probes, make(self), native, arguments_(args, probes));
        assert.equal(h[1], 1, `a miss: ${JSON.stringify([self, args])}`);
        return h[0];
      };
      const away = ([self, args]) => {
        take();
        call(probes, make(self), native, arguments_(args, probes));
        if (throws) return take()[22];
        assert.equal(h[0], 1, `no miss: ${JSON.stringify([self, args])}`);
        return h[1];
      };
      for (const [nearOne, farOne] of further) assert.ok(away(nearOne) > away(farOne), JSON.stringify([nearOne, farOne]));
      for (const [nearOne, farOne] of nearer) {
        const [a, b] = [near(nearOne), near(farOne)];
        assert.ok(a > b, `${JSON.stringify(nearOne)}: ${a}, ${JSON.stringify(farOne)}: ${b}`);
        assert.ok(b >= MISS);
      }
    });

    test(`${receiver}.${method} reports taint`, () => {
      for (const [self, args, kind, ...texts] of facts) {
        const runtime = detached();
        call(runtime.probes, make(self), native, arguments_(args, runtime.probes));
        const reported = runtime.facts().filter(([name]) => name === kind).map(([, , text]) => text);
        for (const text of texts) assert.ok(reported.includes(text), `${JSON.stringify([self, args])}: ${JSON.stringify(runtime.facts())}`);
      }
    });

    test(`${receiver}.${method} says what its text should have been`, { skip: !compared }, () => {
      for (const [self, args, wanted, kind, ...texts] of compared) {
        const runtime = detached();
        const result = call(runtime.probes, make(self), native, arguments_(args, runtime.probes));
        assert.equal(runtime.probes.se(30, 31, result, wanted), false);
        const reported = runtime.facts().filter(([name]) => name === kind).map(([, , text]) => text);
        for (const text of texts) assert.ok(reported.includes(text), `${JSON.stringify([self, args])}: ${JSON.stringify(runtime.facts())}`);
      }
    });

    test(`${receiver}.${method} says at once what its text should have been`, { skip: told === compared }, () => {
      for (const [self, args, kind, ...texts] of told) {
        const runtime = detached();
        call(runtime.probes, make(self), native, arguments_(args, runtime.probes));
        assert.deepEqual(runtime.facts().filter(([name]) => name === kind).map(([, , text]) => text), texts);
      }
    });

    test(`${receiver}.${method} says what a text should have been that it refuses`, { skip: thrown.length === 0 }, () => {
      for (const [self, args, kind, ...texts] of thrown) {
        const runtime = detached();
        assert.throws(() => call(runtime.probes, make(self), native, arguments_(args, runtime.probes)));
        assert.deepEqual(runtime.facts().filter(([name]) => name === kind).map(([, , text]) => text), texts);
        const { 21: completed, 22: threw } = runtime.take();
        assert.ok(!throws || (threw === 1 && completed >= MISS && completed < 1));
      }
    });

    test(`${receiver}.${method} leaves odd calls alone`, () => {
      const log = [];
      const odd = () => [
        null, undefined, 5, "abc", Symbol("s"), {}, [], new Set(["a"]), new Map([["a", 1]]), /a/g, /a/y, new String("abc"),
        { toString() { log.push("toString"); return "abc"; } },
        { length: 2, get 0() { log.push("get 0"); return "a"; }, 1: "b" },
        new (class extends Array {})(2), new (class extends Set {})(["a"]), new Proxy(["a"], {}),
        Object.defineProperty(["a", "b"], 0, { get() { log.push("element"); return "x"; } }),
      ];
      const args = [[], ["a"], [/a/], [{ toString() { log.push("argument"); return "a"; } }], ["a", { valueOf() { log.push("position"); return 1; } }], [Symbol("a")], ["a", 5n], [null, 1], ["a", 1, 2, 3]];
      // Each call on one of its own: some change what they are called on.
      for (let at = 0; at < odd().length; at += 1) {
        for (const list of args) {
          const [self, other] = [odd()[at], odd()[at]];
          const { probes } = detached();
          log.length = 0;
          const wanted = outcome(() => Reflect.apply(native, self, list));
          const wantedLog = log.splice(0);
          const wantedIndex = self instanceof RegExp ? self.lastIndex : 0;
          assert.deepEqual(outcome(() => call(probes, other, native, list)), wanted);
          assert.deepEqual(log, wantedLog, "conversions");
          if (other instanceof RegExp) assert.equal(other.lastIndex, wantedIndex);
        }
      }
    });
  }
}

test("new of a constructor that is known: the text is a date, a URL; errors are those of the program", () => {
  const runtime = detached();
  const { probes } = runtime;
  assert.ok(probes.w(20, 21, Date, "_EM_1_XYZ_") instanceof Date);
  assert.equal(probes.w(20, 21, Date, 5).getTime(), 5);
  assert.throws(() => probes.w(20, 21, URL, "_EM_2_XYZ_"), { code: "ERR_INVALID_URL" });
  assert.equal(probes.w(20, 21, URL, "x", "http://a").href, "http://a/x");
  assert.deepEqual(runtime.facts().map(([kind, id]) => [kind, id]), [["DATE", 1], ["URL", 2]]);
  assert.deepEqual(runtime.take(), { 21: 1, 22: 1 }, "one completed, one threw");
  class Own { constructor(...args) { this.args = args; this.target = new.target; } }
  const { args, target } = probes.w(20, 21, Own, 1, 2, 3);
  assert.deepEqual([args, target], [[1, 2, 3], Own]);
  runtime.register(20, [], [[1, "Date"]]);
  for (const none of [undefined, 5, () => 1, Symbol("s")]) {
    assert.throws(() => probes.w(20, 21, none, 1), (error) => {
      assert.equal(error.message, "Date is not a constructor");
      assert.match(error.stack.split("\n")[1], /replacements\.test\.js/);
      return true;
    });
  }
  assert.deepEqual(runtime.take(), {});
});

test("Reflect.construct is new, of a constructor that is known; without new it is another function", () => {
  const runtime = detached();
  const { probes } = runtime;
  const construct = (...args) => probes.t(20, 21, Reflect, Reflect.construct, ...args);
  assert.equal(construct(Date, [5]).getTime(), 5);
  assert.equal(construct(URL, ["x", "http://a"]).href, "http://a/x");
  assert.ok(construct(Date, ["_EM_1_XYZ_"]) instanceof Date);
  assert.throws(() => construct(URL, ["_EM_2_XYZ_"]), (error) => error.code === "ERR_INVALID_URL" && /internal\/url/.test(error.stack.split("\n")[1]));
  assert.deepEqual(runtime.facts().map(([kind, id]) => [kind, id]), [["DATE", 1], ["URL", 2]]);
  assert.deepEqual(runtime.take(), { 21: 1, 22: 1 }, "one completed, one threw");
  assert.ok(construct(Date, ["_EM_3_XYZ_"], Array) instanceof Array);
  assert.equal(typeof construct(Boolean, [0]), "object");
  for (const wrong of [[], [URL], [Date, 5], [5, []], [() => 1, []]]) {
    assert.deepEqual(outcome(() => construct(...wrong)), outcome(() => Reflect.construct(...wrong)));
  }
  const { call, apply } = Function.prototype;
  for (const f of [() => probes.t(20, 21, Date, call, null, "_EM_4_XYZ_"), () => probes.t(20, 21, Date, apply, null, ["_EM_4_XYZ_"]), () => probes.t(20, 21, Reflect, Reflect.apply, Date, null, ["_EM_4_XYZ_"]), () => probes.t(20, 21, {}, Date, "_EM_4_XYZ_")]) {
    assert.equal(typeof f(), "string");
  }
  // A name of a constructor that stands for something else.
  assert.equal(typeof probes.w(20, 21, Boolean, 0), "object");
  assert.deepEqual(runtime.facts(), []);
});

test("an assertion that fails has its caller on top of its stack, however it is called", () => {
  const { probes } = detached();
  const { strictEqual } = assert;
  for (let i = 0; i < 3; i += 1) {
    for (const fails of [
      () => probes.t(20, 21, assert, strictEqual, 1, 2),
      () => probes.t(20, 21, undefined, strictEqual, 1, 2, "text\n    with lines"),
      () => probes.t(20, 21, strictEqual, Function.prototype.call, null, 1, 2),
      () => probes.t(20, 21, Reflect, Reflect.apply, strictEqual, null, [1, 2]),
    ]) {
      assert.throws(fails, (error) => {
        assert.match(error.stack, /^AssertionError \[ERR_ASSERTION\]: /);
        assert.match(/^ {4}at .*/m.exec(error.stack)[0], /replacements\.test\.js/);
        assert.deepEqual(Object.getOwnPropertyDescriptor(error, "stack"), { ...Object.getOwnPropertyDescriptor(new Error(), "stack"), value: error.stack });
        return true;
      });
    }
    const own = new RangeError("own");
    assert.throws(() => probes.t(20, 21, assert, strictEqual, 1, 2, own), (error) => error === own);
  }
});

const { call: callIt, apply: applyIt, bind: bindIt } = Function.prototype;

test("a call through call, apply, bind and Reflect.apply is one of the function", () => {
  const { includes } = Array.prototype;
  const { hasOwnProperty } = Object.prototype;
  const ways = (probes) => [
    (self, f, ...args) => probes.t(20, 21, f, callIt, self, ...args),
    (self, f, ...args) => probes.t(20, 21, f, applyIt, self, args),
    (self, f, ...args) => probes.t(20, 21, Reflect, Reflect.apply, f, self, args),
    (self, f, ...args) => probes.t(20, 21, f, bindIt, self)(...args),
    (self, f, ...args) => probes.t(20, 21, f, bindIt, self, ...args)(),
    (self, f, ...args) => probes.t(20, 21, callIt, bindIt, f)(self, ...args),
  ];
  for (let way = 0; way < ways().length; way += 1) {
    const runtime = detached();
    const through = ways(runtime.probes)[way];
    assert.equal(through(["red"], includes, "_EM_1_XYZ_"), false);
    assert.deepEqual(runtime.facts(), [["CONSTANT", 1, "red"]], `way ${way}`);
    const { 21: ifTrue, 22: ifFalse } = runtime.take();
    assert.ok(ifTrue > 0 && ifTrue < 1 && ifFalse === 1);
    assert.equal(through({ red: 1 }, hasOwnProperty, "red"), true);
    assert.equal(runtime.take()[21], 1);
    assert.equal(through([1, 2], Array.prototype.some, (value) => value > 1), true);
    assert.equal(runtime.take()[21], 1);
    // Natives on what is none of theirs: the outcome counts all the same.
    assert.equal(through({ length: 1, 0: "a" }, includes, "a"), true);
    assert.equal(runtime.take()[21], 1);
    // Functions that we know nothing of.
    assert.deepEqual(through("x", function own(...args) { return [String(this), args]; }, 1, 2), ["x", [1, 2]]);
    assert.throws(() => through(null, includes, "a"), TypeError);
    assert.deepEqual(runtime.take(), {});
  }
});

test("lists of arguments are read once, and their errors are the native's", () => {
  const log = [];
  const { probes } = detached();
  const list = Object.defineProperty(["a"], 0, { get() { log.push("read"); return "a"; } });
  assert.equal(probes.t(20, 21, Array.prototype.includes, applyIt, ["a"], list), true);
  assert.equal(probes.t(20, 21, Reflect, Reflect.apply, Array.prototype.includes, ["a"], list), true);
  assert.deepEqual(log, ["read", "read"]);
  const proxy = new Proxy(["a"], { get(target, key) { log.push(key); return target[key]; } });
  log.length = 0;
  assert.equal(probes.t(20, 21, Array.prototype.includes, applyIt, ["a"], proxy), true);
  assert.deepEqual(log, ["length", "0"]);
  assert.equal(probes.t(20, 21, Array.prototype.includes, applyIt, ["a"]), false);
  for (const odd of [5, "x", Symbol("s")]) {
    const say = (f) => outcome(f);
    assert.deepEqual(say(() => probes.t(20, 21, Array.prototype.includes, applyIt, ["a"], odd)), say(() => [].includes.apply(["a"], odd)));
    assert.deepEqual(say(() => probes.t(20, 21, Reflect, Reflect.apply, Array.prototype.includes, ["a"], odd)), say(() => Reflect.apply([].includes, ["a"], odd)));
  }
  assert.throws(() => probes.t(20, 21, Reflect, Reflect.apply, Array.prototype.includes, ["a"]), { message: "CreateListFromArrayLike called on non-object" });
});

test("what is bound is what bind makes", () => {
  const { probes } = detached();
  for (const [f, args] of [[Array.prototype.includes, [["a"]]], [Object.prototype.hasOwnProperty, [{}, "a"]], [callIt, [Object.prototype.hasOwnProperty]], [Number, [null]]]) {
    const [plain, other] = [f.bind(...args), probes.t(20, 21, f, bindIt, ...args)];
    assert.deepEqual(Object.getOwnPropertyDescriptors(other), Object.getOwnPropertyDescriptors(plain));
    assert.deepEqual(Reflect.ownKeys(other), Reflect.ownKeys(plain));
    assert.equal(Object.getPrototypeOf(other), Object.getPrototypeOf(plain));
    assert.equal(String(other), String(plain));
    const made = (bound) => outcome(() => String(new bound("5")));
    assert.deepEqual(made(other), made(plain));
  }
});

test("a method of the program's own with such a name is a plain call", () => {
  const runtime = detached();
  const own = { includes(...args) { return { self: this, args }; } };
  const result = runtime.probes.t(20, 21, own, own.includes, 1, 2, 3, 4, 5, 6, 7);
  assert.equal(result.self, own);
  assert.deepEqual(result.args, [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual([...h], [1, MISS]);
  assert.deepEqual(runtime.take(), {});
  class Strings extends Array { includes() { return false; } }
  const strings = new Strings();
  assert.equal(runtime.probes.t(20, 21, strings, strings.includes, "a"), false);
  assert.deepEqual([...h], [MISS, 1]);
});

test("what is no function throws V8's own text, without a frame of ours", () => {
  const { probes, register } = detached();
  register(20, [], [[1, "o.includes"], [11, "this.items.has"]]);
  for (const [id, f, text] of [[21, undefined, "o.includes"], [31, 5, "this.items.has"]]) {
    assert.throws(() => probes.t(20, id, {}, f, 1), (error) => {
      assert.equal(Object.getPrototypeOf(error), TypeError.prototype);
      assert.equal(error.message, `${text} is not a function`);
      assert.match(error.stack.split("\n")[1], /replacements\.test\.js/);
      return true;
    });
  }
  class C {}
  assert.throws(() => probes.t(20, 21, {}, C), (error) => {
    assert.equal(error.message, "Class constructor C cannot be invoked without 'new'");
    assert.match(error.stack.split("\n")[1], /replacements\.test\.js/);
    return true;
  });
});
