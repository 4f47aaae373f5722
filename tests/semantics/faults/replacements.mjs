// Faults that can be put into replacements of the runtime: what a heuristic must never do. The registry's modules are wrapped
// before the runtime is made, so this must be loaded first.
import { eachFunction, wrapReplacements } from "../run/wrapped.mjs";

const { apply } = Reflect;
let current = null;

/** After what `method` of a replacement does, this, too. */
const besides = (method, act) => (made) => ({ ...made, [method]: (...values) => { const answer = made[method](...values); act(...values); return answer; } });

/** In place of the callback that a replacement watches, one that `change` makes of it. */
const watching = (change) => (made) => ({
  ...made,
  watch(callback) {
    const seen = made.watch(callback);
    if (seen !== null) seen.callback = change(seen.callback);
    return seen;
  },
});

const quietly = (act) => { try { act(); } catch { /* the fault is what it does, not that it throws */ } };

/** Each: name, what it is, the replacements it is put into, what it makes of one. */
const FAULTS = [
  ["callback-twice", "a callback asked twice", ["array.find", "array.some"], watching((f) => function (...values) { apply(f, this, values); return apply(f, this, values); })],
  ["callback-this", "a callback called on something else", ["array.every", "array.findIndex"], watching((f) => (...values) => apply(f, undefined, values))],
  ["callback-arguments", "a callback given the element only", ["array.some", "array.find"], watching((f) => function (value) { return apply(f, this, [value]); })],
  ["callback-error", "an error of a callback swallowed", ["array.findLast", "array.find"], watching((f) => function (...values) { try { return apply(f, this, values); } catch { return false; } })],
  ["element-read", "an element read once more", ["array.includes", "array.indexOf"], besides("nearness", (self) => quietly(() => self[0]))],
  ["proxy-looked-into", "a proxy looked into", ["array.lastIndexOf", "array.indexOf"], besides("found", (_, self) => quietly(() => self.length))],
  ["last-index", "lastIndex written", ["regexp.test", "regexp.exec"], besides("nearness", (self) => quietly(() => { self.lastIndex = 1; }))],
  ["matched-last", "RegExp.$1 of the program changed", ["regexp.test", "string.match"], besides("nearness", () => /(f)(ault)/.test("fault"))],
  ["argument-converted", "an argument converted once more", ["string.includes", "string.startsWith", "string.indexOf"], besides("nearness", (_, part) => quietly(() => `${part}`))],
  ["number-converted", "a value read as a number once more", ["global.isNaN", "global.isFinite"], besides("nearness", (_, value) => quietly(() => +value))],
  ["own-has", "a method of a subclass called", ["set.has"], besides("nearness", (self, key) => quietly(() => self.has(key)))],
  ["own-keys", "parameters listed by a method of a subclass", ["params.get", "params.has"], besides("nearness", (self) => quietly(() => [...self.keys()]))],
  ["key-added", "a key that was missed put in", ["map.get", "map.has"], besides("nearness", (self, key) => quietly(() => self.set(key, undefined)))],
  ["bytes-written", "bytes of a buffer written", ["buffer.equals", "buffer.compare"], besides("nearness", (self) => quietly(() => { self[0] += 1; }))],
  ["parsed-marked", "a property put on what was parsed", ["json.parse"], besides("transformed", (result) => quietly(() => { result.nearmiss = true; }))],
  ["list-read-twice", "a list of arguments read once more", ["function.apply", "reflect.apply"], besides("through", (_, args) => quietly(() => [...args.at(-1)]))],
  ["expected-read", "a getter of what is compared read", ["assert.deepEqual", "util.isDeepStrictEqual"], (made) => eachFunction(made, (f, key) => (key === "threw" || key === "nearness" ? (self, a, b) => { quietly(() => a.a); return f(self, a, b); } : f))],
];

/** A replacement whose functions are those with the fault while it is on. */
function switched(name, made, change) {
  const faulty = change(made);
  return eachFunction(made, (f, key) => (faulty[key] === f ? f : (...values) => (current === name ? faulty[key] : f)(...values)));
}

wrapReplacements((made, registered) => {
  for (const [name, , of, change] of FAULTS) if (of.includes(registered.name)) made = switched(name, made, change);
  return made;
});

/** `[{ name, row }]` of all. */
export const REPLACEMENT_FAULTS = FAULTS.map(([name, row, of]) => ({ name: `replacement-${name}`, row: `${of.join(", ")}: ${row}` }));

/** Runs `inside` with a fault put in. */
export async function withFault(name, inside) {
  current = name.slice("replacement-".length);
  try {
    return await inside();
  } finally {
    current = null;
  }
}
