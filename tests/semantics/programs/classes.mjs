// Classes: fields, private names, accessors, static blocks, `super`.
import { calm, hole, item, LEVEL, list, other, statement } from "./tree.mjs";
import { fieldContext, Scope } from "./scope.mjs";
import { anExpression, guarded, propertyKey } from "./expressions.mjs";
import { functionKind, signatureAndBody } from "./functions.mjs";
import { statementList } from "./statements.mjs";

/** `class X extends Y { ... }` without its name. Answers the parts after `class`. */
function parts(g) {
  return g.within({ ...g.context, strict: true }, new Scope(g.scope, false), () => {
    const derived = g.chance(45);
    const heritage = derived ? [" extends ", hole(parent(g), LEVEL.CALL)] : [];
    g.privates.push(privateNames(g));
    try {
      const members = [];
      for (let i = 0, count = 1 + g.int(5); i < count; i += 1) members.push(member(g));
      // Each private name is declared once.
      for (const name of g.privates.at(-1)) members.push(privateMember(g, name));
      if (g.chance(30)) members.splice(g.int(members.length + 1), 0, constructor(g, derived));
      return [...heritage, " {\n", hole(list("\n", members)), "\n}"];
    } finally {
      g.privates.pop();
    }
  });
}

function parent(g) {
  const at = g.int(10);
  if (at < 5) return calm(LEVEL.CALL, "$C()");
  if (at < 7) return calm(LEVEL.PRIMARY, g.pick(["null", "Array", "Error", "Object"]));
  const variable = g.variable("class");
  return variable !== null && at < 9 ? g.reference(variable.name) : anExpression(g, "class");
}

function privateNames(g) {
  const names = [];
  for (let i = 0, count = g.int(3); i < count; i += 1) {
    g.names += 1;
    names.push({ name: `p${g.names}`, kind: g.pick(["field", "field", "method", "getter", "static"]) });
  }
  return names;
}

const method = (g, name, prefix, options, count) =>
  item(prefix, typeof name === "string" ? name : hole(name), hole(signatureAndBody(g, { ...options, method: true, strict: true }, count)));

function fieldValue(g) {
  return g.within(fieldContext(g.context), new Scope(g.scope, true), () => guarded(g, anExpression(g, g.pick(["any", "number", "function", "boolean"]))));
}

function privateMember(g, { name, kind }) {
  switch (kind) {
    case "field": return item(`#${name}`, ...(g.chance(80) ? [" = ", hole(fieldValue(g))] : []), ";");
    case "static": return item(`static #${name} = `, hole(fieldValue(g)), ";");
    case "getter": return method(g, `#${name}`, "get ", {}, 0);
    default: {
      const [options, text] = functionKind(g);
      return method(g, `#${name}`, text.replace("function", "").trimStart().replace(/^async$/, "async "), options);
    }
  }
}

function constructor(g, derived) {
  const made = g.within(g.context, null, () => signatureAndBody(g, { method: true, derived, strict: true }));
  if (derived && g.chance(85)) {
    // `super(...)` first, as most do.
    const body = made.parts.at(-1).node;
    body.parts.splice(1, 0, g.pick(["\nsuper();", "\nsuper(...arguments);", "\nsuper($L(1));", "\n$L(super());"]));
  }
  return item("constructor", hole(made));
}

function member(g) {
  const prefix = g.chance(25) ? "static " : "";
  const at = g.int(20);
  if (at < 8) {
    const [options, text] = functionKind(g);
    const stars = text.includes("*") ? "*" : "";
    return method(g, propertyKey(g, true), `${prefix}${options.async ? "async " : ""}${stars}`, options);
  }
  if (at < 11) return method(g, propertyKey(g, true), `${prefix}get `, {}, 0);
  if (at < 13) return item(prefix, "set ", hole(propertyKey(g, true)), setter(g));
  if (at < 18) {
    const key = propertyKey(g, true);
    const value = g.chance(85) ? [" = ", hole(fieldValue(g))] : [];
    return item(prefix, hole(key), ...value, ";");
  }
  const inside = g.within(fieldContext(g.context), new Scope(g.scope, true), () => statementList(g, 1 + g.int(2), []));
  return item("static {\n", hole(inside), "\n}");
}

/** `(v) { ... }` of a setter: one parameter, no rest. */
export function setter(g) {
  const options = { method: true, strict: g.context.strict };
  const made = signatureAndBody(g, options, 0);
  return hole(other("(v0", g.context.strict && g.chance(20) ? " = 1" : "", hole(other(made.parts.at(-2)), LEVEL.COMMA), made.parts.at(-1)));
}

export function classExpression(g) {
  const named = g.chance(30);
  return g.within(g.context, new Scope(g.scope, false), () => {
    let name = "";
    if (named) {
      name = g.freshName(false);
      g.scope.declare(name, "class", "function");
    }
    const node = calm(LEVEL.PRIMARY, "class", name === "" ? "" : ` ${name}`, ...parts(g));
    node.calm = false;
    return node;
  });
}

/** A declared class; the caller has declared the name. */
export const classDeclaration = (g, name) => statement("class ", name, ...parts(g));
