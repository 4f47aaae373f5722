// Faults of the transform that are put into the program it is given: what it then makes is what a transform with the fault makes
// of the program as it was. Each is named with its row of what first JavaScript instrumenters and other tools got wrong.
import { holds, unwrapped } from "./tree.mjs";

const CLOSURE = ["(()=>(", "))()"];
const ASYNC_CLOSURE = ["(async()=>(", "))()"];
/** `super` may not stand in it. */
const FUNCTION = ["(function(){return ", "}).call(this)"];
/** A value: no place, no receiver, no name. */
const VALUE = ["(0,", ")"];

const round = (node, [before, after]) => [[node.start, before], [node.end, after]];
const when = (condition, node, around) => (condition ? round(node, around) : null);

const awaits = (node) => holds(node, "AwaitExpression");
const yields = (node) => holds(node, "YieldExpression");

const isAndOr = ({ type, operator }) => type === "LogicalExpression" && operator !== "??";
const isBinary = ({ type }) => type === "BinaryExpression" || type === "LogicalExpression";
const isDelete = ({ type, operator }) => type === "UnaryExpression" && operator === "delete";
const isTypeof = ({ type, operator }) => type === "UnaryExpression" && operator === "typeof";
const isPrivate = ({ type }) => type === "PrivateIdentifier";
/** A member of a value, outside of chains with `?.`. */
const isMember = (node) => node.type === "MemberExpression" && node.object.type !== "Super" && !isChained(node);
const isChained = (node) => node.type === "MemberExpression" && (node.optional || isChained(node.object));

/** Whether an expression is called where it stands, or is a place that is written. */
function isCalledOrWritten({ parent, key, above }) {
  if (parent.type === "ParenthesizedExpression") return isCalledOrWritten(above);
  return key === "callee" || key === "tag" || (key === "left" && !isBinary(parent))
    || parent.type === "UpdateExpression" || isDelete(parent)
    || /^(?:ArrayPattern|RestElement)$/.test(parent.type) || (parent.type === "Property" && above.parent.type === "ObjectPattern");
}

const isOperand = (node, { parent, key }) => isAndOr(parent) && (key === "right" || !(isAndOr(node) && node.operator === parent.operator));
const isSide = ({ parent, key }) => parent.type === "ConditionalExpression" && key !== "test";

/** A closure round each argument of a kind, `held` tells which. */
const arguments_ = (held) => (node, { key }) => {
  if (key !== "arguments") return null;
  const value = node.type === "SpreadElement" ? node.argument : node;
  return when(held(unwrapped(value), node), value, CLOSURE);
};

const argumentThatAwaits = (...types) => arguments_((value, node) => node.type !== "SpreadElement" && types.includes(value.type) && !isChained(value) && awaits(value));

const refuses = () => { throw new Refused(); };
/** What the fault cannot take: it refuses the program. */
export class Refused extends Error {}

/** A read of a member by a name that is private. */
const readOfPrivate = (called) => (node, { parent, key }) => {
  if (node.type !== "MemberExpression" || !isPrivate(node.property)) return null;
  return called === (key === "callee" && parent.type === "CallExpression") ? refuses() : null;
};

function namedByItsPlace(node, place) {
  const unnamed = node.type === "ArrowFunctionExpression" || (/^(?:Function|Class)Expression$/.test(node.type) && node.id === null);
  const method = place.parent.type === "MethodDefinition" || (place.parent.type === "Property" && (place.parent.method || place.parent.kind !== "init"));
  return unnamed && !method && !isCalledOrWritten(place);
}

/** `o.m(a)` becomes `o.m.call(o,a)`, which fails with another message. */
function forgottenCallee(node, place, text) {
  if (node.type !== "CallExpression" || node.optional || !isMember(node.callee) || node.callee.computed || node.callee.object.type !== "Identifier") return null;
  const open = text.indexOf("(", node.callee.end);
  return [[node.callee.end, ".call"], [open + 1, node.callee.object.name + (node.arguments.length > 0 ? "," : "")]];
}

/** `o.a` looks for what else `o` has. */
function keysOfObject(node, place) {
  if (!isMember(node) || node.computed || isPrivate(node.property) || node.object.type !== "Identifier" || isCalledOrWritten(place)) return null;
  const { name } = node.object;
  return round(node, [`(typeof ${name}==="object"&&${name}&&Object.keys(${name}),`, ")"]);
}

