"use strict";
// The intrinsics the runtime uses, captured before the first user module can change them
// (design section 3, "What must never be broken"). Nothing of the runtime may call a method on a
// value of the program under test: it calls these.
const { types } = require("node:util");

const { bind, call } = Function.prototype;

/** Turns a method into a function of its receiver: `uncurry(f)(self, ...args)` is `f.call(self, ...args)`. */
const uncurry = bind.bind(call);

/** The native getter of an accessor property, as a function of its receiver. */
function getter(prototype, name) {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  return descriptor && descriptor.get ? uncurry(descriptor.get) : () => undefined;
}

// A realm of its own (`node:vm`, a browser's worker) may lack what is Node's and not the language's.
const urlPrototype = typeof URL === "undefined" ? {} : URL.prototype;
const paramsPrototype = typeof URLSearchParams === "undefined" ? {} : URLSearchParams.prototype;
const paramsIterator = typeof URLSearchParams === "undefined" ? {} : Object.getPrototypeOf(new URLSearchParams().keys());

const setIterator = Object.getPrototypeOf(new Set().values());
const mapIterator = Object.getPrototypeOf(new Map().keys());

module.exports = Object.freeze({
  uncurry,
  functionToString: uncurry(Function.prototype.toString),
  reflectApply: Reflect.apply,
  reflectConstruct: Reflect.construct,
  reflectOwnKeys: Reflect.ownKeys,
  Proxy,
  objectKeys: Object.keys,
  objectDefineProperty: Object.defineProperty,
  objectGetOwnPropertyDescriptor: Object.getOwnPropertyDescriptor,
  objectGetPrototypeOf: Object.getPrototypeOf,
  objectSetPrototypeOf: Object.setPrototypeOf,
  objectHasOwn: Object.hasOwn,
  objectIs: Object.is,
  arrayIsArray: Array.isArray,
  arraySort: uncurry(Array.prototype.sort),
  bigint: BigInt,
  bigintToString: uncurry(BigInt.prototype.toString),
  floor: Math.floor,
  log2: Math.log2,
  jsonParse: JSON.parse,
  jsonStringify: JSON.stringify,
  mathImul: Math.imul,
  number: Number,
  numberToString: uncurry(Number.prototype.toString),
  numberIsInteger: Number.isInteger,
  string: String,
  charCodeAt: uncurry(String.prototype.charCodeAt),
  stringFromCodePoint: String.fromCodePoint,
  stringLastIndexOf: uncurry(String.prototype.lastIndexOf),
  stringIndexOf: uncurry(String.prototype.indexOf),
  stringSlice: uncurry(String.prototype.slice),
  stringStartsWith: uncurry(String.prototype.startsWith),
  stringEndsWith: uncurry(String.prototype.endsWith),
  stringPadEnd: uncurry(String.prototype.padEnd),
  stringPadStart: uncurry(String.prototype.padStart),
  stringNormalize: uncurry(String.prototype.normalize),
  stringToLowerCase: uncurry(String.prototype.toLowerCase),
  stringToUpperCase: uncurry(String.prototype.toUpperCase),
  decodeURIComponent,
  encodeURIComponent,
  Date,
  dateGetTime: uncurry(Date.prototype.getTime),
  dateGetters: Object.freeze({
    year: [uncurry(Date.prototype.getFullYear), uncurry(Date.prototype.getUTCFullYear)],
    month: [uncurry(Date.prototype.getMonth), uncurry(Date.prototype.getUTCMonth)],
    day: [uncurry(Date.prototype.getDate), uncurry(Date.prototype.getUTCDate)],
    weekday: [uncurry(Date.prototype.getDay), uncurry(Date.prototype.getUTCDay)],
  }),
  urlGetters: Object.freeze({
    scheme: getter(urlPrototype, "protocol"),
    host: getter(urlPrototype, "host"),
    hostname: getter(urlPrototype, "hostname"),
    port: getter(urlPrototype, "port"),
    origin: getter(urlPrototype, "origin"),
    path: getter(urlPrototype, "pathname"),
    query: getter(urlPrototype, "search"),
  }),
  Map,
  mapGet: uncurry(Map.prototype.get),
  mapSet: uncurry(Map.prototype.set),
  mapHas: uncurry(Map.prototype.has),
  mapClear: uncurry(Map.prototype.clear),
  mapSize: getter(Map.prototype, "size"),
  mapDelete: uncurry(Map.prototype.delete),
  mapKeys: uncurry(Map.prototype.keys),
  mapIteratorNext: uncurry(mapIterator.next),
  Set,
  setAdd: uncurry(Set.prototype.add),
  setHas: uncurry(Set.prototype.has),
  setClear: uncurry(Set.prototype.clear),
  setSize: getter(Set.prototype, "size"),
  setValues: uncurry(Set.prototype.values),
  setIteratorNext: uncurry(setIterator.next),
  WeakMap,
  weakMapGet: uncurry(WeakMap.prototype.get),
  weakMapSet: uncurry(WeakMap.prototype.set),
  WeakSet,
  weakSetAdd: uncurry(WeakSet.prototype.add),
  weakSetDelete: uncurry(WeakSet.prototype.delete),
  weakSetHas: uncurry(WeakSet.prototype.has),
  RegExp,
  regexpExec: uncurry(RegExp.prototype.exec),
  paramsPrototype,
  paramsGet: uncurry(paramsPrototype.get),
  paramsKeys: uncurry(paramsPrototype.keys),
  paramsIteratorNext: uncurry(paramsIterator.next),
  regexpSource: getter(RegExp.prototype, "source"),
  regexpIgnoreCase: getter(RegExp.prototype, "ignoreCase"),
  regexpMultiline: getter(RegExp.prototype, "multiline"),
  regexpDotAll: getter(RegExp.prototype, "dotAll"),
  regexpUnicode: getter(RegExp.prototype, "unicode"),
  regexpUnicodeSets: getter(RegExp.prototype, "unicodeSets"),
  Promise,
  promisePrototype: Promise.prototype,
  promiseThen: uncurry(Promise.prototype.then),
  atomicsLoad: Atomics.load,
  atomicsStore: Atomics.store,
  TypeError,
  captureStackTrace: Error.captureStackTrace,
  symbolDescription: getter(Symbol.prototype, "description"),
  symbolHasInstance: Symbol.hasInstance,
  symbolIterator: Symbol.iterator,
  arrayPrototype: Array.prototype,
  arrayIterator: Array.prototype[Symbol.iterator],
  typedArrayLength: getter(Object.getPrototypeOf(Uint8Array.prototype), "length"),
  isProxy: types.isProxy,
  isDate: types.isDate,
  isSet: types.isSet,
  isMap: types.isMap,
  isRegExp: types.isRegExp,
  isStringObject: types.isStringObject,
  isTypedArray: types.isTypedArray,
  isModuleNamespaceObject: types.isModuleNamespaceObject,
  isNativeError: types.isNativeError,
});
