// Each replacement of the registry against the function that it stands for, on odd receivers and arguments: the same
// value or error, the same effects in the same order, the same state of all that took part. A new replacement is tested
// without a further line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FURTHER, SOME_ARGUMENTS, SOME_RECEIVERS, DOUBLE, VALUES } from "./harness/odd_values.js";
import { detached, load } from "./harness/runtime.js";
import { createWorld } from "./harness/world.js";

const { RECEIVERS } = load("replacements/index.js");
const { accepts } = load("replacements/receivers.js");
const { functionOf } = load("replacements/builtins.js");

// Their methods are looked for once Node has loaded what they are part of.
assert.ok(Headers);

const ROOT = 20;
const TREE = 21;

const { apply, construct } = Reflect;

/** Each answers `[function, receiver, arguments]` to be applied: nothing else may run between two looks at the world. */
const plainly = {
  call: (f, self, args) => [f, self, args],
  construct: (f, self, args) => [construct, undefined, [f, args]],
};
const throughProbe = (probes) => ({
  call: (f, self, args) => [probes.t, probes, [ROOT, TREE, self, f, ...args]],
  construct: (f, self, args) => [probes.w, probes, [ROOT, TREE, f, ...args]],
});

/** What is told of calls of built-ins while a replacement runs; see {@link patched}. */
let overhear = null;

/** Calls `f` in a world of its own: `makers` are those of the receiver and of the arguments. */
function outcomeOf(how, f, makers) {
  const world = createWorld();
  const [self, ...args] = makers.map(([, make]) => make(world));
  const [called, on, list] = how(f, self, args);
  return world.outcome(() => {
    overhear = world.note;
    try {
      return apply(called, on, list);
    } finally {
      overhear = null;
    }
  });
}

/** What the engine names by where it stands in a text, or does once in a while, left out. */
const comparable = (outcome) =>
  outcome.replace(/^(threw TypeError TypeError undefined: ).{1,99} is not a function$/m, "$1 is not a function")
    // `Buffer.from` takes a new pool when the old one is used up.
    .replace("typed arrays.buffer\n", "");

function same(runtime, f, makers, form) {
  const wanted = comparable(outcomeOf(plainly[form], f, makers));
  const came = comparable(outcomeOf(throughProbe(runtime.probes)[form], f, makers));
  runtime.take();
  return { wanted, came };
}

function holds(runtime, f, makers, form) {
  const { wanted, came } = same(runtime, f, makers, form);
  if (came !== wanted) assert.equal(came, wanted, makers.map(([name]) => name).join(" . "));
}

/** The values that the replacement of a folder looks into when it is called on them, and the others. */
function receiversOf(receiver) {
  const takes = accepts[receiver];
  const inside = VALUES.filter(([, make]) => takes(make(createWorld())));
  // Functions are called on anything.
  return inside.length === VALUES.length ? [SOME_RECEIVERS, []] : [inside, VALUES.filter((value) => !inside.includes(value))];
}

test("the values have names of their own", () => assert.deepEqual(DOUBLE, []));

for (const [receiver, modules] of Object.entries(RECEIVERS)) {
  for (const module of modules) {
    const native = functionOf(module);
    // An older Node has no such methods of sets.
    if (native === undefined && receiver === "set") continue;
    assert.equal(typeof native, "function", `${receiver}.${module.method}`);
    const form = receiver === "constructor" ? "construct" : "call";
    const name = `${receiver}.${module.method}`;

    const [inside, others] = receiversOf(receiver);

    test(`${name}: any receiver, no argument and one`, () => {
      const runtime = detached();
      for (const self of inside) for (const arg of VALUES) holds(runtime, native, [self, arg], form);
      for (const self of VALUES) holds(runtime, native, [self], form);
      // A hundred thousand calls of a callback say no more than a few.
      for (const self of others.filter(([name]) => name !== "a long string")) for (const arg of SOME_ARGUMENTS) holds(runtime, native, [self, arg], form);
    });

    test(`${name}: the same where no call is looked at any more`, () => {
      const runtime = detached();
      runtime.mostLooks[0] = 0;
      for (const self of inside) for (const arg of VALUES) holds(runtime, native, [self, arg], form);
      for (const self of VALUES) holds(runtime, native, [self], form);
      VALUES.forEach((first, at) => holds(runtime, native, [inside[at % inside.length], first, ...FURTHER.slice(0, 2)], form));
    });

    test(`${name}: receivers of its type, two arguments and more`, () => {
      const runtime = detached();
      VALUES.forEach((first, at) => {
        for (const second of FURTHER) {
          // One receiver after the other: each meets each value, not each pair of values.
          holds(runtime, native, [inside[at % inside.length], first, second], form);
          at += 1;
        }
        holds(runtime, native, [inside[at % inside.length], first, ...FURTHER.slice(0, 5)], form);
      });
    });
  }
}

