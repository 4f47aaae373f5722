// Receivers and arguments that a replacement must leave as they are: each is made for one world and tells it all that is
// done to it. `[name, make(world)]`.

const TRAPS = [
  "apply", "construct", "defineProperty", "deleteProperty", "get", "getOwnPropertyDescriptor", "getPrototypeOf", "has",
  "isExtensible", "ownKeys", "preventExtensions", "set", "setPrototypeOf",
];

/** A proxy that notes each of its traps. */
function watched(world, name, target) {
  const handler = {};
  for (const trap of TRAPS) {
    handler[trap] = (object, ...rest) => {
      const keys = rest.filter((part) => typeof part === "string" || typeof part === "symbol").map(String);
      world.note(`${name} ${trap} ${keys.join()}`);
      return Reflect[trap](object, ...rest);
    };
  }
  return world.named(name, new Proxy(world.named(`target of ${name}`, target), handler));
}

function revoked() {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}

/** A property that notes each read of it, with what it gives. */
const noted = (world, name, object, key, give) =>
  Object.defineProperty(object, key, {
    configurable: true,
    enumerable: true,
    get() {
      world.note(`get ${name}.${String(key)}`);
      return give;
    },
  });

/** A method that notes each call of it. */
const told = (world, name, give) =>
  function (...args) {
    world.note(`${name}(${args.map((arg) => world.show(arg)).join()}) on ${world.show(this)}`);
    return typeof give === "function" ? give.apply(this, args) : give;
  };

function filled(form) {
  form.append("a", "1");
  form.append("abc", "2");
  return form;
}

const primitives = [
  null, undefined, true, false, 0, -0, 1, -1, 2.5, NaN, Infinity, -Infinity, 2 ** 53, 5n, "", "a", "b", "abc", "ABC", " a ", "a,b,a",
  "12", "0x1f", "%41", "%", "YWJj", "2020-01-01", "http://a/b", "_EM_1_XYZ_", "x_EM_2_XYZ_y", "_em_1_xyz_", "\ud800", "a\udc00b", "\u{1f600}", "toString", "length", "__proto__",
].map((value) => [typeof value === "string" ? JSON.stringify(value) : Object.is(value, -0) ? "-0" : typeof value === "bigint" ? `${value}n` : String(value), () => value]);

const symbol = Symbol("odd");
const long = "ab".repeat(50_000);

const converted = [
  ["a symbol", () => symbol],
  ["Symbol.iterator", () => Symbol.iterator],
  ["a long string", () => long],
  ["toString", (w) => w.named("toString", { toString: told(w, "toString", "a") })],
  ["valueOf", (w) => w.named("valueOf", { valueOf: told(w, "valueOf", 1), toString: told(w, "its toString", "a") })],
  ["toPrimitive", (w) => w.named("toPrimitive", { [Symbol.toPrimitive]: told(w, "toPrimitive", (hint) => (hint === "number" ? 1 : "abc")) })],
  ["toPrimitive to a symbol", (w) => w.named("to a symbol", { [Symbol.toPrimitive]: told(w, "toPrimitive", symbol) })],
  ["toString to a taint", (w) => w.named("to a taint", { toString: told(w, "toString", "_EM_3_XYZ_") })],
  ["throws when converted", (w) => w.named("throws", { toString: told(w, "toString", () => { throw new RangeError("no text"); }) })],
  ["cannot be converted", (w) => w.named("no text", { toString: told(w, "toString", {}), valueOf: told(w, "valueOf", {}) })],
  ["a boxed string", (w) => w.named("boxed", Object.assign(new String("abc"), { extra: 1 }))],
  ["a boxed number", (w) => w.named("boxed number", Object(1))],
  ["no prototype", (w) => w.named("bare", Object.assign(Object.create(null), { a: 1, abc: undefined }))],
  ["a date", (w) => w.named("date", new Date(0))],
  ["an invalid date", (w) => w.named("invalid date", new Date(NaN))],
];