function lateDirective(node, { parent }) {
  const body = node.type === "BlockStatement" && /Function/.test(parent.type);
  return body && node.body[0]?.directive === "use strict" ? [[node.start + 1, "0;"]] : null;
}

/** Name, row, what is edited at a node, and a text without which there is no such node: most programs need not be parsed. */
export const FAULTS_OF_SOURCE = [
  ["awaited-chain", "2.1: if ((await f(false)) && true)", (node) => when(isAndOr(node) && awaits(node) && !yields(node), node, ASYNC_CLOSURE), "await"],
  ["awaited-argument", "2.1: const y = dbl(await g())", (node) => when(node.type === "CallExpression" && node.arguments.some(awaits) && !yields(node), node, ASYNC_CLOSURE), "await"],
  ["delete-member", "2.1: delete o.x", (node) => (isDelete(node) ? when(isMember(node.argument) && !node.argument.computed, node.argument, VALUE) : null), "delete"],
  ["delete-computed", '2.1: delete o["x"]', (node) => (isDelete(node) ? when(isMember(node.argument) && node.argument.computed, node.argument, VALUE) : null), "delete"],
  ["optional-call-receiver", "2.1: o.m?.()", (node) => (node.type === "CallExpression" && node.optional ? when(isMember(node.callee), node.callee, VALUE) : null), "?.("],
  ["tagged-receiver", "2.1: o.t`x`", (node) => (node.type === "TaggedTemplateExpression" ? when(isMember(node.tag), node.tag, VALUE) : null), "`"],
  ["missing-method", "2.1: o.foo() missing: other message", forgottenCallee],
  ["proxy-keys", "2.1: o.a of a Proxy: traps", keysOfObject],
  ["await-in-binary", "2.2: true && (await g())===3", (node, place) => when(isOperand(node, place) && isBinary(unwrapped(node)) && awaits(node), node, CLOSURE), "await"],
  ["await-in-member", "2.2: id((await g()).a)", argumentThatAwaits("MemberExpression"), "await"],
  ["await-in-template", "2.2: id(`v${await g()}`)", argumentThatAwaits("TemplateLiteral"), "await"],
  ["await-in-object", "2.2: id({a: await g()})", argumentThatAwaits("ObjectExpression"), "await"],
  ["await-in-array", "2.2: id([await g()])", argumentThatAwaits("ArrayExpression"), "await"],
  ["await-in-spread", "2.2: id(...(await g()))", arguments_((value, node) => node.type === "SpreadElement" && awaits(value)), "await"],
  ["await-in-conditional", "2.2: true ? (await g())+1 : 0", (node, place) => when(isSide(place) && awaits(node), node, CLOSURE), "await"],
  ["await-in-unary", "2.2: await in a unary operand", argumentThatAwaits("UnaryExpression"), "await"],
  ["await-in-callee", "2.2: await in a callee", argumentThatAwaits("CallExpression"), "await"],
  ["yield-in-logical", "2.2: yield inside && and ||", (node, place) => when(isOperand(node, place) && yields(node), node, CLOSURE), "yield"],
  ["yield-in-conditional", "2.2: yield inside ?:", (node, place) => when(isSide(place) && yields(node), node, CLOSURE), "yield"],
  ["yield-in-argument", "2.2: yield inside a call argument", arguments_(yields), "yield"],
  ["super-call", "2.2: super.m()", (node) => when(node.type === "CallExpression" && node.callee.object?.type === "Super", node, FUNCTION), "super"],
  ["super-read", "2.2: super.p", (node, place) => when(node.object?.type === "Super" && !isCalledOrWritten(place), node, FUNCTION), "super"],
  ["private-read", "2.2: this.#x", readOfPrivate(false), "#"],
  ["private-call", "2.2: this.#m()", readOfPrivate(true), "#"],
  ["private-in", "2.2: o && #x in o", (node, place) => (isBinary(unwrapped(node)) && isPrivate(unwrapped(node).left) && isOperand(node, place) ? refuses() : null), "#"],
  ["lost-name", "other tools: x = (cov(), function(){})", (node, place) => when(namedByItsPlace(node, place), node, VALUE)],
  ["late-directive", 'other tools: "use strict" pushed off the top', lateDirective, "use strict"],
  ["read-undeclared", "other tools: typeof undeclared throws", (node) => (isTypeof(node) ? round(node.argument, VALUE) : null), "typeof"],
].map(([name, row, edit, needs = ""]) => ({ name, row, edit, needs }));
