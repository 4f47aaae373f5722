"use strict";
// Tracked calls that meet no tainted value: what each costs over the plain call, in nanoseconds, and whether what a call
// costs grows with the size of what it is called on. Exits with 3 when a bound is not met.
//
// A round is a request of 10,000 calls at one place whose probe has everything to learn ("learning") or nothing
// ("saturated"). How near a call was is asked of the first 32 of a request only: what one of these costs is the third
// figure ("first looks"), its part of a round is in the first.
//
//   node tests/bench/probes/tracked-calls.cjs [--small]

const path = require("node:path");
const RUNTIME = path.resolve(__dirname, "../../../npm/nearmiss/runtime");
const { install, detachedBuffer } = require(path.join(RUNTIME, "index.js"));
const { MOST_LOOKS } = require(path.join(RUNTIME, "replacements/index.js"));
const { word } = require(path.join(RUNTIME, "generated/layout.js"));
const { waitForFastPhase } = require("../slow_phase.cjs");

const SMALL = process.argv.includes("--small");
/** Issue 4: nanoseconds over the plain call. */
const MOST_OVER = 25;
/** What an element of a loop over 4,000 may cost against one of a loop over 400: a quadratic one costs ten times as much. */
const MOST_GROWTH = 3;
/** Nanoseconds that are no growth. */
const NOISE = 30;
/** A call that is asked how near it was: up to 16 elements, up to 256 places of a text. */
const MOST_OVER_LOOK = 3_000;
/** Times that a figure which is too high is measured again, for the machine may have other work. */
const AGAIN = SMALL ? 0 : 6;
/** How it ends when a figure is too high: what is thrown ends it with 1. */
const NOT_KEPT = 3;
/** The small form shows that each probe runs, and answers what the code without it does: its figures are none. */
const ROUNDS = SMALL ? 4 : 120;
const REPEATS = SMALL ? 1_000 : 10_000;
const FEW = 400;
const MANY = 4_000;
/** A tree that saturates, and one that goes on learning. */
const SATURATED = 16;
const LEARNING = 24;

const SLOTS = 64;
const { map, mostLooks, register } = install(detachedBuffer(SLOTS));
register(SATURATED, [0, 3], []);

const SETUP = `
  const T = ["abcdefghijkl", "abcdefghijkm", "abcdefghijjk"], X = ["red", "green", "blue"];
  const set = new Set(X), byKey = new Map([["red", 1], ["green", 2], ["blue", 3]]), object = { red: 1, green: 2, blue: 3 };
  const own = { find(x) { return x === "red"; } };
  const words = /^[a-z]+$/, digits = /^[0-9]+$/, bytes = new Uint8Array([1, 2, 3]), params = new URLSearchParams("red=1");
`;
/** Why a call costs more than {@link MOST_OVER}, and at most {@link MOST_OVER_IN_PLACE}. */
const IN_PLACE = "V8 compiles the loop, with the callback, in place of the plain call";
const AS_WRITTEN = "V8 has a short cut for the call as it is written, and for no other";
const OF_CLASS = "V8 compiles the method of the class in place of the plain call";
const MAY_BE_PROXY = "what a separator of the program's makes may be a proxy, which is asked of C++";
const MOST_OVER_IN_PLACE = 60;
/** Name, what the call is made on, the method, its arguments; why it costs more, where it does. */
const CALLS = [
  ["string includes, found", "T[i % 3]", "includes", '"jk"'],
  ["string includes, missed", "T[i % 3]", "includes", '"jx"'],
  ["string startsWith, missed", "T[i % 3]", "startsWith", '"x"'],
  ["string indexOf, missed", "T[i % 3]", "indexOf", '"jx"'],
  ["string localeCompare, missed", "T[i % 3]", "localeCompare", "X[i % 3]", AS_WRITTEN],
  ["match, missed", "T[i % 3]", "match", "digits"],
  ["replace", "T[i % 3]", "replace", '"j", "k"'],
  ["split", "T[i % 3]", "split", '"j"', MAY_BE_PROXY],
  ["slice", "T[i % 3]", "slice", "2"],
  ["toUpperCase", "T[i % 3]", "toUpperCase", ""],
  ["trim", "T[i % 3]", "trim", ""],
  ["charCodeAt", "T[i % 3]", "charCodeAt", "2"],
  ["regexp test, found", "words", "test", "X[i % 3]"],
  ["regexp test, missed", "digits", "test", "X[i % 3]"],
  ["array includes, found", "X", "includes", "X[i % 3]"],
  ["array includes, missed", "X", "includes", '"pink"'],
  ["array indexOf, missed", "X", "indexOf", "i"],
  ["array at, missed", "X", "at", "5"],
  ["array find, found", "X", "find", "(x) => x === X[i % 3]", IN_PLACE],
  ["array find, missed", "X", "find", "(x) => x === 1", IN_PLACE],
  ["array some, missed", "X", "some", "(x) => x === 1", IN_PLACE],
  ["array every, found", "X", "every", "(x) => x !== 1", IN_PLACE],
  ["typed array includes, missed", "bytes", "includes", "i | 8"],
  ["set has, found", "set", "has", "X[i % 3]"],
  ["set has, missed", "set", "has", "T[i % 3]"],
  ["map get, found", "byKey", "get", "X[i % 3]"],
  ["map get, missed", "byKey", "get", "T[i % 3]"],
  ["params has, missed", "params", "has", "T[i % 3]", OF_CLASS],
  ["hasOwn, found", "Object", "hasOwn", "object, X[i % 3]"],
  ["hasOwn, missed", "Object", "hasOwn", "object, T[i % 3]"],
  ["hasOwnProperty, missed", "object", "hasOwnProperty", "T[i % 3]"],
  ["hasOwnProperty.call, found", "Object.prototype.hasOwnProperty", "call", "object, X[i % 3]"],
  ["Object.is, missed", "Object", "is", "i, X"],
  ["isArray, found", "Array", "isArray", "X"],
  ["isArray, missed", "Array", "isArray", "i"],
  ["isInteger, found", "Number", "isInteger", "i"],
  ["isInteger, missed", "Number", "isInteger", "i + 0.5"],
  ["isNaN, missed", "globalThis", "isNaN", "i"],
  ["Number", "globalThis", "Number", '"12"'],
  ["parseInt", "globalThis", "parseInt", '"12"'],
  ["JSON.parse", "JSON", "parse", '"12"'],
  ["Date.parse", "Date", "parse", '"2020-01-01"'],
  ["a method of its own", "own", "find", "X[i % 3]"],
];

