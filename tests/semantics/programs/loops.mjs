// Loops of all kinds. A round spends fuel in the body or in the test.
import { expression, fixed, fuel, hole, LEVEL, RULE, statement } from "./tree.mjs";
import { anExpression } from "./expressions.mjs";
import { declareName, memberTarget, pattern, target } from "./patterns.mjs";
import { block, declarators, semicolon } from "./statements.mjs";

/** Runs `inside` where `break` and `continue` may stand. */
function looping(g, inside) {
  const { context } = g;
  return g.within({ ...context, loops: context.loops + 1, breakable: context.breakable + 1 }, null, () => g.block(inside));
}

const fuelled = (g) => hole(block(g, 1 + g.int(2), [fuel()]));

const boolean = (g) => anExpression(g, g.pick(["boolean", "boolean", "any"]));

/** A test that spends fuel, for a body that is one statement. */
const spending = (g, test) => hole(fixed(expression(LEVEL.AND, "$f() && ", hole(test, LEVEL.BITOR))), LEVEL.COMMA);

function whileLoop(g) {
  return looping(g, () => {
    if (g.chance(30)) return statement("while (", spending(g, boolean(g)), ") ", hole(statement("$L(0);")));
    return statement("while (", hole(boolean(g), LEVEL.COMMA), ") ", fuelled(g));
  });
}

function doLoop(g) {
  return looping(g, () => {
    if (g.chance(30)) return statement("do $L(1); while (", spending(g, boolean(g)), ")", semicolon(g));
    return statement("do ", fuelled(g), g.chance(70) ? " " : "", "while (", hole(boolean(g), LEVEL.COMMA), ")", semicolon(g));
  });
}

function forLoop(g) {
  return looping(g, () => {
    if (g.chance(55)) {
      const name = declareName(g, g.pick(["let", "let", "var"]), "number");
      const kind = g.scope.variables.some((one) => one.name === name) ? "let" : "var";
      const limit = g.pick(["2", "3", "4", '"3"', "3n"]);
      return statement(`for (${kind} ${name} = 0; ${name} ${g.pick(["<", "<=", "!=", "!=="])} ${limit}; ${name}${g.pick(["++", " += 1", "++, $L(1)"])}) `, fuelled(g));
    }
    const kind = g.pick(["let", "const", "var"]);
    const start = g.chance(60) ? [kind, " ", hole(declarators(g, kind), LEVEL.ASSIGN)] : g.chance(50) ? [hole(anExpression(g, "any"), LEVEL.COMMA, RULE.NO_IN)] : [""];
    const test = g.chance(75) ? hole(boolean(g), LEVEL.COMMA) : "";
    const step = g.chance(70) ? hole(anExpression(g, "any"), LEVEL.COMMA) : "";
    return statement("for (", ...headOf(start), "; ", test, "; ", step, ") ", fuelled(g));
  });
}

/** `in` cannot stand bare in the head of a loop. */
function headOf(parts) {
  for (const part of parts) {
    if (typeof part === "string" || part.node.separator === undefined) continue;
    for (const declarator of part.node.parts) for (const value of declarator.node.parts) if (typeof value !== "string") value.rule = RULE.NO_IN;
  }
  return parts;
}

/** `const x`, `{ a = 1 }`, `o.x`: what a round is bound to. */
function binding(g) {
  const at = g.int(10);
  if (at < 2) return [hole(memberTarget(g), LEVEL.CALL, RULE.NO_LET)];
  if (at < 3) return [hole(target(g, "any") ?? memberTarget(g), LEVEL.CALL, RULE.NO_LET)];
  if (at < 4) return [hole(pattern(g, "assign", 0)[0])];
  const kind = g.pick(["const", "let", "var"]);
  if (at < 6) return [kind, " ", hole(pattern(g, kind, 0)[0])];
  return [kind, " ", declareName(g, kind, "any")];
}

function each(g, word, hint, head) {
  // What is walked is generated first: in it the names of the head would be in their dead zone.
  return looping(g, () => {
    const value = anExpression(g, hint);
    return statement(head, ...binding(g), word, hole(value, word === " of " ? LEVEL.ASSIGN : LEVEL.COMMA), ") ", fuelled(g));
  });
}

const forIn = (g) => each(g, " in ", "object", "for (");
const forOf = (g) => each(g, " of ", "array", "for (");
const forAwait = (g) => each(g, " of ", g.pick(["async", "array"]), "for await (");

const LOOPS = [[3, whileLoop], [3, doLoop], [6, forLoop], [3, forIn], [6, forOf], [8, forAwait, (g) => g.context.await]];

export const loop = (g) => g.choose(LOOPS) ?? forLoop(g);

