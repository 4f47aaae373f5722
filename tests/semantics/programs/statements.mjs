// Statements. Loops end by construction: each round spends fuel.
import { calm, expression, hole, LEVEL, list, item, NO_SEMICOLON, other, RULE, statement, statements } from "./tree.mjs";
import { anExpression } from "./expressions.mjs";
import { declareName, memberTarget, pattern, target } from "./patterns.mjs";
import { functionDeclaration } from "./functions.mjs";
import { classDeclaration } from "./classes.mjs";
import { loop } from "./loops.mjs";
import { callStatement } from "./tracked_calls.mjs";

/** Statements of the scope at hand, after `first`. */
export function statementList(g, count, first) {
  const made = [...first];
  // What is declared at the end is hoisted, or in its dead zone until then.
  const late = g.chance(12) ? announce(g) : null;
  for (let i = 0; i < count; i += 1) made.push(aStatement(g));
  if (late !== null) made.push(late());
  return statements(made);
}

function announce(g) {
  const kind = g.pick(["function", "class", "let", "const"]);
  const name = g.freshName(kind !== "function");
  g.scope.declare(name, kind === "class" ? "class" : "function", kind === "function" ? "function" : kind);
  if (kind === "function") return () => functionDeclaration(g, name);
  if (kind === "class") return () => classDeclaration(g, name);
  return () => statement(kind, " ", name, " = ", hole(anExpression(g, "any")), ";");
}

export const semicolon = (g) => (g.chance(82) ? ";" : NO_SEMICOLON);

/** `{ ... }` with a scope of its own. */
export function block(g, count = 1 + g.int(2), first = []) {
  return g.block(() => other("{ ", hole(statementList(g, count, first)), " }"));
}

/** The same in the scope at hand. */
const sameScope = (g, count, first = []) => other("{ ", hole(statementList(g, count, first)), " }");

/** A body of `if` and the like: a block, or one statement that is no declaration. */
export function body(g) {
  if (g.chance(65)) return [hole(block(g))];
  return [g.chance(50) ? "\n" : "", hole(g.block(() => undeclaring(g)))];
}

function undeclaring(g) {
  return g.choose(UNDECLARING) ?? logging(g);
}

export function aStatement(g) {
  if (g.budget <= 0) return logging(g);
  g.budget -= 1;
  if (g.chance(45)) return g.choose(DECLARING) ?? logging(g);
  const made = undeclaring(g);
  if (g.chance(45)) return made;
  // What most programs do with what may fail: go on.
  g.names += 1;
  return statement("try { ", hole(made), ` } catch (c${g.names}) { $L("caught", c${g.names}) }`);
}

function logging(g) {
  g.names += 1;
  return statement(g.chance(75) ? `$L(${g.names}, ` : "$d(", hole(anExpression(g, g.pick(["any", "boolean", "number", "object"]))), ")", semicolon(g));
}

function expressionStatement(g) {
  return statement(hole(anExpression(g, "any"), LEVEL.COMMA, RULE.STATEMENT), semicolon(g));
}

const HINTS = ["any", "number", "string", "object", "object", "array", "function", "function", "class", "boolean"];

export function declarators(g, kind) {
  const parts = [];
  for (let i = 0, count = g.chance(85) ? 1 : 2; i < count; i += 1) {
    if (g.chance(20)) {
      // The value is generated first: in it the names of the pattern would be in their dead zone.
      const hint = g.pick(["object", "array"]);
      const value = anExpression(g, hint);
      parts.push(item(hole(pattern(g, kind, 0)[0]), " = ", hole(value)));
      continue;
    }
    const hint = g.pick(HINTS);
    const value = kind === "const" || g.chance(90) ? anExpression(g, hint) : null;
    const again = kind === "var" && !g.context.module && g.chance(8) ? g.scope.functionScope.variables.filter((one) => one.kind === "var") : [];
    const name = again.length > 0 && g.scope.isFunction ? g.pick(again).name : declareName(g, kind, hint);
    parts.push(item(name, ...(value === null ? [] : [g.gap(), "=", g.gap(), hole(value)])));
  }
  return list(", ", parts);
}