const plainText = ([, on, method, args]) => `${on}.${method}(${args})`;
const probedText = ([, on, method, args], r) => `__nm.t(${r},${r + 1},$=${on},$.${method}${args === "" ? "" : `,${args}`})`;
const makeLoop = (text) =>
  new Function(`"use strict";${SETUP}return function (count) { let hits = 0, $; for (let i = 0; i < count; i++) { if (${text}) hits++; } return hits; }`)();

let sink = 0;

function once(loop, count) {
  const started = process.hrtime.bigint();
  sink += loop(count);
  return Number(process.hrtime.bigint() - started) / count;
}

/** A request begins: its calls are looked at again, its targets are not covered yet. */
function begin() {
  map.header[word.EPOCH] += 1;
  map.header[word.TOUCHED_COUNT] = 0;
  map.slots.fill(0, LEARNING);
}

/** The least of many short rounds: other programs of the machine only ever add to it. */
function least(loops, count) {
  const best = loops.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round += 1) {
    loops.forEach((loop, at) => {
      begin();
      const time = once(loop, count);
      if (round > 2 && time < best[at]) best[at] = time;
    });
  }
  return best;
}

const failed = [];
const shown = (value) => value.toFixed(1).padStart(10);

console.log(`${"ns over the plain call".padEnd(30)}${["plain", "learning", "saturated", "first looks"].map((name) => name.padStart(12)).join("")}`);
for (const call of CALLS) {
  const why = call[4];
  const most = why === undefined ? MOST_OVER : MOST_OVER_IN_PLACE;
  let measured = measure(call);
  const isMet = ({ learning, saturated, looked }) => learning <= most && saturated <= most && looked <= MOST_OVER_LOOK;
  for (let again = 0; again < AGAIN && !isMet(measured); again += 1) {
    waitForFastPhase(again);
    measured = measure(call);
  }
  const { base, learning, saturated, looked } = measured;
  console.log(`${call[0].padEnd(30)}${[base, learning, saturated, looked].map((value) => `  ${shown(value)}`).join("")}${why === undefined ? "" : `  (at most ${most}: ${why})`}`);
  if (!isMet(measured)) failed.push(`${call[0]}: more than ${most} ns over the plain call, or one of the first ${MOST_LOOKS} more than ${MOST_OVER_LOOK}`);
}

/** Ends the bench where a loop with probes does not count what the loop without them does. */
function mustAgree(name, counts) {
  if (new Set(counts).size > 1) throw new Error(`${name}: counted ${counts.join(", ")}`);
}

