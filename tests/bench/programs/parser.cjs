"use strict";

// A recursive descent parser and evaluator of arithmetic with variables, functions and comparisons.

const SPACE = 32;

function isDigit(code) {
  return code >= 48 && code <= 57;
}

function isLetter(code) {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

class Lexer {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.kind = "";
    this.value = "";
    this.next();
  }

  next() {
    const { text } = this;
    while (this.at < text.length && text.charCodeAt(this.at) <= SPACE) {
      this.at += 1;
    }
    if (this.at >= text.length) {
      this.kind = "end";
      this.value = "";
      return;
    }
    const start = this.at;
    const code = text.charCodeAt(start);
    if (isDigit(code)) {
      while (this.at < text.length && (isDigit(text.charCodeAt(this.at)) || text[this.at] === ".")) {
        this.at += 1;
      }
      this.kind = "number";
    } else if (isLetter(code)) {
      while (this.at < text.length && (isLetter(text.charCodeAt(this.at)) || isDigit(text.charCodeAt(this.at)))) {
        this.at += 1;
      }
      this.kind = "name";
    } else {
      const two = text.slice(start, start + 2);
      this.at += two === "<=" || two === ">=" || two === "==" || two === "&&" || two === "||" ? 2 : 1;
      this.kind = "sign";
    }
    this.value = text.slice(start, this.at);
  }

  take(sign) {
    if (this.kind === "sign" && this.value === sign) {
      this.next();
      return true;
    }
    return false;
  }

  expect(sign) {
    if (!this.take(sign)) {
      throw new SyntaxError(`${sign} expected, found ${this.value || "the end"}`);
    }
  }
}

const LEVELS = [["||"], ["&&"], ["<", "<=", ">", ">=", "=="], ["+", "-"], ["*", "/", "%"]];

function parseLevel(lexer, level) {
  if (level === LEVELS.length) {
    return parsePrimary(lexer);
  }
  let left = parseLevel(lexer, level + 1);
  while (lexer.kind === "sign" && LEVELS[level].includes(lexer.value)) {
    const sign = lexer.value;
    lexer.next();
    left = { type: "binary", sign, left, right: parseLevel(lexer, level + 1) };
  }
  return left;
}

function parsePrimary(lexer) {
  if (lexer.take("-")) {
    return { type: "minus", operand: parsePrimary(lexer) };
  }
  if (lexer.take("(")) {
    const inner = parseLevel(lexer, 0);
    lexer.expect(")");
    return inner;
  }
  if (lexer.kind === "number") {
    const value = Number(lexer.value);
    lexer.next();
    return { type: "number", value };
  }
  if (lexer.kind === "name") {
    const name = lexer.value;
    lexer.next();
    if (!lexer.take("(")) {
      return { type: "variable", name };
    }
    const args = [];
    if (!lexer.take(")")) {
      do {
        args.push(parseLevel(lexer, 0));
      } while (lexer.take(","));
      lexer.expect(")");
    }
    return { type: "call", name, args };
  }
  throw new SyntaxError(`unexpected ${lexer.value || "end"}`);
}

function evaluate(node, scope) {
  switch (node.type) {
    case "number":
      return node.value;
    case "variable":
      if (!(node.name in scope)) {
        throw new ReferenceError(node.name);
      }
      return scope[node.name];
    case "minus":
      return -evaluate(node.operand, scope);
    case "call": {
      const args = node.args.map((arg) => evaluate(arg, scope));
      return node.name === "max" ? Math.max(...args) : node.name === "min" ? Math.min(...args) : Math.abs(args[0]);
    }
    default:
      return binary(node, scope);
  }
}

function binary({ sign, left, right }, scope) {
  const a = evaluate(left, scope);
  if (sign === "&&") {
    return a !== 0 && evaluate(right, scope) !== 0 ? 1 : 0;
  }
  if (sign === "||") {
    return a !== 0 || evaluate(right, scope) !== 0 ? 1 : 0;
  }
  const b = evaluate(right, scope);
  switch (sign) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? 0 : a / b;
    case "%":
      return b === 0 ? 0 : a % b;
    case "<":
      return a < b ? 1 : 0;
    case "<=":
      return a <= b ? 1 : 0;
    case ">":
      return a > b ? 1 : 0;
    case ">=":
      return a >= b ? 1 : 0;
    default:
      return a === b ? 1 : 0;
  }
}

const TEXTS = [
  "(alpha + 3.5) * 2 - max(beta, 4, 7 % 3) / (1 + gamma)",
  "alpha < beta && (gamma >= 10 || beta == 4) || -alpha > 2",
  "min(1, 2, 3, alpha) + abs(0 - beta * (gamma - 12) * (alpha + beta)) % 17",
  "((((alpha)))) + ((((beta)))) * ((((gamma))))",
];
const WRONG_TEXTS = ["(alpha + beta", "delta * 2"];
const WRONG_EVERY = 50;

exports.run = () => {
  let sum = 0;
  let errors = 0;
  for (let round = 0; round < 5000; round++) {
    const scope = { alpha: round % 9, beta: round % 5, gamma: round % 13 };
    for (const text of round % WRONG_EVERY === 0 ? [...TEXTS, ...WRONG_TEXTS] : TEXTS) {
      try {
        const lexer = new Lexer(text);
        const tree = parseLevel(lexer, 0);
        if (lexer.kind !== "end") {
          throw new SyntaxError(`unexpected ${lexer.value}`);
        }
        sum += evaluate(tree, scope);
      } catch (err) {
        if (!(err instanceof SyntaxError || err instanceof ReferenceError)) {
          throw err;
        }
        errors += 1;
      }
    }
  }
  return `${sum.toFixed(3)} ${errors}`;
};
