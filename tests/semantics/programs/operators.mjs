// Operators: unary, binary, logical, conditional, update, assignment, comma.
import { calm, expression, hole, LEVEL, print } from "./tree.mjs";
import { anExpression } from "./expressions.mjs";
import { target, pattern } from "./patterns.mjs";

const ARITHMETIC = [
  ["+", LEVEL.ADD], ["-", LEVEL.ADD], ["*", LEVEL.MULTIPLY], ["/", LEVEL.MULTIPLY], ["%", LEVEL.MULTIPLY], ["**", LEVEL.POWER],
  ["<<", LEVEL.SHIFT], [">>", LEVEL.SHIFT], [">>>", LEVEL.SHIFT], ["&", LEVEL.BITAND], ["|", LEVEL.BITOR], ["^", LEVEL.BITXOR],
];
const EQUALITY = ["==", "!=", "===", "!=="];
const RELATION = ["<", "<=", ">", ">="];

const bothCalm = (node, ...parts) => {
  node.calm = parts.every((one) => one.calm);
  return node;
};

function binaryOf(g, operator, level, left, right) {
  const [low, high] = operator === "**" ? [LEVEL.POSTFIX, LEVEL.POWER] : [level, level + 1];
  if (operator.length > 1 && operator[0] === "i") {
    return expression(level, hole(left, low), g.chance(90) ? " " : "\n", `${operator}\u0002`, hole(right, high));
  }
  return expression(level, hole(left, low), g.gap(), operator, g.gap(), hole(right, high));
}

export function arithmetic(g, hint = "number") {
  const [operator, level] = hint === "string" ? ARITHMETIC[0] : g.pick(ARITHMETIC);
  const left = anExpression(g, g.chance(80) ? hint : "any");
  return binaryOf(g, operator, level, left, anExpression(g, g.chance(80) ? hint : "any"));
}

/** Pairs of operands that heuristics have broken before. */
const PAIRS = [
  ["0.1 + 0.2", "0.3", LEVEL.ADD], ['"10"', "9", LEVEL.PRIMARY], ['"1.0"', "1", LEVEL.PRIMARY], ["1e300", "-1e300", LEVEL.PRIMARY],
  ["undefined", "1", LEVEL.PRIMARY], ["NaN", "1", LEVEL.PRIMARY], ["1n", "1", LEVEL.PRIMARY], ['"\\ud800"', '"\\ud801"', LEVEL.PRIMARY],
];

export function comparison(g) {
  const equality = g.chance(50);
  const [operator, level] = equality ? [g.pick(EQUALITY), LEVEL.EQUAL] : [g.pick(RELATION), LEVEL.RELATION];
  if (g.chance(7)) {
    const [left, right, of] = g.pick(PAIRS);
    return binaryOf(g, operator, level, calm(of, left), calm(LEVEL.UNARY, right));
  }
  const hint = g.pick(["number", "number", "string", "any", "any", "object"]);
  const [left, right] = [anExpression(g, hint), anExpression(g, g.chance(70) ? hint : "any")];
  const node = binaryOf(g, operator, level, left, right);
  return operator.length === 3 && operator !== ">>>" ? bothCalm(node, left, right) : node;
}

export function membership(g) {
  if (g.privates.length > 0 && g.chance(30)) {
    const names = g.privates.flat();
    if (names.length > 0) return expression(LEVEL.RELATION, `#${g.pick(names).name}`, " in ", hole(anExpression(g, "object"), LEVEL.SHIFT));
  }
  if (g.chance(50)) {
    const key = g.chance(70) ? calm(LEVEL.PRIMARY, g.pick(['"a"', '"g"', '"zz"', "0", "Symbol.iterator"])) : anExpression(g, "any");
    return binaryOf(g, "in", LEVEL.RELATION, key, anExpression(g, "object"));
  }
  const right = g.chance(75) ? calm(LEVEL.PRIMARY, g.pick(["Object", "Array", "Function", "Error"])) : anExpression(g, g.pick(["class", "function", "object"]));
  return binaryOf(g, "instanceof", LEVEL.RELATION, anExpression(g, "object"), right);
}

/** A chain of one operator, some long; operands are of any kind. */
export function logical(g, hint) {
  const operator = g.pick(["&&", "||", "&&", "||", "??"]);
  const level = { "&&": LEVEL.AND, "||": LEVEL.OR, "??": LEVEL.NULLISH }[operator];
  const length = g.chance(3) ? 5 + g.int(30) : g.chance(30) ? 3 : 2;
  const parts = [];
  let quiet = true;
  for (let i = 0; i < length; i += 1) {
    const kind = g.pick(["boolean", "boolean", "any", hint]);
    const operand = i < length - 1 && operator === "??" && g.chance(40) ? calm(LEVEL.PRIMARY, "null") : anExpression(g, kind);
    quiet &&= operand.calm;
    if (i > 0) parts.push(g.gap(), operator, g.gap());
    parts.push(hole(operand, operator === "??" ? LEVEL.BITOR : level + (i === 0 ? 0 : 1)));
  }
  const node = expression(level, ...parts);
  node.calm = quiet;
  return node;
}

