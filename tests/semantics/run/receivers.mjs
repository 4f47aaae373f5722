// What calls of replaced methods are made on and with: odd lists, collections, expressions, bytes, callbacks, requests. All of
// them tell what is done to them, and their state at the end is logged.
import { HELD, REGISTERED } from "../programs/registry.mjs";
import { $f, keep, note } from "./log.mjs";
import { show } from "./show.mjs";

/** A function that tells of each call; `give` is its answer, or makes it. */
const told = (name, give) =>
  function (...values) {
    note(`${name}(${values.map((one) => show(one, 2)).join()}) ${show(this === globalThis ? undefined : this, 2)}`);
    return typeof give === "function" ? Reflect.apply(give, this, values) : give;
  };

const noted = (object, key, give) =>
  Object.defineProperty(object, key, { configurable: true, enumerable: true, get() { note(`get ${String(key)}`); return give; } });

const TRAPS = ["apply", "construct", "defineProperty", "deleteProperty", "get", "getOwnPropertyDescriptor", "getPrototypeOf", "has", "isExtensible", "ownKeys", "set"];

/** A proxy that tells of each trap. */
function watched(target) {
  const handler = {};
  for (const trap of TRAPS) {
    handler[trap] = (object, ...rest) => {
      note(`trap ${trap} ${rest.filter((part) => typeof part === "string" || typeof part === "symbol").map(String).join()}`);
      return Reflect[trap](object, ...rest);
    };
  }
  return new Proxy(target, handler);
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

const METHODS = [...new Set(REGISTERED.map(({ method }) => method))];

/** Methods of its own, named like all that are replaced. */
const ownMethods = (k) => Object.assign({ a: k }, Object.fromEntries(METHODS.map((name) => [name, told(`own ${name}`, k)])));

class OwnArray extends Array {
  static get [Symbol.species]() { note("species"); return Array; }
  includes(value) { note("own includes"); return super.includes(value); }
}

class OwnText extends String {
  indexOf(part) { note("own indexOf"); return super.indexOf(part); }
  toString() { note("own toString"); return super.toString(); }
}

/** Odd receivers: lists, texts in objects, objects with methods of their own. */
const ODD = [
  () => ownMethods(1), () => ownMethods(0), () => [, "a", , "_EM_3_XYZ_", , undefined], () => OwnArray.from(["a", "b", "_EM_3_XYZ_"]),
  () => Object.assign(["a", 1], { find: told("own find", "a"), at: told("own at") }), () => watched(["a", 1, "_EM_3_XYZ_"]), () => watched({ a: 1, abc: "b" }),
  () => noted({ length: { valueOf() { note("length valueOf"); return 2; } }, 1: "a" }, 0, "b"), () => Object.assign(new String("abc"), { extra: 1 }),
  () => new OwnText("a_EM_3_XYZ_"), () => noted(Object.assign(Object.create(null), { abc: undefined }), "a", 1), () => Object.freeze(["a", "abc"]),
  () => noted(["a", "b"], 0, "abc"), () => Object.setPrototypeOf([, "b"], noted(Object.create(Array.prototype), 0, "a")), revoked,
  () => ({ toString: told("toString", "_EM_3_XYZ_") }), () => (function () { return arguments; })("a", 1), () => Object.assign([], { length: 40, 39: "a" }),
  () => Object.assign(told("own function", 1), { call: told("own call", 2), apply: told("own apply", 3), a: 1 }), () => watched(told("of proxy", true)),
  () => ({ [Symbol.match]: told("match", 0), [Symbol.search]: told("search", 1), [Symbol.split]: told("split", null), [Symbol.replace]: told("replace"), [Symbol.matchAll]: told("matchAll", []) }),
  () => Object(5n), () => Symbol.iterator, () => ({ a: 1, b: { c: ["_EM_3_XYZ_", 2] } }),
];

class OwnExpression extends RegExp {
  exec(text) { note(`own exec ${show(text)}`); return super.exec(text); }
  get flags() { note("own flags"); return super.flags; }
  static get [Symbol.species]() { note("species"); return RegExp; }
}

const EXPRESSIONS = [
  () => Object.assign(/b/g, { lastIndex: 1 }), () => Object.assign(/[ab]/y, { lastIndex: 1 }), () => Object.assign(/,|a/gy, { lastIndex: 1 }), () => /^_EM_\d+_XYZ_$/,
  () => new OwnExpression("b+", "g"), () => Object.assign(/a/, { exec: told("own exec", null) }), () => Object.assign(/a/g, { lastIndex: { valueOf() { note("lastIndex valueOf"); return 1; } } }),
  () => Object.defineProperty(/a/g, "lastIndex", { value: 5, writable: false }), () => noted(/a/, "flags", "g"), () => watched(/a/g), () => /^(?<n>x)[0-9]{3}$/iu,
  () => Object.assign(/a/, { exec: told("odd exec", () => noted({ index: 0, 0: "a", length: 1 }, "groups", undefined)) }), () => Object.assign(/a/g, { [Symbol.match]: false, [Symbol.split]: undefined }),
];

class OwnSet extends Set {
  has(key) { note("own has"); return super.has(key); }
  get size() { note("own size"); return 0; }
  *[Symbol.iterator]() { note("own iterator"); }
}

class OwnMap extends Map {
  get(key) { note(`own get ${show(key)}`); return super.get(key); }
  keys() { note("own keys"); return super.keys(); }
}

const COLLECTIONS = [
  () => new Set(["a", "abc", "_EM_3_XYZ_", NaN]), () => new Map([["a", 1], ["_EM_3_XYZ_", 2], [NaN, 3], ["abc", undefined]]), () => new OwnSet(["a", "b"]), () => new OwnMap([["a", 1]]),
  () => watched(new Set(["a"])), () => noted({ has: told("has", () => noted({}, "a", 1)), keys: told("keys", () => ["a", "q"].values()) }, "size", 2), () => new Set([1, 2, 0x4e4d0003]),
  () => Object.assign(new Map([["a", { b: 1 }]]), { get: told("own get"), has: told("own has", true) }), () => new Set(), () => new Map([["nmExtraParam123", "x"], ["page", "2"]]),
];

class OwnParams extends URLSearchParams {
  keys() { note("own keys"); return super.keys(); }
}

class OwnHeaders extends Headers {
  *[Symbol.iterator]() { note("own iterator"); }
  keys() { note("own keys"); return super.keys(); }
}

function form(made) {
  made.append("a", "1");
  made.append("_EM_3_XYZ_", "2");
  return made;
}

const HOLDING = [
  () => new URLSearchParams("a=1&b=_EM_3_XYZ_&a=3"), () => new OwnParams("a=1"), () => new Headers([["a", "1"], ["x-key", "_EM_3_XYZ_"], ["Set-Cookie", "b=c"]]), () => new OwnHeaders({ a: "1" }),
  () => form(new FormData()), () => form(new (class extends FormData { keys() { note("own keys"); return super.keys(); } })()), () => noted(Object.create(FormData.prototype), "state", []), () => watched(new Headers({ a: "1" })),
  () => new URL("http://a.b/c?d=e").searchParams, () => new WeakMap([[$K, 1]]), () => new WeakSet([$K]), () => new (class extends WeakMap { has(key) { note("own has"); return super.has(key); } })([[$K, undefined]]),
];

/** A key that a WeakMap and a WeakSet of the world hold. */
const $K = Object.freeze({ key: 1 });

class OwnBytes extends Uint8Array {
  includes(value) { note("own includes"); return super.includes(value); }
}

const BYTES = [
  () => Buffer.from("abc"), () => Buffer.from("_EM_3_XYZ_"), () => Buffer.from("abd"), () => new Uint8Array([97, 98, 99]), () => new Float64Array([1, NaN, 0x4e4d0003]),
  () => new OwnBytes([1, 2]), () => Object.assign(Buffer.from("a"), { equals: told("own equals", true) }), () => watched(new Uint8Array([1])), () => new BigInt64Array([1n, 2n]),
  () => new Uint8Array([97, 98]).buffer,
];

function twice(list, i) {
  if (Array.isArray(list) && i < 8) list.push("z");
}

/** Callbacks that can be told apart by what they do besides answering. */
const CALLBACKS = [
  () => told("accepts a", (value) => value === "a"), () => told("refuses", false), () => { let at = 0; return told("throws", () => { if ((at += 1) === 2) throw new RangeError("of the callback"); return false; }); },
  () => told("empties", (value, i, list) => { if (Array.isArray(list)) list.length = 0; return value === 1; }), () => told("pushes", (value, i, list) => twice(list, i)),
  () => told("answers", () => noted({ valueOf: told("valueOf", 0) }, "a", 1)), () => told("replaces", (found) => `<${show(found)}>`), () => class Refuses {}, () => told("bound", true).bind($K, "first"),
  () => async () => false, () => Boolean, () => told("calls again", (value, i, list) => (Array.isArray(list) && i === 0 && $f() ? list.some(() => true) : value === "_EM_3_XYZ_")), () => watched(() => true),
];

class Message {
  get(name) { note(`request get ${show(name)}`); return this.headers[name]; }
}
Object.freeze(Message.prototype);

function request(k) {
  const made = Object.assign(new Message(), {
    url: "/items?a=1&page=_EM_7_XYZ_", method: "GET", query: { a: "1", page: "_EM_7_XYZ_" }, headers: { "x-key": "_EM_8_XYZ_", "x-nm-extra-header-123": "1" },
    body: { a: k, b: "_EM_9_XYZ_", l: [{ a: 1 }, { a: "_EM_3_XYZ_" }], o: { b: 2 }, nmExtraField123: 1 }, cookies: { a: "b" },
  });
  if (k === 1) noted(made, "body", { a: "of a getter" });
  if (k === 2) made.body = watched(made.body);
  if (k === 3) made.query = noted(Object.create(null), "a", "1");
  if (k === 4) return { req: made, request: made, body: made.body, query: made.query };
  return made;
}

/** A request as the hook tells the runtime of one. */
export const someRequest = () => request(0);

const from = (makers) => (k) => keep(makers[k % makers.length]());

export const RECEIVERS_OF_CALLS = {
  ...HELD,
  $K,
  $k: from(ODD),
  $e: from(EXPRESSIONS),
  $c: from(COLLECTIONS),
  $h: from(HOLDING),
  $b: from(BYTES),
  $x: (k) => CALLBACKS[k % CALLBACKS.length](),
  $q: (k) => keep(request(k)),
};

/** How many there are of each, for the generator. */
export const COUNTS = { $k: ODD.length, $e: EXPRESSIONS.length, $c: COLLECTIONS.length, $h: HOLDING.length, $b: BYTES.length, $x: CALLBACKS.length, $q: 5 };

// A program must not leave anything on what all programs share.
for (const { native } of REGISTERED) if (native !== undefined) Object.freeze(native);
