// Expressions: the table of all productions, members, calls, templates, `await` and `yield`.
import { calm, expression, fixed, hole, item, LEVEL, list, other, RULE } from "./tree.mjs";
import { leaf, worldly } from "./literals.mjs";
import * as operators from "./operators.mjs";
import { arrayLiteral, objectLiteral } from "./object_literals.mjs";
import { arrow, functionExpression } from "./functions.mjs";
import { classExpression } from "./classes.mjs";
import { requestRead, trackedCall } from "./tracked_calls.mjs";

/** Deeper places get leaves. */
const MOST_DEEP = 9;

const PROPERTIES = ["a", "b", "c", "g", "n", "o", "z", "u", "l", "s", "zz", "x"];
const METHODS = ["m", "m", "has", "test", "includes", "indexOf", "startsWith", "nope", "toString"];

/** An expression; the hint says which kind of value would make most of its place. */
export function anExpression(g, hint = "any") {
  if (g.budget <= 0 || g.depth >= MOST_DEEP || g.chance(10 + g.depth * 5)) return leaf(g, hint);
  g.budget -= 1;
  g.depth += 1;
  try {
    return g.choose(g.chance(72) && TYPED[hint] !== undefined ? TYPED[hint] : ANY, hint) ?? leaf(g, hint);
  } finally {
    g.depth -= 1;
  }
}

/** The value where entering costs no fuel by itself: what may call something spends some first. */
export function guarded(g, value) {
  if (value.calm) return value;
  switch (g.int(3)) {
    case 0: return fixed(expression(LEVEL.COMMA, "$f(), ", hole(value)));
    case 1: return fixed(expression(LEVEL.AND, "$f() && ", hole(value, LEVEL.BITOR)));
    default: return fixed(expression(LEVEL.COND, "$f() ? ", hole(value), " : 0"));
  }
}

/** The name of a property as it is written in a literal, class or pattern. */
export function propertyKey(g, inClass = false) {
  const at = g.int(20);
  if (at < 11) return other(g.pick(PROPERTIES));
  if (at < 13) return other(g.pick(['"a"', '"b c"', "'x'", "0", "1", ".5", "1n"]));
  if (at < 14) return other(g.pick(["get", "set", "async", "of", "if", "delete"]));
  if (at < 16) return other(g.pick(["[Symbol.iterator]", "[Symbol.toPrimitive]", "[Symbol.asyncIterator]"]));
  const inside = inClass ? { ...g.context, strict: true } : g.context;
  return g.within(inside, null, () => other("[", hole(g.chance(60) ? expression(LEVEL.CALL, `$L(${g.pick(['"k"', "1", '"a"'])})`) : anExpression(g, "string")), "]"));
}

/** Something that has members. */
function holder(g) {
  const at = g.int(10);
  if (at < 5) {
    const variable = g.variable("object");
    if (variable !== null) return g.reference(variable.name);
  }
  return at < 9 ? anExpression(g, "object") : anExpression(g, "any");
}

const computedKey = (g) => (g.chance(60) ? calm(LEVEL.PRIMARY, g.pick(['"a"', '"g"', '"zz"', "0", "1", '"length"'])) : anExpression(g, "any"));

function member(g) {
  if (g.privates.length > 0 && g.chance(20)) return privateMember(g);
  if (g.context.superProperty && g.chance(18)) {
    return expression(LEVEL.MEMBER, g.pick(["super.m", "super.g", 'super["a"]', "super.zz"]));
  }
  const object = hole(holder(g), LEVEL.CALL);
  if (g.chance(55)) return expression(LEVEL.MEMBER, object, g.chance(92) ? "." : " /* . */ . ", g.pick(PROPERTIES));
  return expression(LEVEL.MEMBER, object, "[", hole(computedKey(g), LEVEL.COMMA), "]");
}

function privateMember(g, called = false) {
  const names = g.privates.flat();
  if (names.length === 0) return null;
  const { name } = g.pick(names);
  const object = g.chance(75) ? calm(LEVEL.PRIMARY, "this") : holder(g);
  // `f((this?.#p)(1))` ends Node 20: a check of V8 fails.
  if (!called && g.chance(15)) return expression(LEVEL.POSTFIX, hole(object, LEVEL.CALL), "?.#", name);
  return expression(LEVEL.MEMBER, hole(object, LEVEL.CALL), ".#", name);
}

