// Operands that have broken heuristics before, and some more.

/** Primitive operands of every kind. */
export const PRIMITIVES = [
  NaN, 0, -0, 1, -1, 42, 41.5, 0.1 + 0.2, 0.3, Infinity, -Infinity, 1e300, -1e300, 1e17, 5e-324, -5e-324,
  2 ** -1022, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1, Number.EPSILON,
  0n, 1n, -1n, 9007199254740993n, 10n ** 400n, -(10n ** 400n),
  "", "0", "1.0", "10", "9", "abc", "abd", "Abc", "abcd", "\ud800", "\udc00", "😀", "x".repeat(5000), "_EM_7_XYZ_",
  true, false, null, undefined, Symbol("s"), Symbol.iterator,
];

/** Operands whose conversion is observable: each call makes fresh ones that count into `log`. */
export function objects(log) {
  return [
    { valueOf() { log.push("valueOf"); return 5; } },
    { toString() { log.push("toString"); return "abc"; } },
    { [Symbol.toPrimitive](hint) { log.push(hint); return 3n; } },
    { valueOf() { log.push("throws"); throw new RangeError("from valueOf"); } },
    new Date(1000), new Date(NaN), [], [1], ["abc"], {}, () => 1, new String("abc"), new Number(3), Object.create(null),
    new Proxy({ a: 1 }, {
      get(target, key, receiver) { log.push(`get ${String(key)}`); return Reflect.get(target, key, receiver); },
      has(target, key) { log.push(`has ${String(key)}`); return Reflect.has(target, key); },
      ownKeys(target) { log.push("ownKeys"); return Reflect.ownKeys(target); },
      getOwnPropertyDescriptor(target, key) { log.push("gopd"); return Reflect.getOwnPropertyDescriptor(target, key); },
      getPrototypeOf(target) { log.push("gpo"); return Reflect.getPrototypeOf(target); },
    }),
  ];
}

/** The comparison operators, as the probes are named. */
export const OPERATORS = {
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  eq: (a, b) => a == b,
  ne: (a, b) => a != b,
  se: (a, b) => a === b,
  sn: (a, b) => a !== b,
};