const collections = [
  ["[]", (w) => w.named("empty", [])],
  ["an array", (w) => w.named("array", ["a", "b", 1, NaN, null, undefined, -0, "abc"])],
  ["a sparse array", (w) => w.named("sparse", [, "a", , undefined, "b", ,])], // eslint-disable-line no-sparse-arrays
  ["a long sparse array", (w) => w.named("long sparse", Object.assign([], { length: 300, 299: "a" }))],
  ["an array with a getter", (w) => noted(w, "elements", w.named("elements", ["a", "b", "c"]), 0, "x")],
  ["an array that inherits", (w) => w.named("inherits", Object.setPrototypeOf([, "b"], noted(w, "inherited", w.named("inherited", Object.create(Array.prototype)), 0, "a")))], // eslint-disable-line no-sparse-arrays
  ["a frozen array", (w) => w.named("frozen", Object.freeze(["a", "b"]))],
  ["a subclass of Array", (w) => {
    class Own extends Array {
      static get [Symbol.species]() { w.note("species"); return Array; }
      get extra() { w.note("extra"); return 1; }
    }
    return w.named("Own", Own.from(["a", "b", "abc"]));
  }],
  ["an array with methods of its own", (w) => w.named("own methods", Object.assign(["a", "b"], { includes: told(w, "includes", true), find: told(w, "find"), length: 2, constructor: told(w, "constructor") }))],
  ["an array of odd things", (w) => w.named("odd things", [w.named("inner", { valueOf: told(w, "inner valueOf", 1) }), symbol, 5n, "_EM_4_XYZ_"])],
  ["arguments", (w) => w.named("arguments", (function () { return arguments; })("a", "b"))],
  ["array-like", (w) => noted(w, "like", w.named("like", { length: 2, 1: "b" }), 0, "a")],
  ["a length that is converted", (w) => w.named("like", { length: w.named("the length", { valueOf: told(w, "length valueOf", 2) }), 0: "a", 1: "b" })],
  ["bytes", (w) => w.named("bytes", new Uint8Array([97, 98]))],
  ["a buffer", (w) => w.named("buffer", Buffer.from("abc"))],
  ["another buffer", (w) => w.named("other buffer", Buffer.from("abd"))],
  ["doubles", (w) => w.named("doubles", new Float64Array([1, NaN]))],
  ["an array buffer", (w) => w.named("array buffer", new Uint8Array([97, 98]).buffer)],
  ["a set", (w) => w.named("set", new Set(["a", "b", NaN]))],
  ["a subclass of Set", (w) => {
    class Own extends Set {
      has(key) { w.note("own has"); return super.has(key); }
      get size() { w.note("own size"); return 0; }
      *[Symbol.iterator]() { w.note("own iterator"); }
    }
    return w.named("Own", new Own(["a"]));
  }],
  ["a map", (w) => w.named("map", new Map([["a", 1], [NaN, 2], ["abc", undefined]]))],
  ["a map with methods of its own", (w) => noted(w, "own map", w.named("own map", Object.assign(new Map([["a", 1]]), { get: told(w, "get"), keys: told(w, "keys", []) })), "size", 5)],
  ["a weak map", (w) => w.named("weak map", new WeakMap())],
  ["a weak map of its own kind", (w) => w.named("own weak map", new (class extends WeakMap { has(key) { w.note("own has"); return super.has(key); } })())],
  ["a weak set", (w) => w.named("weak set", new WeakSet())],
  ["like a set", (w) => w.named("like a set", { size: w.named("its size", { valueOf: told(w, "size valueOf", 2) }), has: told(w, "has", () => w.named("had", {})), keys: told(w, "keys", () => ["a", "q"].values()) })],
  ["like a set, but odd", (w) => noted(w, "odd set", noted(w, "odd set", { keys: told(w, "keys", 5) }, "size", 1), "has", () => { throw new RangeError("has nothing"); })],
  ["parameters", (w) => w.named("parameters", new URLSearchParams("a=1&b=2&a=3"))],
  ["parameters of its own kind", (w) => w.named("own parameters", new (class extends URLSearchParams { keys() { w.note("own keys"); return super.keys(); } })("a=1"))],
  ["headers", (w) => w.named("headers", new Headers([["a", "1"], ["abc", "2"], ["a", "3"], ["Set-Cookie", "b=c"], ["set-cookie", "d=e"]]))],
  ["headers of its own kind", (w) => w.named("own headers", new (class extends Headers {
    keys() { w.note("own keys"); return super.keys(); }
    [Symbol.iterator]() { w.note("own iterator"); return super[Symbol.iterator](); }
  })({ a: "1" }))],
  ["headers that cannot change", (w) => w.named("frozen headers", Response.error().headers)],
  ["form data", (w) => w.named("form", filled(new FormData()))],
  ["form data of its own kind", (w) => noted(w, "own form", w.named("own form", filled(new (class extends FormData { keys() { w.note("own keys"); return super.keys(); } })())), "extra", 1)],
  ["a proxy of headers", (w) => watched(w, "headers proxy", new Headers({ a: "1" }))],
  ["a proxy of form data", (w) => watched(w, "form proxy", filled(new FormData()))],
  ["form data that is none", (w) => noted(w, "no form", w.named("no form", Object.create(FormData.prototype)), "state", [])],
  ["a URL", (w) => w.named("url", new URL("http://a/b?c=d"))],
];