/** `a?.b.c?.[d]?.()`. */
function optionalChain(g) {
  const parts = [hole(holder(g), LEVEL.CALL)];
  for (let i = 0, count = 1 + g.int(3); i < count; i += 1) {
    const optional = i === 0 || g.chance(50);
    switch (g.int(6)) {
      case 0: parts.push(optional ? "?.[" : "[", hole(computedKey(g), LEVEL.COMMA), "]"); break;
      case 1: parts.push(`${optional ? "?." : "."}${g.pick(METHODS)}`, g.chance(50) ? "?.(" : "(", hole(argumentsOf(g)), ")"); break;
      case 2: parts.push(optional ? "?.(" : "(", hole(argumentsOf(g)), ")"); break;
      default: parts.push(optional ? "?." : ".", g.pick(PROPERTIES));
    }
  }
  // A place that needs a member gets it in parentheses: that ends the chain.
  return expression(LEVEL.POSTFIX, ...parts);
}

function argumentsOf(g, hint = "any") {
  const parts = [];
  for (let i = 0, count = g.pick([0, 1, 1, 2, 2, 3]); i < count; i += 1) {
    if (g.chance(10)) parts.push(item("...", hole(anExpression(g, "array"))));
    else parts.push(item(hole(anExpression(g, hint))));
  }
  return list(g.chance(90) ? ", " : ",\n", parts);
}

const callOf = (g, callee) => expression(LEVEL.CALL, callee, "(", hole(argumentsOf(g)), ")");

/** An argument of a call that waits somewhere inside. */
function awaitedInside(g) {
  const waiting = ["await\u0002", hole(anExpression(g, g.chance(70) ? "async" : "any"), LEVEL.UNARY)];
  switch (g.int(5)) {
    case 0: return ["(", ...waiting, ").a"];
    case 1: return ["`a${", ...waiting, "}`"];
    case 2: return [g.pick(["!", "-", "typeof "]), "(", ...waiting, ")"];
    case 3: return ["[", ...waiting, "]"];
    default: return ["{ a: ", ...waiting, " }"];
  }
}

function call(g) {
  const at = g.int(20);
  if (at < 6) {
    const variable = g.variable("function");
    if (variable !== null) return callOf(g, hole(g.reference(variable.name), LEVEL.CALL));
  }
  if (at < 11) return callOf(g, hole(expression(LEVEL.MEMBER, hole(holder(g), LEVEL.CALL), ".", g.pick(METHODS)), LEVEL.CALL));
  if (at < 12) return callOf(g, hole(expression(LEVEL.MEMBER, hole(holder(g), LEVEL.CALL), "[", hole(computedKey(g), LEVEL.COMMA), "]"), LEVEL.CALL));
  if (at < 13 && g.context.superProperty) return callOf(g, g.pick(["super.m", "super.nope", 'super["m"]']));
  if (at < 14 && g.privates.length > 0) {
    const made = privateMember(g, true);
    if (made !== null) return callOf(g, hole(made, LEVEL.CALL));
  }
  if (at < 15 && g.context.superCall) return expression(LEVEL.CALL, "super(", hole(argumentsOf(g)), ")");
  if (at < 16) return callOf(g, hole(anExpression(g, "function"), LEVEL.CALL));
  if (at < 18 && g.context.await) return expression(LEVEL.CALL, "$L(", ...awaitedInside(g), ")");
  return expression(LEVEL.CALL, "$L(", hole(argumentsOf(g, g.pick(["any", "boolean", "number"]))), ")");
}

function construct(g) {
  const variable = g.variable("class");
  const at = g.int(10);
  const callee = at < 5 && variable !== null ? g.reference(variable.name)
    : at < 8 ? calm(LEVEL.PRIMARY, g.pick(["Array", "Map", "Error", "Object", "Set"]))
      : expression(LEVEL.PRIMARY, "(", hole(anExpression(g, "class"), LEVEL.COMMA), ")");
  if (g.chance(12)) return expression(LEVEL.POSTFIX, "new ", hole(callee, LEVEL.PRIMARY, RULE.NEW_CALLEE));
  const many = at >= 5 && at < 8;
  return expression(LEVEL.MEMBER, "new ", hole(callee, LEVEL.PRIMARY, RULE.NEW_CALLEE), "(", many ? g.pick(["", "[]", "[1, 2]"]) : hole(argumentsOf(g)), ")");
}

function template(g) {
  const parts = ["`", g.pick(["", "a", "\n", "\\n"])];
  for (let i = 0, count = 1 + g.int(2); i < count; i += 1) {
    parts.push("${", hole(anExpression(g, g.pick(["string", "number", "any"])), LEVEL.COMMA), "}", g.pick(["", "b", " "]));
  }
  return expression(LEVEL.PRIMARY, ...parts, "`");
}