function declaration(g) {
  const kind = g.pick(["var", "let", "const", "let", "const"]);
  return statement(kind, " ", hole(declarators(g, kind)), semicolon(g));
}

const variableStatement = (g) => statement("var ", hole(declarators(g, "var")), semicolon(g));

/** A declaration and, mostly, its use: what is never called shows nothing. */
function used(g, declared, name) {
  if (g.chance(25)) return declared;
  return statements([declared, statement(`$d(${name});`)]);
}

function functionStatement(g) {
  const name = declareName(g, "function", "function");
  return used(g, functionDeclaration(g, name), name);
}

function classStatement(g) {
  const name = declareName(g, "const", "class");
  return used(g, classDeclaration(g, name), name);
}

const condition = (g) => hole(anExpression(g, g.pick(["boolean", "boolean", "any"])), LEVEL.COMMA);

function branch(g) {
  const head = ["if", g.chance(90) ? " (" : "(", condition(g), ") "];
  if (!g.context.strict && g.chance(4)) {
    // A function as the body, of Annex B.
    const made = g.block(() => functionDeclaration(g, g.freshName(false), true));
    return statement(...head, hole(made));
  }
  const yes = body(g);
  if (g.chance(45)) return statement(...head, "{ ", ...yes, " } else ", ...body(g));
  return statement(...head, ...yes);
}

function choice(g) {
  const discriminant = hole(anExpression(g, g.pick(["number", "string", "boolean", "any"])), LEVEL.COMMA);
  const context = { ...g.context, breakable: g.context.breakable + 1 };
  return g.within(context, null, () => g.block(() => {
    const cases = [];
    const count = g.int(4);
    const byDefault = g.chance(60) ? g.int(count + 1) : -1;
    for (let i = 0; i <= count; i += 1) {
      if (i === byDefault) cases.push(item("default:\n", hole(statementList(g, g.int(2), []))));
      if (i < count) cases.push(oneCase(g));
    }
    return statement("switch (", discriminant, ") {\n", hole(list("\n", cases)), "\n}");
  }));
}

function oneCase(g) {
  const test = g.chance(60) ? calm(LEVEL.POSTFIX, g.pick(["1", "2", '"a"', "true", "NaN", "undefined", "0", '"number"'])) : anExpression(g, "any");
  const inside = statementList(g, g.int(3), []);
  return item("case\u0002", hole(test, LEVEL.COMMA), ":\n", hole(inside), g.chance(50) ? "\nbreak;" : "");
}

function attempt(g) {
  const parts = ["try ", hole(block(g))];
  const at = g.int(10);
  if (at < 8) parts.push(...handler(g));
  if (at > 6) parts.push(" finally ", hole(block(g)));
  return statement(...parts);
}

function handler(g) {
  return g.block(() => {
    if (g.chance(15)) return [" catch ", hole(block(g))];
    // What is caught and what the block declares may not share a name: one scope.
    if (g.chance(20)) return [" catch (", hole(pattern(g, "const", 1)[0]), ") ", hole(sameScope(g, 1))];
    const name = g.freshName(false);
    g.scope.declare(name, "object", "parameter");
    return [` catch (${name}) `, hole(sameScope(g, g.int(2), [statement(`$L("caught", ${name});`)]))];
  });
}

function throwing(g) {
  const value = g.chance(40) ? expression(LEVEL.CALL, "new ", g.pick(["Error", "TypeError", "RangeError"]), '("', g.pick(["one", "two"]), '")') : anExpression(g, "any");
  return statement("throw\u0002", hole(value, LEVEL.COMMA), semicolon(g));
}