const objects = [
  ["{}", (w) => w.named("object", {})],
  ["an object", (w) => w.named("keys", { a: 1, abc: 2, toString2: 3 })],
  ["an object with a getter", (w) => noted(w, "getter", w.named("getter", { b: 1 }), "a", 1)],
  ["an object with own methods", (w) => w.named("own", { hasOwnProperty: told(w, "hasOwnProperty", true), [Symbol.toStringTag]: "Own" })],
  ["an object that knows how", (w) => w.named("knows", {
    [Symbol.split]: told(w, "split", () => noted(w, "parts", {}, "length", 2)),
    [Symbol.match]: told(w, "match", 0),
    [Symbol.search]: told(w, "search", "found"),
    [Symbol.replace]: told(w, "replace", () => noted(w, "replaced", {}, "length", 30)),
    [Symbol.matchAll]: told(w, "matchAll"),
  })],
  ["one that knows nothing", (w) => w.named("knows nothing", { [Symbol.split]: told(w, "split", null), [Symbol.match]: told(w, "match", undefined), [Symbol.search]: told(w, "search", null), [Symbol.replace]: told(w, "replace", null) })],
  ["an iterable", (w) => w.named("iterable", { *[Symbol.iterator]() { w.note("iterated"); yield "a"; yield "b"; } })],
  ["an error", (w) => w.named("error", Object.assign(new RangeError("of the program"), { stack: "RangeError: of the program" }))],
  ["a proxy of an array", (w) => watched(w, "array proxy", ["a", "b"])],
  ["a proxy of an object", (w) => watched(w, "object proxy", { a: 1, abc: 2 })],
  ["a proxy of a function", (w) => watched(w, "function proxy", () => true)],
  ["a proxy of a set", (w) => watched(w, "set proxy", new Set(["a"]))],
  ["a proxy of an expression", (w) => watched(w, "expression proxy", /a/g)],
  ["a revoked proxy", (w) => w.named("revoked", revoked())],
];

const expressions = [
  ["/a/", (w) => w.named("plain", /a/)],
  ["/^(x)+$/i", (w) => w.named("anchored", /^(x)+$/i)],
  ["/a/g from 1", (w) => w.named("global", Object.assign(/a/g, { lastIndex: 1 }))],
  ["/b/y from 1", (w) => w.named("sticky", Object.assign(/b/y, { lastIndex: 1 }))],
  ["/,/gy from 1", (w) => w.named("both", Object.assign(/,/gy, { lastIndex: 1 }))],
  ["/./u", (w) => w.named("unicode", /^.$/u)],
  ["/(?<n>b)/d", (w) => w.named("groups", /(?<n>b)/d)],
  ["lastIndex that is converted", (w) => w.named("converted", Object.assign(/a/g, { lastIndex: w.named("index", { valueOf: told(w, "lastIndex", 1) }) }))],
  ["lastIndex that cannot be written", (w) => w.named("unwritable", Object.defineProperty(/a/g, "lastIndex", { value: 5, writable: false }))],
  ["exec of its own", (w) => w.named("own exec", Object.assign(/a/, { exec: told(w, "exec", null) }))],
  ["exec that answers oddly", (w) => w.named("odd exec", Object.assign(/a/, { exec: told(w, "exec", () => ({ index: 0, 0: "a", length: 1, get groups() { w.note("groups"); return undefined; } })) }))],
  ["flags of its own", (w) => noted(w, "flags", w.named("own flags", /a/), "flags", "g")],
  ["source of its own", (w) => noted(w, "source", w.named("own source", /q/), "source", "^(?:")],
  ["a subclass of RegExp", (w) => {
    class Own extends RegExp {
      exec(text) { w.note("own exec"); return super.exec(text); }
      get global() { w.note("own global"); return false; }
      [Symbol.replace](...args) { w.note("own replace"); return args.length > 5 ? "" : undefined; }
      [Symbol.split]() { w.note("own split"); return "parts"; }
      static get [Symbol.species]() { w.note("species"); return RegExp; }
    }
    return w.named("Own", new Own("q", "y"));
  }],
  ["no expression for split", (w) => w.named("not an expression", Object.assign(/a/g, { [Symbol.match]: false, [Symbol.split]: undefined }))],
];