export function not(g) {
  const operand = anExpression(g, g.pick(["boolean", "any"]));
  return bothCalm(expression(LEVEL.UNARY, "!", g.chance(10) ? " " : "", hole(operand, LEVEL.UNARY)), operand);
}

export function unary(g) {
  const operator = g.pick(["-", "+", "~", "void", "typeof", "typeof", "-"]);
  if (operator === "typeof" && g.chance(25)) {
    return calm(LEVEL.UNARY, "typeof ", g.pick(["undeclared1", "undeclared2", "$L"]));
  }
  const operand = anExpression(g, g.pick(["number", "any"]));
  const node = expression(LEVEL.UNARY, operator.length > 1 ? `${operator}\u0002` : operator, hole(operand, LEVEL.UNARY));
  return operator.length > 1 ? bothCalm(node, operand) : node;
}

/** `delete` of members, mostly of such that are there. */
export function deletion(g) {
  const at = g.int(10);
  const object = g.variable("object");
  const holder = object !== null && g.chance(75) ? g.reference(object.name) : anExpression(g, "object");
  const member = (...parts) => expression(LEVEL.UNARY, "delete ", ...parts);
  if (at < 4) return member(hole(holder, LEVEL.CALL), ".", g.pick(["a", "b", "o", "zz"]));
  if (at < 8) {
    const key = g.chance(70) ? calm(LEVEL.PRIMARY, g.pick(['"a"', '"b"', "0", '"o"'])) : anExpression(g, "string");
    return member(hole(holder, LEVEL.CALL), "[", hole(key, LEVEL.COMMA), "]");
  }
  if (at < 9) return member(hole(holder, LEVEL.CALL), g.pick(["?.a", '?.["b"]', "?.o.a", "?.z?.a"]));
  const operand = anExpression(g, "any");
  // Of a name (in strict code) and of a private member it is an early error, whatever the parentheses.
  if (/^[\w$\\]+$|#\w+$/.test(print(operand).replace(/[()\s]/g, ""))) return null;
  return member("(", hole(operand, LEVEL.COMMA), ")");
}

export function conditional(g, hint) {
  const [test, yes, no] = [anExpression(g, g.pick(["boolean", "any"])), anExpression(g, hint), anExpression(g, hint)];
  const parts = [hole(test, LEVEL.NULLISH), g.gap(), "?", " ", hole(yes), g.gap(), ":", g.gap(), hole(no)];
  return bothCalm(expression(LEVEL.COND, ...parts), test, yes, no);
}

export function update(g) {
  const place = target(g, "number");
  if (place === null) return null;
  const operator = g.pick(["++", "--"]);
  if (g.chance(50)) return expression(LEVEL.UNARY, operator, hole(place, LEVEL.CALL));
  return expression(LEVEL.POSTFIX, hole(place, LEVEL.CALL), operator);
}

const COMPOUND = ["+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^="];

export function assignment(g, hint) {
  if (g.chance(14)) return destructuring(g);
  const place = target(g, hint);
  if (place === null) return null;
  const operator = g.chance(50) ? "=" : g.chance(55) ? g.pick(["&&=", "||=", "??="]) : g.pick(COMPOUND);
  const value = anExpression(g, operator.length > 1 && !/^[&|?]{2}/.test(operator) ? "number" : g.chance(25) ? "function" : hint);
  return expression(LEVEL.ASSIGN, hole(place, LEVEL.CALL), " ", operator, g.gap(), hole(value));
}

function destructuring(g) {
  const [left, hint] = pattern(g, "assign", 0);
  return expression(LEVEL.ASSIGN, hole(left), " = ", hole(anExpression(g, hint)));
}

export function comma(g, hint) {
  const [left, right] = [anExpression(g, "any"), anExpression(g, hint)];
  return bothCalm(expression(LEVEL.COMMA, hole(left), ",", g.gap(), hole(right)), left, right);
}

/** `a + b + c ...`: deep to the left, for walks that recurse. */
export function longChain(g) {
  const operator = g.pick(["+", "&", "-"]);
  const level = operator === "&" ? LEVEL.BITAND : LEVEL.ADD;
  const parts = [];
  for (let i = 0, length = 10 + g.int(40); i < length; i += 1) {
    if (i > 0) parts.push(` ${operator} `);
    parts.push(hole(i % 7 === 3 && g.chance(30) ? anExpression(g, "number") : calm(LEVEL.PRIMARY, String(i)), level + 1));
  }
  return expression(level, ...parts);
}