function taggedTemplate(g) {
  const tag = g.chance(60) ? expression(LEVEL.MEMBER, hole(holder(g), LEVEL.CALL), g.pick([".t", ".t", '["t"]', ".nope"])) : calm(LEVEL.PRIMARY, g.pick(["$L", "$m", "String.raw"]));
  return expression(LEVEL.CALL, hole(tag, LEVEL.CALL), hole(template(g)));
}

function awaiting(g) {
  return expression(LEVEL.UNARY, "await\u0002", hole(anExpression(g, g.chance(70) ? "async" : "any"), LEVEL.UNARY));
}

function yielding(g) {
  const at = g.int(10);
  if (at < 2) return expression(LEVEL.ASSIGN, "yield");
  if (at < 5) return expression(LEVEL.ASSIGN, "yield* ", hole(anExpression(g, "array")));
  // `yield #x in o` is refused by swc: such a file runs un-instrumented.
  return expression(LEVEL.ASSIGN, "yield\u0002", hole(anExpression(g, "any"), LEVEL.ASSIGN, RULE.NO_PRIVATE));
}

/** Direct `eval` of a text that is a program of its own. */
function directEval(g) {
  const inner = g.pick([
    "1; if (0) 2", "var ev = 3; ev", "typeof v1", "this === undefined", "{ let q = 5; q }", "for (var ei = 0; ei < 2; ei++) ei", "x.y.z",
    "new.target", "switch (1) { case 1: 'one' }", "(function named() {})", "try { 7 } finally { 8 }", "'use strict'; 01", "arguments.length", "eval('1;;;')",
  ]);
  const name = g.variable("any");
  const text = name !== null && g.chance(40) ? `${name.name};` : inner;
  const quoted = JSON.stringify(text);
  return expression(LEVEL.CALL, g.chance(80) ? "eval(" : "(0, eval)(", quoted, ")");
}

function dynamicImport(g) {
  return expression(LEVEL.CALL, g.pick(['import("dep")', 'import("dep", {})', 'import("dep").then($L)', 'import($L("none"))']));
}

const parentheses = (g, hint) => expression(LEVEL.PRIMARY, "(", hole(anExpression(g, hint), LEVEL.COMMA), ")");

const inAsync = (g) => g.context.await;
const inGenerator = (g) => g.context.yield;
const inModule = (g) => g.context.module;

const ANY = [
  [8, operators.arithmetic], [10, operators.comparison], [5, operators.membership], [11, operators.logical], [6, operators.not], [5, operators.unary],
  [4, operators.deletion], [7, operators.conditional], [4, operators.update], [10, operators.assignment], [3, operators.comma],
  [1, operators.longChain], [8, member], [8, optionalChain], [12, call], [24, trackedCall], [3, requestRead], [4, construct], [3, template], [4, taggedTemplate],
  [6, objectLiteral], [4, arrayLiteral], [4, functionExpression], [6, arrow], [3, classExpression], [2, parentheses], [2, directEval],
  [14, awaiting, inAsync], [14, yielding, inGenerator], [5, dynamicImport, inModule],
];

const TYPED = {
  number: [[10, operators.arithmetic], [4, operators.update], [4, operators.conditional], [4, member], [3, operators.unary], [5, operators.assignment], [2, call], [4, awaiting, inAsync], [3, yielding, inGenerator], [6, trackedCall]],
  string: [[6, trackedCall], [6, operators.arithmetic], [4, template], [3, operators.conditional], [3, operators.unary], [2, operators.assignment]],
  boolean: [[10, operators.comparison], [6, operators.membership], [9, operators.logical], [6, operators.not], [14, trackedCall], [3, requestRead], [3, operators.deletion], [3, call], [3, optionalChain], [4, awaiting, inAsync], [3, yielding, inGenerator]],
  object: [[4, trackedCall], [8, objectLiteral], [4, construct], [2, operators.conditional], [2, operators.logical], [3, member], [2, operators.assignment], [3, (g) => worldly(g, "object")], [3, awaiting, inAsync], [2, yielding, inGenerator]],
  array: [[4, trackedCall], [6, arrayLiteral], [4, (g) => worldly(g, "array")], [2, operators.conditional], [2, call]],
  function: [[5, functionExpression], [6, arrow], [2, member], [1, operators.conditional], [1, classExpression]],
  async: [[4, (g) => worldly(g, "async")], [3, call], [1, operators.conditional]],
  class: [[4, classExpression], [2, (g) => worldly(g, "class")]],
};