/** What the arrays of a world are changed by: the callback finds its array in its third argument. */
const callbacks = [
  ["accepts a", (w) => w.named("accepts", told(w, "accepts", (value) => value === "a"))],
  ["refuses", (w) => w.named("refuses", told(w, "refuses", false))],
  ["answers what has no truth of its own", (w) => w.named("answers", told(w, "answers", () => w.named("answer", { valueOf: told(w, "valueOf", 0) })))],
  ["throws", (w) => w.named("throws", told(w, "throws", () => { throw new RangeError("of the callback"); }))],
  ["throws nothing", (w) => w.named("throws nothing", told(w, "throws", () => { throw undefined; }))],
  ["empties", (w) => w.named("empties", told(w, "empties", (value, i, array) => { if (Array.isArray(array)) array.length = 0; }))],
  ["pushes", (w) => w.named("pushes", told(w, "pushes", (value, i, array) => { if (Array.isArray(array) && array.length < 20) array.push("z"); return false; }))],
  ["puts others there", (w) => w.named("puts", told(w, "puts", (value, i, array) => { if (Array.isArray(array)) array[i + 1] = "a"; return value === "a"; }))],
  ["looks round", (w) => w.named("looks", function () {
    "use strict";
    w.note(`${arguments.length} ${typeof this} ${world_of(new.target)}`);
    return arguments.length;
  })],
  ["a sloppy one", (w) => w.named("sloppy", new Function("note", "return function (x) { note(typeof this + (this === globalThis)); return x === 'b'; }")(w.note))],
  ["a class", (w) => w.named("class", class Refuses { constructor() { w.note("constructed"); } })],
  ["bound", (w) => w.named("bound", told(w, "bound", true).bind(w.named("bound to", {}), "first"))],
  ["async", (w) => w.named("async", async () => false)],
  ["a generator", (w) => w.named("generator", function* () { w.note("never"); })],
  ["a native", (w) => w.named("Boolean", Boolean)],
  ["replaces", (w) => w.named("replaces", told(w, "replaces", (found) => `<${found}>`))],
  ["calls again", (w) => w.named("again", told(w, "again", (value, i, array) => (Array.isArray(array) && i === 0 ? array.some(() => true) : false)))],
];

const world_of = (target) => (target === undefined ? "called" : "constructed");

/** All of them. */
export const VALUES = [...primitives, ...converted, ...collections, ...objects, ...expressions, ...callbacks];

const byName = new Map(VALUES);
const pick = (...names) => names.map((name) => [name, byName.get(name)]);

/** Second and third arguments: positions, `this`, replacements, flags, encodings, bases. */
export const FURTHER = [
  ...pick("undefined", "null", "0", "1", "-1", "NaN", "Infinity", "5n", '"a"', '"abc"', "a symbol", "valueOf", "throws when converted", "an object", "a buffer", "a map", "a proxy of an object", "replaces"),
  ['"hex"', () => "hex"],
  ['"base64"', () => "base64"],
  ["an array like the first", byName.get("an array")],
];

/** What functions are called on that look at no receiver. */
export const SOME_RECEIVERS = pick("undefined", "an object", "a proxy of an object", "a symbol");

/** What methods are called with on receivers that are none of theirs. */
export const SOME_ARGUMENTS = pick("undefined", '"a"', "1", "toString", "/a/g from 1", "accepts a", "a set");

/** Names that several values have. */
export const DOUBLE = VALUES.map(([name]) => name).filter((name, at, all) => all.indexOf(name) !== at);