function measure(call) {
  for (let slot = 0; slot < 3; slot += 1) map.slots[SATURATED + slot] = 1;
  const loops = [plainText(call), probedText(call, LEARNING), probedText(call, SATURATED)].map(makeLoop);
  mustAgree(call[0], loops.map((loop) => loop(REPEATS)));
  const [base, learning, saturated] = least(loops, REPEATS);
  const [few, looked] = least(loops, MOST_LOOKS);
  return { base, learning: learning - base, saturated: saturated - base, looked: looked - few };
}

/** Name, what is made of `n`, the body of the loop over `i < n` (`t(receiver, method, arguments)` is a tracked call). */
const LOOPS = [
  ["array includes", "const xs = Array.from({ length: n }, (_, i) => `item ${i}`)", "hits += t(xs, 'includes', T[i % 3])"],
  ["array indexOf of numbers", "const xs = Array.from({ length: n }, (_, i) => i)", "hits += t(xs, 'indexOf', i + 0.5)"],
  ["set has", "const xs = new Set(Array.from({ length: n }, (_, i) => `item ${i}`))", "hits += t(xs, 'has', T[i % 3])"],
  ["map get", "const xs = new Map(Array.from({ length: n }, (_, i) => [`item ${i}`, i]))", "hits += t(xs, 'get', T[i % 3]) ?? 0"],
  ["hasOwn", "const xs = Object.fromEntries(Array.from({ length: n }, (_, i) => [`item ${i}`, i]))", "hits += t(Object, 'hasOwn', xs, T[i % 3])"],
  ["find, once", "const xs = Array.from({ length: n }, (_, i) => i)", "if (i === 0) hits += t(xs, 'find', (x) => x < 0) ?? 0"],
  ["every, once", "const xs = Array.from({ length: n }, (_, i) => i)", "if (i === 0) hits += t(xs, 'every', (x) => x >= 0)"],
  ["split, once, and its parts", "const text = 'ab,'.repeat(n); let parts", "if (i === 0) parts = t(text, 'split', ','); hits += t(parts[i], 'startsWith', 'x')"],
  ["charCodeAt of a long text", "const text = 'abc'.repeat(n)", "hits += t(text, 'charCodeAt', i)"],
  ["slice of a long text", "const text = 'abc'.repeat(n)", "hits += t(text, 'slice', i, i + 2).length"],
  ["indexOf in a long text", "const text = 'abc'.repeat(n)", "hits += t(text, 'indexOf', 'x', 3 * n - 10)"],
  ["startsWith in a long text", "const text = 'abc'.repeat(n)", "hits += t(text, 'startsWith', 'x', i)"],
  ["regexp exec through a text", "const text = 'abc '.repeat(n), word = /[a-z]+/g", "hits += t(word, 'exec', text) === null"],
  ["regexp test of parts", "const word = /^[0-9]+$/", "hits += t(word, 'test', T[i % 3])"],
];
/** Of a growing loop: over the plain one, for each element. */
function perElement([, made, body], n) {
  const text = (call) => `"use strict";${SETUP}${made};return function () { let hits = 0; for (let i = 0; i < n; i++) { ${body.replaceAll(/\bt\((\w+(?:\[i\])?), '(\w+)', /g, call)}; } return hits; }`;
  const plain = new Function("n", text("$1.$2("))(n);
  let id = LEARNING;
  const probed = new Function("n", text((whole, on, method) => `__nm.t(${id}, ${(id += 3) - 2}, ${on}, ${on}.${method}, `))(n);
  mustAgree(body, [plain(), probed()]);
  const [base, learning] = least([plain, probed], 1);
  return { base: base / n, over: (learning - base) / n };
}

// Here each call is looked at: it is the looks that could grow.
mostLooks[0] = 2 ** 32 - 1;
console.log(`\n${"ns for each element".padEnd(30)}${[`plain ${FEW}`, `plain ${MANY}`, `over ${FEW}`, `over ${MANY}`].map((name) => name.padStart(12)).join("")}`);
for (const loop of LOOPS) {
  const few = perElement(loop, FEW);
  const many = perElement(loop, MANY);
  console.log(`${loop[0].padEnd(30)}${[few.base, many.base, few.over, many.over].map((value) => `  ${shown(value)}`).join("")}`);
  // Where the plain loop is quadratic its own noise is in the figure.
  if (many.over > MOST_GROWTH * Math.max(few.over, 0) + NOISE + many.base) failed.push(`${loop[0]}: grows with what it is called on`);
}
if (sink === 0) console.log("nothing was measured");
if (failed.length > 0 && !SMALL) {
  console.log(`\nnot met:\n  ${failed.join("\n  ")}`);
  process.exitCode = NOT_KEPT;
}
