"use strict";
// Inputs that validators are not made for. Each is made anew for a call and writes into `log` what is read of it and run.

const T = "_EM_1_XYZ_";

/** A proxy that notes its traps. */
function noting(log, target, more = {}) {
  const handler = new Proxy(more, {
    get(own, trap) {
      if (trap in own) return own[trap];
      return (...args) => {
        log.push(`${trap} ${typeof args[1] === "symbol" || typeof args[1] === "string" ? String(args[1]) : ""}`);
        return Reflect[trap](...args);
      };
    },
  });
  return new Proxy(target, handler);
}

function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** Names that libraries and we ask for: own accessors and methods that note that they are used. */
function loaded(log, fields) {
  const object = { ...fields };
  for (const name of ["toString", "valueOf", "toJSON", "then", "parse", "safeParse", "validate", "Check", "test", "equals", "hasOwnProperty", "isValid"]) {
    object[name] = (...args) => {
      log.push(`call ${name}/${args.length}`);
      return T;
    };
  }
  // A promise would be waited for.
  delete object.then;
  Object.defineProperty(object, "constructor", { get: () => (log.push("get constructor"), Object), enumerable: true });
  Object.defineProperty(object, Symbol.toPrimitive, { value: (hint) => (log.push(`primitive ${hint}`), T) });
  Object.defineProperty(object, Symbol.toStringTag, { get: () => (log.push("get tag"), "Odd") });
  Object.defineProperty(object, Symbol.iterator, { get: () => (log.push("get iterator"), undefined) });
  return object;
}

// Without probes, whose text libraries may show, and made anew, since libraries may write on them.
const made = (text) => (0, eval)(`(${text})`);
const personClass = () => made(`class Person { #own = "${T}"; name = "${T}"; get age() { return 20; } read() { return this.#own; } }`);

/** Inputs by name, each `(log) => value`; `around(value)` has it as a field. */
exports.INPUTS = {
  __proto__: null,
  null: () => null,
  undefined: () => undefined,
  NaN: () => NaN,
  "minus zero": () => -0,
  infinity: () => -Infinity,
  true: () => true,
  symbol: () => Symbol("odd"),
  bigint: () => 2n ** 70n,
  "empty text": () => "",
  taint: () => T,
  "half a pair": () => "\ud800",
  "text with a line break": () => "a\n\u2028b",
  "long text": () => "ab".repeat(2_000),
  function: () => made("function odd() {}"),
  class: personClass,
  "boxed text": () => new String(T),
  "boxed number": () => new Number(NaN),
  "no date": () => new Date(NaN),
  expression: () => /a/gy,
  map: () => new Map([["name", T]]),
  set: () => new Set([T]),
  error: () => new RangeError("odd"),
  buffer: () => Buffer.from(T),
  "typed array": () => new Float64Array([NaN, -0]),
  "weak map": () => new WeakMap(),
  "a promise": () => Promise.resolve(T),
  arguments: () => (function () { return arguments; })(T, 1),
  instance: () => new (personClass())(),
  "instance of a subclass": () => made("class Sub extends Array {}").of(T, 1),
  "null prototype": () => ({ __proto__: null, name: T, age: 20 }),
  "prototype that is text": () => Object.create({ name: T, age: 20 }),
  frozen: () => Object.freeze({ name: T, age: Object.freeze([1]) }),
  "list that is frozen": () => Object.freeze([T]),
  "sparse list": () => [, T, , { name: T }],
  "list with fields": () => Object.assign([T], { name: T, length: 3 }),
  "list with a getter": (log) => Object.defineProperty([T, T], 1, { get: () => (log.push("get 1"), T), enumerable: true }),
  "list that ends in itself": () => {
    const list = [T];
    list.push(list);
    return list;
  },
  "own __proto__": () => JSON.parse(`{ "__proto__": { "name": "${T}" }, "constructor": { "prototype": 1 }, "age": 20 }`),
  getters: (log) => ({
    get name() {
      log.push("get name");
      return T;
    },
    get age() {
      log.push("get age");
      return 20;
    },
    get date() {
      log.push("get date");
      return T;
    },
  }),
  "a getter that throws": (log) => ({
    get name() {
      log.push("get name");
      throw new RangeError("no name");
    },
  }),
  "a getter that counts": (log) => {
    let count = 0;
    return {
      get name() {
        log.push("get name");
        count += 1;
        return count > 1 ? count : T;
      },
      age: 20,
    };
  },
  "a setter alone": () => ({ set name(value) {}, age: 20 }),
  "hidden fields": () => Object.defineProperties({}, { name: { value: T }, age: { value: 20 } }),
  cycle: () => {
    const node = { name: T, age: 20 };
    node.self = node;
    return node;
  },
  "own methods": (log) => loaded(log, { name: T, age: 20 }),
  "conversions that throw": (log) => ({
    toString() {
      log.push("toString");
      throw new TypeError("no text");
    },
    valueOf() {
      log.push("valueOf");
      return {};
    },
  }),
  "what can be waited for": (log) => ({ name: T, get then() { log.push("get then"); return undefined; } }),
  "deep": () => {
    let inner = { name: T };
    for (let i = 0; i < 300; i += 1) inner = { name: T, self: inner };
    return inner;
  },
  wide: () => Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, T])),
  proxy: (log) => noting(log, { name: T, age: 20 }),
  "proxy of a list": (log) => noting(log, [T]),
  "proxy of a function": (log) => noting(log, made("function odd() {}")),
  "proxy that throws": (log) => noting(log, { name: T }, { get() { log.push("get"); throw new RangeError("no reads"); } }),
  "proxy that hides": (log) => noting(log, { name: T }, { ownKeys() { log.push("ownKeys"); throw new RangeError("no keys"); } }),
  "proxy without a prototype": (log) => noting(log, { name: T }, { getPrototypeOf() { log.push("getPrototypeOf"); throw new RangeError("no prototype"); } }),
  "revoked proxy": () => revoked({ name: T }),
  "revoked list": () => revoked([T]),
  "instance of a proxy": (log) => Object.create(noting(log, { name: T })),
};

/** What stands around an input in an object that is valid in all else. */
exports.around = (value) => ({ name: value, age: 20, tags: [value], address: { zip: value } });
