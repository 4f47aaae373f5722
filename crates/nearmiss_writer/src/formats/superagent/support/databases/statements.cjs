"use strict";
// Statements that name a database of the API: they are for the one that is in its place. All others are sent as they
// are.

/** Literals and comments, which hold what is no name. */
const PIECES = /('(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|--[^\n]*|\/\*[^]*?\*\/)/;
const NAME = '(`[^`]+`|"[^"]+"|[\\w$]+)';
const OF_DATABASE = new RegExp(
  `^(\\s*(?:create|drop|alter)\\s+(?:database|schema)\\s+(?:if\\s+(?:not\\s+)?exists\\s+)?)${NAME}`,
  "i",
);
const OF_POSTGRES = new RegExp(OF_DATABASE.source.replace("(?:database|schema)", "database"), "i");
const USE = new RegExp(`^(\\s*use\\s+)${NAME}(?=\\s*$)`, "i");
/** Words before a name of which the first part is a database, and names of three parts. */
const QUALIFIED =
  /\b((?<!\bkey\s+)update|from|join|into|table|exists|references|truncate|view)(\s+)(`[^`]+`|[\w$]+)(?=\s*\.)/gi;
const COLUMN = /(?<![\w$`])(?<!\.\s*)(`[^`]+`|[\w$]+)(?=\s*\.\s*(?:`[^`]+`|[\w$]+)\s*\.)/g;
const SYSTEM = /^(?:information_schema|mysql|performance_schema|sys)$/i;

const unquoted = (name) => (/^[`"]/.test(name) ? name.slice(1, -1) : name);
const asQuoted = (quote) => (name) => quote + name + quote;

/** Leads the name in a statement that begins with one of a database. */
function beginning(text, pattern, quoted, ledName) {
  return text.replace(pattern, (whole, before, name) => {
    const led = SYSTEM.test(unquoted(name)) ? undefined : ledName(unquoted(name), pattern === USE);
    return led === undefined ? whole : before + quoted(led);
  });
}

/** Names that statements of MySQL put before those of tables, and compare with those of information_schema. */
function qualified(text, names) {
  if (![...names.keys()].some((name) => text.includes(name))) return text;
  const quoted = asQuoted("`");
  const led = (name) => (names.has(unquoted(name)) ? quoted(names.get(unquoted(name))) : name);
  const pieces = text.split(PIECES);
  const reads = /\binformation_schema\b/i.test(pieces.filter((_, index) => index % 2 === 0).join(""));
  const changed = pieces.map((piece, index) => {
    if (index % 2 === 0)
      return piece.replace(QUALIFIED, (_, word, space, name) => word + space + led(name)).replace(COLUMN, led);
    const value = /^(['"])([^]*)\1$/.exec(piece);
    return reads && value !== null && names.has(value[2]) ? value[1] + names.get(value[2]) + value[1] : piece;
  });
  return changed.join("");
}

/**
 * Answers a statement as it is sent. `names`: databases in whose place others are, with the names of these;
 * `ledName(name, isUsed)` names the one in place of any other, undefined where that stays.
 */
exports.ledText = (dialect, text, names, ledName) => {
  if (typeof text !== "string") return text;
  if (dialect === "postgres") return beginning(text, OF_POSTGRES, asQuoted('"'), ledName);
  const quoted = asQuoted("`");
  return qualified(beginning(beginning(text, USE, quoted, ledName), OF_DATABASE, quoted, ledName), names);
};
