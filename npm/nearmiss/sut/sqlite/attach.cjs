"use strict";
// Which databases a statement attaches: `ATTACH DATABASE <expression> AS name`. (Part of written suites, too.)

/** A comment, a quoted text or name, a word, a parameter, or any other character. */
const TOKEN = /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|\?\d*|[:@$][\w$]+|[\p{L}\p{N}_$]+|\|\||\s+|[^]/gu;
const IGNORED = /^(?:\s|--|\/\*)/;
const PARAMETER = /^(?:\?\d*|[:@$][\w$]+)$/;
const CLOSES = { __proto__: null, "'": "'", '"': '"', "`": "`", "[": "]" };

/** The text that a token stands for; undefined for one that is no text. A name that is no column is a text, too. */
function textOf(token) {
  const close = CLOSES[token[0]];
  if (close === undefined) return /^[\p{L}\p{N}_$]+$/u.test(token) ? token : undefined;
  const inner = token.slice(1, -1);
  return close === "]" ? inner : inner.replaceAll(close + close, close);
}

/** Texts and one parameter at most, joined by `||`: `{ before, parameter, after }`; null for anything else. */
function joined(tokens) {
  const found = { before: "", parameter: null, after: "" };
  for (const [index, token] of tokens.entries()) {
    if (index % 2 === 1) {
      if (token !== "||") return null;
      continue;
    }
    const text = textOf(token);
    if (PARAMETER.test(token) && found.parameter === null) found.parameter = token;
    else if (text === undefined) return null;
    else if (found.parameter === null) found.before += text;
    else found.after += text;
  }
  return tokens.length % 2 === 1 ? found : null;
}

/** Parentheses around all of it say nothing. */
function withoutParentheses(tokens) {
  let inner = tokens;
  while (inner[0] === "(" && inner.at(-1) === ")") inner = inner.slice(1, -1);
  return inner;
}

/** Answers where the name of each database that a text of SQL attaches stands, from `start` to `end`, and what it is (`joined`). */
exports.attached = (sql) => {
  const found = [];
  let isStart = true;
  let open = null;
  for (const { 0: token, index } of sql.matchAll(TOKEN)) {
    if (IGNORED.test(token)) continue;
    const word = token.toLowerCase();
    if (open !== null) {
      if (token === ";") open = null;
      else if (word === "as" && open.depth === 0 && open.tokens.length > 0) {
        found.push({ start: open.start, end: open.end, name: joined(withoutParentheses(open.tokens)) });
        open = null;
      } else if (word !== "database" || open.tokens.length > 0) {
        if (token === "(") open.depth += 1;
        if (token === ")") open.depth -= 1;
        open.start ??= index;
        open.end = index + token.length;
        open.tokens.push(token);
      }
    } else if (isStart && word === "attach") {
      open = { start: undefined, end: 0, depth: 0, tokens: [] };
    }
    isStart = token === ";";
  }
  return found;
};

/** Arguments of a call that binds values to a statement that attaches, with `lead(value)` in the place of the parameter's. */
exports.ledArguments = (args, parameter, lead) => {
  // By its position: it is the first of the statement.
  const at = /^\?\d/.test(parameter) ? Number(parameter.slice(1)) - 1 : 0;
  const names = parameter.startsWith("?") ? [String(at + 1), parameter] : [parameter, parameter.slice(1)];
  const isNamed = !parameter.startsWith("?");
  let position = 0;
  return args.map((arg) => {
    if (Array.isArray(arg)) return arg.map((value, index) => (index === at ? lead(value) : value));
    if (typeof arg === "function") return arg;
    if (typeof arg === "object" && arg !== null && !ArrayBuffer.isView(arg)) {
      const led = { ...arg };
      for (const name of names) if (Object.hasOwn(led, name)) led[name] = lead(led[name]);
      return led;
    }
    position += 1;
    return position - 1 === at && !isNamed ? lead(arg) : arg;
  });
};
