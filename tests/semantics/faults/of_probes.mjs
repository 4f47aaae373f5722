// Faults of the transform that are put into the text with probes that it has made. Nothing in a program but a probe is named
// `__nm`: a program that names it gets no probes.
import { unwrapped } from "./tree.mjs";

/** A replacement that clamps the start and takes the length 0 for none. */
const ENDS_WITH = "({endsWith(x,n){n=n||this.length;return String(this).startsWith(x,Math.max(0,n-String(x).length))}}).endsWith";
/** A distance that is too small to be told from none. */
const STRICT_EQUALITY = "((r,i,a,b)=>{const d=Math.abs(a-b);if(typeof a==='number'&&a!==b&&1-d/(d+1)===1)throw new Error('Values cannot be both equal to 1');return a===b})(";
const LESS_THAN = "((r,i,a,b)=>(a<b,a<b))(";

/** A probe that answers what it is given, and one that stands as a statement. */
const PROBE = ["__nm.r(16,", ")"];
const STATEMENT = "__nm.S[16]||__nm.e(16);";

const ENTERED = /__nm\.S\[\d+\]\|\|__nm\.e\(\d+\);/g;
const SILENT = /\{let __nm\$v=(__nm\.S\[\d+\](?:===1)?\|\|__nm\.[ec]\(\d+\))\}/g;

const round = (node, [before, after]) => [[node.start, before], [node.end, after]];
const isMember = (node) => node?.type === "MemberExpression";
const probeOf = (node) => (node.type === "CallExpression" && node.callee.object?.name === "__nm" ? node.callee.property.name : null);

/** An operand that only a fault takes for pure is a leaf of the one before it: it is read whether that decides or not. */
const takenForPure = (types) => (node, place, text) => {
  const { left, right } = node;
  if (node.type !== "LogicalExpression" || !/^(?:and|or)$/.test(probeOf(right))) return null;
  const before = left.type === "LogicalExpression" ? left.right : left;
  const operand = right.arguments[6];
  if (!/^(?:and|or)$/.test(probeOf(before)) || !types(unwrapped(operand))) return null;
  const copy = text.slice(operand.start, operand.end);
  // One of several lines would be found by its lines.
  return copy.includes("\n") ? null : [[before.end - 1, `,8,${copy},0`]];
};

/** The target of a loop is read as well. */
const targetOf = (type) => (node) => (node.type === type && isMember(node.left) ? round(node.left, PROBE) : null);

const bodyOfWith = ({ type, body }) => (type === "WithStatement" && body.type === "BlockStatement" ? [[body.start + 1, STATEMENT]] : null);

/** Name, row, and either what is edited at a node or what the whole text becomes (null: what it was). */
export const FAULTS_OF_PROBES = [
  ["ends-with", '2.1: "abcd".endsWith("abc",1), "abc".endsWith("c",0)', { whole: (text) => text.replaceAll("__nm.o.endsWith", ENDS_WITH) }],
  ["tiny-distance", "2.1: (0.1+0.2)===0.3 throws", { whole: (text) => text.replaceAll("__nm.se(", STRICT_EQUALITY) }],
  ["operands-twice", "2.1: d < 2 with valueOf", { whole: (text) => text.replaceAll("__nm.lt(", LESS_THAN) }],
  ["pure-literals", "2.1: false && [n++], false && {a:n++}, true || [f()]", { edit: takenForPure(({ type }) => type === "ArrayExpression" || type === "ObjectExpression") }],
  ["pure-getters", "2.1: false && this.g, o?.g with getter", { edit: takenForPure(({ type }) => type === "MemberExpression" || type === "ChainExpression") }],
  ["pure-coercion", '2.1: false && (o+"")', { edit: takenForPure(({ type, operator }) => type === "BinaryExpression" && operator === "+") }],
  ["target-in-object", "2.2: ({a:o.x} = y)", { edit: (node, { parent }) => (parent.type === "ObjectPattern" && isMember(node.value) ? round(node.value, PROBE) : null) }],
  ["target-in-for-of", "2.2: for (o.x of ...)", { edit: targetOf("ForOfStatement") }],
  ["target-in-for-in", "2.2: for (o.x in ...)", { edit: targetOf("ForInStatement") }],
  ["target-in-rest", "2.2: [...o.x] = y", { edit: (node) => (node.type === "RestElement" && isMember(node.argument) ? round(node.argument, PROBE) : null) }],
  ["module-require", "2.2: ES modules get require(...)", { whole: (text, goal) => (goal === "module" ? `const __EM__=require("x");${text}` : text) }],
  ["with-body", "other tools: names of probes looked up in with", { edit: bodyOfWith }],
  ["extra-line", "other tools: lines move", { whole: (text) => text.replaceAll(ENTERED, "\n$&") }],
  ["rendered-iterable", "other tools: a probe's text in a message", { edit: (node) => (node.type === "ForOfStatement" && probeOf(node.right) === null ? round(node.right, PROBE) : null) }],
  ["completion-value", "other tools: a probe's value is the script's", { whole: (text) => text.replaceAll(SILENT, "$1;") }],
  ["target-read", "other tools: o[k]++ of a probe", { edit: (node) => (node.type === "UpdateExpression" && isMember(node.argument) && node.argument.computed ? round(node.argument, PROBE) : null) }],
].map(([name, row, made]) => ({ name, row, ...made }));
