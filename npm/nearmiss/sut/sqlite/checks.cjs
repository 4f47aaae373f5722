"use strict";
// Checks of a table, read out of the text that made it: SQLite keeps them nowhere else.

/** What a text of SQL is made of: comments, texts, names in quotes of every sort, words, and single letters. */
const PIECE = /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|[^]/g;

const isComment = (piece) => piece.startsWith("--") || piece.startsWith("/*");

/** A name without its quotes. */
function unquoted(piece) {
  const quote = piece[0];
  if (quote === "[") return piece.slice(1, -1);
  return "\"`'".includes(quote) ? piece.slice(1, -1).replaceAll(quote + quote, quote) : piece;
}

/** Finds the end of what begins in brackets at a piece. */
function endOf(pieces, start) {
  let depth = 0;
  for (let at = start; at < pieces.length; at += 1) {
    if (pieces[at] === "(") depth += 1;
    if (pieces[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return pieces.length;
}

/** Checks of a table: `{ name, text, words }` each; no name where it has none, `words` are those that may be columns. */
exports.checksOf = (sql) => {
  const pieces = sql.match(PIECE) ?? [];
  const isSpace = (piece) => isComment(piece) || piece.trim() === "";
  const places = [...pieces.keys()].filter((at) => !isSpace(pieces[at]));
  const checks = [];
  for (let index = 0; index < places.length; index += 1) {
    const [before, name, word, bracket] = [-2, -1, 0, 1].map((step) => pieces[places[index + step]] ?? "");
    if (!/^check$/i.test(word) || bracket !== "(") continue;
    const start = places[index + 1];
    const end = endOf(pieces, start);
    const inside = pieces.slice(start + 1, end);
    const words = new Set(inside.filter((piece) => !isComment(piece) && !piece.startsWith("'")).map((piece) => unquoted(piece).toLowerCase()));
    const own = /^constraint$/i.test(before) ? unquoted(name) : null;
    checks.push({ name: own, text: inside.join("").trim(), words });
    while (places[index + 1] < end) index += 1;
  }
  return checks;
};
