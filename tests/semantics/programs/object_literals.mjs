// Object and array literals.
import { calm, expression, hole, item, LEVEL, list } from "./tree.mjs";
import { anExpression, propertyKey } from "./expressions.mjs";
import { functionKind, signatureAndBody } from "./functions.mjs";
import { setter } from "./classes.mjs";

export function objectLiteral(g) {
  const parts = [];
  let proto = false;
  for (let i = 0, count = g.int(5); i < count; i += 1) {
    const at = g.int(20);
    if (at < 9) parts.push(item(hole(propertyKey(g)), ": ", hole(anExpression(g, g.pick(["any", "number", "function", "object", "string"])))));
    else if (at < 11) {
      const variable = g.variable("any");
      if (variable !== null) parts.push(item(variable.name));
    } else if (at < 14) {
      const [options, text] = functionKind(g);
      const prefix = `${options.async ? "async " : ""}${text.includes("*") ? "*" : ""}`;
      parts.push(item(prefix, hole(propertyKey(g)), hole(signatureAndBody(g, { ...options, method: true }))));
    } else if (at < 16) parts.push(item("get ", hole(propertyKey(g)), hole(signatureAndBody(g, { method: true }, 0))));
    else if (at < 17) parts.push(item("set ", hole(propertyKey(g)), setter(g)));
    else if (at < 19) parts.push(item("...", hole(anExpression(g, "object"))));
    else if (!proto) {
      proto = true;
      parts.push(item(g.chance(50) ? "__proto__: null" : "__proto__: $o(1)"));
    }
  }
  return expression(LEVEL.PRIMARY, "{", g.chance(50) ? " " : "", hole(list(g.chance(85) ? ", " : ",\n", parts)), g.chance(50) ? " " : "", "}");
}

export function arrayLiteral(g) {
  const parts = [];
  for (let i = 0, count = g.int(4); i < count; i += 1) {
    if (g.chance(8)) parts.push(item(" "));
    else if (g.chance(15)) parts.push(item("...", hole(anExpression(g, "array"))));
    else parts.push(item(hole(anExpression(g, g.pick(["any", "number", "object"])))));
  }
  if (parts.length === 0) return calm(LEVEL.PRIMARY, "[]");
  return expression(LEVEL.PRIMARY, "[", hole(list(", ", parts)), "]");
}