function returning(g) {
  if (g.chance(15)) return statement("return", semicolon(g));
  return statement("return\u0002", hole(anExpression(g, "any"), LEVEL.COMMA), semicolon(g));
}

function breaking(g) {
  const labels = g.context.labels;
  if (labels.length > 0 && g.chance(60)) return statement("break ", g.pick(labels).name, semicolon(g));
  return g.context.breakable > 0 ? statement("break", semicolon(g)) : null;
}

function continuing(g) {
  const labels = g.context.labels.filter((one) => one.loop);
  if (labels.length > 0 && g.chance(60)) return statement("continue ", g.pick(labels).name, semicolon(g));
  return g.context.loops > 0 ? statement("continue", semicolon(g)) : null;
}

function labelled(g) {
  g.names += 1;
  const name = `L${g.names}`;
  const isLoop = g.chance(60);
  const context = { ...g.context, labels: [...g.context.labels, { name, loop: isLoop }] };
  return g.within(context, null, () => {
    const inner = isLoop ? loop(g) : g.chance(80) ? statement(hole(block(g, 1 + g.int(3)))) : g.block(() => undeclaring(g));
    return statement(`${name}:`, g.chance(80) ? " " : "\n", hole(inner));
  });
}

function withStatement(g) {
  const object = anExpression(g, "object");
  return g.within({ ...g.context, with: true }, null, () => statement("with (", hole(object, LEVEL.COMMA), ") ", ...body(g)));
}

/** Closures that a loop makes, called after it. */
function closures(g) {
  const functions = declareName(g, "const", "array");
  const each = g.freshName(false);
  const kind = g.pick(["let", "var"]);
  const use = g.pick([`() => ${each}`, `() => ${each} < 2 && ${each}`, `function () { return ${each}++ }`]);
  return statement(`const ${functions} = []; for (${kind} ${each} = 0; ${each} < 3; ${each}++) { $f(); ${functions}[${each}] = ${use} } $L(${functions}.map(f => f()));`);
}

function deleteAndLook(g) {
  const name = declareName(g, "const", "object");
  const key = g.pick([".a", '["a"]', "[0 || \"b\"]", "?.a", ".o.a", '?.["b"]']);
  return statement(`const ${name} = $o(${g.int(6)}); $L(delete ${name}${key}, "a" in ${name}, ${name});`);
}

/** Targets that are members, in every kind of pattern and head. */
function memberTargets(g) {
  const [one, two] = [hole(memberTarget(g), LEVEL.CALL), hole(target(g, "any") ?? memberTarget(g), LEVEL.CALL)];
  switch (g.int(3)) {
    case 0: return statement("({ a: ", one, ", ...", hole(memberTarget(g), LEVEL.CALL), " } = ", hole(anExpression(g, "object")), ");");
    case 1: return statement("[", one, " = 1, , ...", two, "] = ", hole(anExpression(g, "array")), ";");
    default: return statement("for (", one, g.pick([" of ", " in "]), hole(anExpression(g, "array")), ") { $f(); $L(1); }");
  }
}

const returns = (g) => g.context.returns;
const sloppy = (g) => !g.context.strict;
const breakable = (g) => g.context.breakable > 0 || g.context.labels.length > 0;
const inLoop = (g) => g.context.loops > 0;

const UNDECLARING = [
  [16, logging], [26, callStatement], [12, expressionStatement], [3, variableStatement], [8, branch], [8, loop], [4, choice], [5, attempt], [2, throwing],
  [4, returning, returns], [5, breaking, breakable], [5, continuing, inLoop], [4, labelled], [2, withStatement, sloppy], [2, (g) => statement(hole(block(g)))],
  [1, () => statement(";")], [1, (g) => statement("debugger", semicolon(g))], [2, memberTargets],
];

const DECLARING = [[22, declaration], [9, functionStatement], [6, classStatement], [1, closures], [2, deleteAndLook]];
