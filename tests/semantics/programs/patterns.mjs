// Where values go: names, members, patterns with defaults and rests.
import { expression, hole, item, LEVEL, list, other } from "./tree.mjs";
import { anExpression, guarded, propertyKey } from "./expressions.mjs";

/** A place that can be assigned: a variable or a member. Null when there is none. */
export function target(g, hint) {
  if (g.chance(55)) {
    const variable = g.variable(hint);
    if (variable !== null && (variable.kind === "let" || variable.kind === "var" || variable.kind === "parameter" || (g.chance(4) && variable.kind === "const"))) {
      return g.reference(variable.name);
    }
  }
  return memberTarget(g);
}

/** A member as a place: `o.x`, `o[k]`, `this.#x`, `super.x`. */
export function memberTarget(g) {
  if (g.privates.length > 0 && g.chance(25)) {
    const fields = g.privates.at(-1).filter((one) => one.kind === "field");
    if (fields.length > 0) return expression(LEVEL.MEMBER, "this.#", g.pick(fields).name);
  }
  if (g.context.superProperty && g.chance(20)) return expression(LEVEL.MEMBER, g.pick(["super.q", 'super["q"]']));
  const variable = g.variable("object");
  const object = variable !== null && g.chance(80) ? g.reference(variable.name) : anExpression(g, "object");
  if (g.chance(50)) return expression(LEVEL.MEMBER, hole(object, LEVEL.CALL), ".", g.pick(["a", "b", "x", "g", "s", "q"]));
  const key = g.chance(50) ? anExpression(g, "string") : anExpression(g, "number");
  return expression(LEVEL.MEMBER, hole(object, LEVEL.CALL), "[", hole(key, LEVEL.COMMA), "]");
}

/**
 * A destructuring pattern; answers it and what kind of value fits.
 *
 * @param kind "assign", or how its names are declared: "let", "const", "var", "parameter"
 */
export function pattern(g, kind, depth) {
  return g.chance(55) ? [objectPattern(g, kind, depth), "object"] : [arrayPattern(g, kind, depth), "array"];
}

/** Declares a name and answers it. */
export function declareName(g, kind, hint) {
  const name = g.freshName(kind !== "var" && kind !== "parameter");
  g.scope.declare(name, hint, kind);
  return name;
}

/** What stands in a pattern: a name or place, or a pattern in it. */
function element(g, kind, depth, hint) {
  if (depth < 2 && g.chance(18)) return pattern(g, kind, depth + 1)[0];
  if (kind !== "assign") return other(declareName(g, kind, hint));
  return g.chance(60) ? memberTarget(g) : target(g, hint) ?? memberTarget(g);
}

function withDefault(g, inner, percent) {
  if (!g.chance(percent)) return [hole(inner, LEVEL.CALL)];
  return [hole(inner, LEVEL.CALL), " = ", hole(guarded(g, anExpression(g, g.pick(["number", "any", "function", "object"]))))];
}

function objectPattern(g, kind, depth) {
  const parts = [];
  for (let i = 0, count = g.int(4); i < count; i += 1) {
    const at = g.int(10);
    if (at < 4 && kind !== "assign") {
      // Shorthand: its name is a property of the world.
      const name = g.pick(["a", "b", "g", "n", "z", "q"]);
      if (g.scope.taken.has(name) || g.scope.functionScope.taken.has(name) || kind === "var") continue;
      g.scope.declare(name, "any", kind);
      parts.push(item(name, ...(g.chance(40) ? [" = ", hole(guarded(g, anExpression(g, "any")))] : [])));
    } else {
      const key = propertyKey(g);
      parts.push(item(hole(key), ": ", ...withDefault(g, element(g, kind, depth, "any"), 35)));
    }
  }
  if (g.chance(15)) {
    parts.push(item("...", hole(kind === "assign" ? memberTarget(g) : other(declareName(g, kind, "object")), LEVEL.CALL)));
  }
  return other("{ ", hole(list(", ", parts)), " }");
}

function arrayPattern(g, kind, depth) {
  const parts = [];
  for (let i = 0, count = g.int(4); i < count; i += 1) {
    if (g.chance(10)) parts.push(item(""));
    else parts.push(item(...withDefault(g, element(g, kind, depth, "any"), 35)));
  }
  if (g.chance(20)) parts.push(item("...", hole(element(g, kind, depth, "array"), LEVEL.CALL)));
  return other("[", hole(list(", ", parts)), "]");
}
