// Kinds of syntax nodes in a program, read from its text by a parser that is not ours (acorn); and which families of replaced
// functions it calls, which only the generator knows.
import { parse } from "acorn";
import { kindOfCall, KINDS_OF_CALLS } from "./tracked_calls.mjs";

/** How many programs of 20,000 must hold each kind. */
export const LEAST = 100;
export const LEAST_OF = 20_000;

const operators = (type, list) => list.split(" ").map((operator) => `${type} ${operator}`);
const plain = (list) => list.trim().split(/\s+/);

/** The kinds of ES2025, as `kindsOf` names them. */
export const KINDS = [
  ...plain(`Program ExpressionStatement BlockStatement EmptyStatement DebuggerStatement WithStatement ReturnStatement LabeledStatement
    BreakStatement ContinueStatement IfStatement SwitchStatement SwitchCase ThrowStatement TryStatement CatchClause WhileStatement
    DoWhileStatement ForStatement ForInStatement ForOfStatement ClassDeclaration ClassExpression ClassBody StaticBlock ThisExpression Super
    ArrayExpression ObjectExpression ConditionalExpression NewExpression SequenceExpression TemplateLiteral TemplateElement
    TaggedTemplateExpression AwaitExpression YieldExpression ImportExpression ChainExpression ParenthesizedExpression Identifier PrivateIdentifier
    ObjectPattern ArrayPattern RestElement AssignmentPattern SpreadElement VariableDeclarator ImportDeclaration ImportSpecifier
    ImportDefaultSpecifier ImportNamespaceSpecifier ImportAttribute ExportNamedDeclaration ExportDefaultDeclaration ExportAllDeclaration ExportSpecifier`),
  ...operators("BinaryExpression", "+ - * / % ** << >> >>> & | ^ == != === !== < <= > >= in instanceof"),
  ...operators("LogicalExpression", "&& || ??"),
  ...operators("UnaryExpression", "- + ! ~ typeof void delete"),
  ...operators("UpdateExpression", "++ --"),
  ...operators("AssignmentExpression", "= += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??="),
  ...operators("VariableDeclaration", "var let const"),
  ...["FunctionDeclaration", "FunctionExpression"].flatMap((type) => [type, `${type} async`, `${type} generator`, `${type} async generator`]),
  "ArrowFunctionExpression", "ArrowFunctionExpression async", "ForOfStatement await", "YieldExpression delegate", "PrivateIdentifier in",
  "MethodDefinition constructor", "MethodDefinition method", "MethodDefinition get", "MethodDefinition set", "MethodDefinition static",
  "MethodDefinition private", "MethodDefinition computed", "PropertyDefinition", "PropertyDefinition static", "PropertyDefinition private",
  "PropertyDefinition computed", "Property init", "Property get", "Property set", "Property method", "Property shorthand", "Property computed",
  "MemberExpression named", "MemberExpression computed", "MemberExpression private", "MemberExpression optional", "MemberExpression super",
  "CallExpression", "CallExpression optional", "CallExpression super", "CallExpression eval", "MetaProperty new.target", "MetaProperty import.meta",
  "Literal string", "Literal number", "Literal bigint", "Literal boolean", "Literal null", "Literal regexp", "directive", "catch without binding",
  "target: member in pattern", "target: member in for", "class extends", ...KINDS_OF_CALLS,
];

function details(node, kinds, parent) {
  const { type } = node;
  switch (type) {
    case "BinaryExpression":
      if (node.left.type === "PrivateIdentifier") kinds.add("PrivateIdentifier in");
      kinds.add(`${type} ${node.operator}`);
      return;
    case "LogicalExpression": case "UnaryExpression": case "UpdateExpression": case "AssignmentExpression":
      kinds.add(`${type} ${node.operator}`);
      return;
    case "VariableDeclaration": kinds.add(`${type} ${node.kind}`); return;
    case "FunctionDeclaration": case "FunctionExpression": case "ArrowFunctionExpression":
      kinds.add(`${type}${node.async ? " async" : ""}${node.generator ? " generator" : ""}`);
      return;
    case "Literal":
      kinds.add(`Literal ${node.regex ? "regexp" : node.bigint ? "bigint" : node.value === null ? "null" : typeof node.value}`);
      return;
    case "MethodDefinition": case "PropertyDefinition": member(node, kinds); return;
    case "Property":
      if (parent.type === "ObjectPattern") { if (node.value.type === "MemberExpression") kinds.add("target: member in pattern"); return; }
      kinds.add(`Property ${node.method ? "method" : node.shorthand ? "shorthand" : node.kind}`);
      if (node.computed) kinds.add("Property computed");
      return;
    case "MemberExpression":
      kinds.add(`${type} ${node.object.type === "Super" ? "super" : node.property.type === "PrivateIdentifier" ? "private" : node.computed ? "computed" : "named"}`);
      if (node.optional) kinds.add(`${type} optional`);
      return;
    case "CallExpression":
      kinds.add(node.optional ? `${type} optional` : node.callee.type === "Super" ? `${type} super` : node.callee.name === "eval" ? `${type} eval` : type);
      return;
    case "MetaProperty": kinds.add(`${type} ${node.meta.name}.${node.property.name}`); return;
    default: more(node, kinds);
  }
}

function member(node, kinds) {
  const { type } = node;
  kinds.add(type === "MethodDefinition" ? `${type} ${node.kind}` : type);
  if (node.static) kinds.add(`${type} static`);
  if (node.key.type === "PrivateIdentifier") kinds.add(`${type} private`);
  if (node.computed) kinds.add(`${type} computed`);
}

function more(node, kinds) {
  const { type } = node;
  kinds.add(type);
  if (type === "ForOfStatement" && node.await) kinds.add("ForOfStatement await");
  if (type === "YieldExpression" && node.delegate) kinds.add("YieldExpression delegate");
  if ((type === "ForOfStatement" || type === "ForInStatement") && node.left.type === "MemberExpression") kinds.add("target: member in for");
  if (type === "ExpressionStatement" && node.directive !== undefined) kinds.add("directive");
  if (type === "CatchClause" && node.param === null) kinds.add("catch without binding");
  if ((type === "ClassDeclaration" || type === "ClassExpression") && node.superClass !== null) kinds.add("class extends");
}

/** The kinds of a program; throws what acorn throws. */
export function kindsOf({ text, goal, tracked }) {
  const options = { ecmaVersion: "latest", preserveParens: true, allowReturnOutsideFunction: true, allowHashBang: true };
  const root = parse(text, { ...options, sourceType: goal === "module" ? "module" : "script", allowSuperOutsideMethod: false, ...(goal === "commonJs" ? COMMON_JS : {}) });
  const kinds = new Set([...tracked].map(kindOfCall));
  const open = [[root, null]];
  while (open.length > 0) {
    const [node, parent] = open.pop();
    details(node, kinds, parent);
    for (const key in node) {
      const value = node[key];
      if (value === null || typeof value !== "object") continue;
      if (Array.isArray(value)) {
        for (const one of value) if (one !== null && typeof one.type === "string") open.push([one, node]);
      } else if (typeof value.type === "string") open.push([value, node]);
    }
  }
  return kinds;
}

// A CommonJS body is that of a function: `new.target` may stand in it.
const COMMON_JS = { sourceType: "commonjs" };
