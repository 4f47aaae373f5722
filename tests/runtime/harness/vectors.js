// `fixtures/vectors/truthness.json`: comparisons and their heuristics, to the bit, for any other
// implementation of the same formulas.
import { distances } from "./truthness.js";
import { judgeNest, nests } from "./nests.js";
import { PRIMITIVES } from "./operands.js";

const ABOUT =
  "Comparisons and their heuristics: [operator, left, right, h(true), h(false)]. Operands: n and the 16 hexadecimal digits of " +
  "a double's bits, s and 4 digits a UTF-16 unit, b and a decimal BigInt, or a word. Chains: [nest, with speculation, h(true), h(false)] of nests " +
  "as tests/runtime/harness/nests.js describes them. UPDATE=1 node --test tests/runtime/truthness.test.js writes it.";

const view = new DataView(new ArrayBuffer(8));

/** The bits of a double. */
export function encodeNumber(value) {
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

function encode(value) {
  switch (typeof value) {
    case "number":
      return `n${encodeNumber(value)}`;
    case "string":
      return `s${Array.from({ length: value.length }, (_, i) => value.charCodeAt(i).toString(16).padStart(4, "0")).join("")}`;
    case "bigint":
      return `b${value}`;
    default:
      return String(value);
  }
}

/** The operand that `encode` wrote. */
export function decode(text) {
  if (text in WORDS) return WORDS[text];
  if (text[0] === "b") return BigInt(text.slice(1));
  if (text[0] === "s") return String.fromCharCode(...(text.slice(1).match(/.{4}/g) ?? []).map((unit) => parseInt(unit, 16)));
  view.setBigUint64(0, BigInt(`0x${text.slice(1)}`));
  return view.getFloat64(0);
}

/** A nest with its operands encoded. */
const encodeNest = (node) =>
  node.map((part, i) => (Array.isArray(part) ? (node[0] === "not" ? encodeNest(part) : part.map(encodeNest)) : i === 0 ? part : encode(part)));

/** The nest that `encodeNest` wrote. */
export function decodeNest(node) {
  return node.map((part, i) => (Array.isArray(part) ? (node[0] === "not" ? decodeNest(part) : part.map(decodeNest)) : i === 0 ? part : decode(part)));
}

const WORDS = { true: true, false: false, null: null, undefined };

/** What a case is about, without its result. */
export const caseKey = ([op, a, b]) => `${a} ${op} ${b}`;

/** All vectors, in a fixed order; `runtime` runs the chains. */
export function vectors(judge, runtime) {
  const pairs = [];
  const operands = PRIMITIVES.filter((value) => typeof value !== "symbol" && String(value).length < 100);
  ["lt", "ge", "eq", "se", "le", "gt", "ne", "sn"].forEach((op, at) => {
    operands.forEach((a, i) => operands.forEach((b, j) => {
      // A quarter of the pairs; half of those of one type. Of the operators that mirror others, fewer.
      if (typeof a === typeof b ? i <= j : (i + j) % 4 === 0) {
        if (at < 4 || (i + 3 * j) % 5 === 0) pairs.push([op, a, b]);
      }
    }));
  });
  for (const d of distances().filter((_, i) => i % 3 === 0)) pairs.push(["se", d, 0]);
  const cases = pairs.map(([op, a, b]) => [op, encode(a), encode(b), ...judge(op, a, b).map(encodeNumber)]);
  const chains = nests(400).map((nest, i) => [encodeNest(nest), i % 2 === 1, ...judgeNest(runtime, nest, i % 2 === 1).map(encodeNumber)]);
  return { about: ABOUT, cases, chains };
}

/** The text of the fixture, one case a line. */
export function print({ about, cases, chains }) {
  const lines = (list) => list.map((one) => JSON.stringify(one)).join(",\n");
  return `{\n"about": ${JSON.stringify(about)},\n"cases": [\n${lines(cases)}\n],\n"chains": [\n${lines(chains)}\n]\n}\n`;
}