/** Puts functions that tell of each call in the place of those of the built-ins; answers what takes them away again. */
function patched() {
  const holders = {
    Array, String, Map, Set, WeakMap, RegExp, Number, Object, Reflect, Date, URLSearchParams, URL, Headers, FormData, WeakSet, Math, JSON, Buffer, Symbol, Promise, Proxy,
    "Array.prototype": Array.prototype, "String.prototype": String.prototype, "Map.prototype": Map.prototype, "Set.prototype": Set.prototype,
    "WeakMap.prototype": WeakMap.prototype, "WeakSet.prototype": WeakSet.prototype, "RegExp.prototype": RegExp.prototype, "Number.prototype": Number.prototype, "Object.prototype": Object.prototype,
    "Date.prototype": Date.prototype, "URLSearchParams.prototype": URLSearchParams.prototype, "Function.prototype": Function.prototype,
    "Headers.prototype": Headers.prototype, "FormData.prototype": FormData.prototype, "Symbol.prototype": Symbol.prototype,
    "Buffer.prototype": Buffer.prototype, "Uint8Array.prototype": Uint8Array.prototype, "typed arrays": Object.getPrototypeOf(Uint8Array.prototype),
    "iterators of arrays": Object.getPrototypeOf([].values()), "iterators of maps": Object.getPrototypeOf(new Map().keys()), "iterators of sets": Object.getPrototypeOf(new Set().keys()),
  };
  const before = [];
  for (const [name, holder] of Object.entries(holders)) {
    for (const key of Reflect.ownKeys(holder)) {
      const descriptor = Object.getOwnPropertyDescriptor(holder, key);
      if (!descriptor.configurable || key === "constructor" || key === "prototype") continue;
      const tell = (f) =>
        f === undefined
          ? undefined
          : function (...args) {
              const note = overhear;
              if (note === null) return apply(f, this, args);
              overhear = null;
              try {
                note(`${name}.${String(key)}`);
                overhear = note;
                return apply(f, this, args);
              } finally {
                overhear = note;
              }
            };
      if (typeof descriptor.value === "function") before.push([holder, key, descriptor, { ...descriptor, value: tell(descriptor.value) }]);
      else if (!("value" in descriptor) && key !== "__proto__") before.push([holder, key, descriptor, { ...descriptor, get: tell(descriptor.get), set: tell(descriptor.set) }]);
    }
  }
  const define = Object.defineProperty;
  const natives = before.map(([holder, key, old]) => [holder, key, old]);
  for (let i = 0; i < before.length; i += 1) define(before[i][0], before[i][1], before[i][3]);
  return () => {
    for (let i = 0; i < natives.length; i += 1) define(natives[i][0], natives[i][1], natives[i][2]);
  };
}

test("no replacement calls what the program has put in the place of a built-in", () => {
  const cases = [];
  for (const [receiver, modules] of Object.entries(RECEIVERS)) {
    const [inside] = receiversOf(receiver);
    for (const module of modules) {
      const native = functionOf(module);
      if (native === undefined && receiver === "set") continue;
      const form = receiver === "constructor" ? "construct" : "call";
      VALUES.forEach((arg, at) => cases.push({ name: `${receiver}.${module.method}`, native, form, makers: [inside[at % inside.length], arg] }));
    }
  }
  const runtime = detached();
  // What is made on the first use.
  for (const { native, form, makers } of cases) outcomeOf(throughProbe(runtime.probes)[form], native, makers);
  runtime.take();
  const differ = [];
  const restore = patched();
  try {
    for (const { name, native, form, makers } of cases) {
      const { wanted, came } = same(runtime, native, makers, form);
      if (came !== wanted) differ.push([name, makers, wanted, came]);
    }
  } finally {
    restore();
  }
  for (const [name, makers, wanted, came] of differ) assert.equal(came, wanted, `${name}: ${makers.map(([value]) => value).join(" . ")}`);
});

test("a replacement that breaks the contract is seen", () => {
  const sabotaged = {
    "converts its argument": (r, id, self, f, ...args) => (typeof args[0] === "object" && args[0] !== null && `${args[0]}`, apply(f, self, args)),
    "looks into what it is called on": (r, id, self, f, ...args) => (self?.length, apply(f, self, args)),
    "calls twice": (r, id, self, f, ...args) => (apply(f, self, args), apply(f, self, args)),
    "loses an argument": (r, id, self, f, first) => apply(f, self, [first]),
    "loses what it is called on": (r, id, self, f, ...args) => apply(f, undefined, args),
    "matches in the program's realm": (r, id, self, f, ...args) => (/q/.exec("q"), apply(f, self, args)),
    "swallows errors": (r, id, self, f, ...args) => { try { return apply(f, self, args); } catch { return undefined; } },
    "wraps errors": (r, id, self, f, ...args) => { try { return apply(f, self, args); } catch (error) { throw new TypeError("", { cause: error }); } },
  };
  for (const [how, t] of Object.entries(sabotaged)) {
    const differs = ["regexp.test", "array.find"].some((name) => {
      const [receiver, method] = name.split(".");
      const { native } = RECEIVERS[receiver].find((module) => module.method === method);
      const makers = VALUES.filter(([value]) => value !== "a long string").flatMap((self) => [[self], ...VALUES.map((arg) => [self, arg, FURTHER.at(-1)])]);
      return makers.some((made) => outcomeOf(throughProbe({ t }).call, native, made) !== outcomeOf(plainly.call, native, made));
    });
    assert.ok(differs, how);
  }
});
