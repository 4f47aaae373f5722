// Functions of all kinds. Each that could run for ever spends fuel on entering.
import { calm, fuel, hole, item, LEVEL, list, NO_SEMICOLON, other, RULE, statement } from "./tree.mjs";
import { functionContext, Scope } from "./scope.mjs";
import { anExpression, guarded } from "./expressions.mjs";
import { declareName, pattern } from "./patterns.mjs";
import { statementList } from "./statements.mjs";

/** The parameters, declared in the scope of the function; answers the node and whether they are plain names. */
export function parameters(g, count = g.int(4)) {
  // In parameters `await` and `yield` are refused.
  return g.within({ ...g.context, await: false, yield: false }, null, () => {
    const parts = [];
    let simple = true;
    for (let i = 0; i < count; i += 1) {
      const last = i === count - 1;
      if (last && g.chance(15)) {
        simple = false;
        parts.push(item("...", g.chance(80) ? declareName(g, "parameter", "array") : hole(pattern(g, "parameter", 1)[0])));
      } else if (g.chance(18)) {
        simple = false;
        const [inner, hint] = pattern(g, "parameter", 1);
        parts.push(item(hole(inner), ...(g.chance(50) ? [" = ", hole(guarded(g, anExpression(g, hint)))] : [])));
      } else {
        const value = g.chance(25) ? anExpression(g, g.pick(["any", "number", "function"])) : null;
        const name = declareName(g, "parameter", g.pick(["any", "number", "object", "string"]));
        if (value !== null) simple = false;
        parts.push(item(name, ...(value === null ? [] : [" = ", hole(guarded(g, value))])));
      }
    }
    return { node: list(", ", parts), simple };
  });
}

/** `{ ... }` of a function, with its fuel and maybe a directive. */
function body(g, simple) {
  const first = [];
  const directive = simple && !g.context.strict && g.chance(10);
  if (directive) {
    g.context = { ...g.context, strict: true };
    first.push(statement('"use strict"', g.chance(70) ? ";" : NO_SEMICOLON));
    // What only strict code says.
    if (g.chance(40)) first.push(statement("$L(this === undefined);"));
  } else if (g.chance(3)) first.push(statement("'not a directive of ours';"));
  first.push(fuel());
  const list_ = statementList(g, 1 + g.int(3), first);
  return other("{", "\n", hole(list_), "\n}");
}

/**
 * `(a, b) { ... }`.
 *
 * @param options see `functionContext`; `count`: how many parameters
 */
export function signatureAndBody(g, options, count) {
  // One function may not take all that the program has.
  const budget = g.budget;
  g.budget = Math.min(budget, 3 + g.int(12));
  const granted = g.budget;
  const made = inFunction(g, options, count);
  g.budget += budget - granted;
  return made;
}

function inFunction(g, options, count) {
  return g.within(functionContext(g.context, options), new Scope(g.scope, true), () => {
    g.scope.taken.add("arguments");
    const made = parameters(g, count);
    return other("(", hole(made.node), ") ", hole(body(g, made.simple)));
  });
}

const KINDS = [
  [60, { async: false, generator: false }, "function"], [15, { async: true, generator: false }, "async function"],
  [15, { async: false, generator: true }, "function*"], [10, { async: true, generator: true }, "async function*"],
];

export function functionKind(g) {
  let at = g.int(100);
  for (const [weight, kind, text] of KINDS) {
    at -= weight;
    if (at < 0) return [kind, text];
  }
  return [KINDS[0][1], KINDS[0][2]];
}

export function functionExpression(g) {
  const [kind, text] = functionKind(g);
  if (g.chance(65)) return calm(LEVEL.PRIMARY, text, g.chance(80) ? " " : "", hole(signatureAndBody(g, kind)));
  // Its own name is a constant inside it.
  return g.within(g.context, new Scope(g.scope, false), () => {
    const name = g.freshName(false);
    g.scope.declare(name, "function", "function");
    return calm(LEVEL.PRIMARY, text, " ", name, hole(signatureAndBody(g, kind)));
  });
}

/** A declared function; the caller has declared the name. */
export function functionDeclaration(g, name, plainOnly = false) {
  const [kind, text] = plainOnly ? [KINDS[0][1], "function"] : functionKind(g);
  return statement(text, " ", name, hole(signatureAndBody(g, kind)));
}


export function arrow(g) {
  const async = g.chance(22);
  return g.within(functionContext(g.context, { async, arrow: true }), new Scope(g.scope, true), () => {
    const made = parameters(g);
    const bare = made.simple && made.node.parts.length === 1 && g.chance(50);
    const head = [async ? "async " : "", bare ? hole(made.node) : hole(other("(", hole(made.node), ")"))];
    if (g.chance(55)) return calm(LEVEL.ASSIGN, ...head, " =>", g.chance(90) ? " " : "\n", hole(guarded(g, anExpression(g, g.pick(["any", "boolean", "number"]))), LEVEL.ASSIGN, RULE.ARROW_BODY));
    return calm(LEVEL.ASSIGN, ...head, " => ", hole(body(g, made.simple)));
  });
}
