"use strict";
// Where one token of SQL ends and the next begins, as the server reads it: enough to say whether a piece of the text lies
// within one of them. Names, numbers and operators need no more than their extent.

const { charCodeAt, stringIndexOf, stringSlice, stringStartsWith, stringToLowerCase } = require("../../../runtime/intrinsics.js");

/**
 * What differs between servers. `backslash`: it escapes in texts; `double`: what `"` begins is a text; `hash`: `#` begins a
 * comment; `dash`: `--` begins one only before a blank; `nests`: comments stand in comments; `dollar`: `$tag$` begins a text;
 * `prefix`: in texts behind an `E` a backslash escapes; `bracket`: `[` begins a name.
 */
const DIALECTS = {
  __proto__: null,
  mysql: { backslash: true, double: true, hash: true, dash: true, nests: false, dollar: false, prefix: false, bracket: false },
  postgres: { backslash: false, double: false, hash: false, dash: false, nests: true, dollar: true, prefix: true, bracket: false },
  sqlite: { backslash: false, double: false, hash: false, dash: false, nests: false, dollar: false, prefix: false, bracket: true },
};

const isDigit = (unit) => unit >= 48 && unit <= 57;
const isWord = (unit) => isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95 || unit > 127;
const isBlank = (unit) => unit === 32 || (unit >= 9 && unit <= 13);

/** The end of what the quote at `from` begins: behind its fellow, where that is not doubled and, with `escapes`, not escaped. */
function endOfQuoted(text, from, quote, escapes) {
  for (let at = from + 1; at < text.length; at += 1) {
    const unit = text[at];
    if (escapes && unit === "\\") at += 1;
    else if (unit === quote) {
      if (text[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return text.length;
}

/** The end of the comment that begins at `from`. */
function endOfComment(text, from, nests) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (stringStartsWith(text, "*/", at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    } else if (stringStartsWith(text, "/*", at) && (nests || depth === 0)) {
      depth += 1;
      at += 1;
    }
  }
  return text.length;
}

const endAfter = (text, what, from) => {
  const at = stringIndexOf(text, what, from);
  return at < 0 ? text.length : at + what.length;
};

/** The end of a word; a `$` stands inside one as well. */
function endOfWord(text, from) {
  let at = from;
  while (at < text.length && (isWord(charCodeAt(text, at)) || (at > from && text[at] === "$"))) at += 1;
  return at;
}

/** The end of a text in dollars, or 0 where none begins at `from`. */
function endOfDollars(text, from) {
  let at = from + 1;
  if (isDigit(charCodeAt(text, at))) return 0;
  while (at < text.length && isWord(charCodeAt(text, at))) at += 1;
  return text[at] === "$" ? endAfter(text, stringSlice(text, from, at + 1), at + 1) : 0;
}

/** The end of the token at `from`, which is no blank. `escapes`: a text that begins here has escapes by backslash. */
function endOf(text, from, dialect, escapes) {
  const first = text[from];
  switch (first) {
    case "'":
      return endOfQuoted(text, from, first, escapes);
    case '"':
      return endOfQuoted(text, from, first, dialect.double && dialect.backslash);
    case "`":
      return endOfQuoted(text, from, first, false);
    case "[":
      return dialect.bracket ? endAfter(text, "]", from) : from + 1;
    case "#":
      return dialect.hash ? endAfter(text, "\n", from) : from + 1;
    case "-":
      if (text[from + 1] !== "-") return from + 1;
      return !dialect.dash || from + 2 >= text.length || isBlank(charCodeAt(text, from + 2)) ? endAfter(text, "\n", from) : from + 1;
    case "/":
      return text[from + 1] === "*" ? endOfComment(text, from, dialect.nests) : from + 1;
    case "$":
      return (dialect.dollar && endOfDollars(text, from)) || from + 1;
    default:
      return isWord(charCodeAt(text, from)) ? endOfWord(text, from) : from + 1;
  }
}

/**
 * The token of `text` that holds all from `from` to `to`: `{ start, end, escapes }`, `escapes` being whether it is a text in which
 * a backslash escapes; null when there is no such token.
 */
exports.tokenAround = (text, from, to, name) => {
  const dialect = DIALECTS[name];
  let escapes = dialect.backslash;
  for (let at = 0; at <= from && at < text.length; ) {
    if (isBlank(charCodeAt(text, at))) {
      at += 1;
      escapes = dialect.backslash;
      continue;
    }
    const end = endOf(text, at, dialect, escapes);
    if (end > from) {
      const isText = text[at] === "'" || (text[at] === '"' && dialect.double);
      return end >= to ? { start: at, end, escapes: isText && escapes } : null;
    }
    escapes = dialect.backslash || (dialect.prefix && end === at + 1 && stringToLowerCase(text[at]) === "e");
    at = end;
  }
  return null;
};
