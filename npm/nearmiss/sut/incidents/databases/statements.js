"use strict";
// What a statement of SQL does, as far as its first words tell: begins or ends a transaction, changes a table.

const { Map, mapClear, mapGet, mapSet, mapSize, regexpExec, stringIndexOf, stringSlice, stringToUpperCase } =
  require("../../../runtime/intrinsics.js");

/** Texts whose meaning is remembered. */
const MOST_TEXTS = 1_000;
/** Longer ones load data, and say so at once. */
const LONGEST_LOOK = 2_000;

const COMMENTS = /^(?:\s|\(|--[^\n]*\n|#[^\n]*\n|\/\*[^]*?\*\/)+/;
const WORD = /^[A-Za-z]+/;
const PART = '(?:"[^"]+"|`[^`]+`|\\[[^\\]]+\\]|[\\p{L}_][\\p{L}\\p{N}_$]*)';
const NAME = `((?:${PART}\\s*\\.\\s*){0,2}${PART})`;
const LAST_PART = new RegExp(`${PART}$`, "u");
const QUOTED = /^["`[]/;
const found = (words) => new RegExp(`\\b${words}\\s+${NAME}`, "iu");
/** Patterns of the place of the table, of statements that change one. */
const CHANGES = [
  ["INSERT", found("INSERT(?:\\s+(?:OR\\s+\\w+|IGNORE|LOW_PRIORITY|DELAYED|HIGH_PRIORITY))*\\s+INTO")],
  ["INSERT", found("REPLACE(?:\\s+(?:LOW_PRIORITY|DELAYED))?\\s+INTO")],
  ["UPDATE", found("UPDATE(?:\\s+(?:OR\\s+\\w+|IGNORE|LOW_PRIORITY|ONLY))*")],
  ["DELETE", found("DELETE(?:\\s+(?:IGNORE|LOW_PRIORITY|QUICK))*\\s+FROM(?:\\s+ONLY)?")],
  ["MERGE", found("MERGE\\s+INTO")],
];
const CHANGING = new Set(["INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE", "WITH"]);
/** Words of statements that end a transaction of MySQL by themselves. */
const DEFINING = new Set(["CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME"]);
const TO_SAVEPOINT = new RegExp(`^ROLLBACK(?:\\s+(?:WORK|TRANSACTION))?\\s+TO(?:\\s+SAVEPOINT)?\\s+${NAME}`, "iu");
const SAVEPOINT = new RegExp(`^SAVEPOINT\\s+${NAME}`, "iu");
const RELEASE = new RegExp(`^RELEASE(?:\\s+SAVEPOINT)?\\s+${NAME}`, "iu");
const STARTS = /^START\s+TRANSACTION\b/i;

const known = new Map();

/** The last part of a name, without what quotes it. */
function plainName(name) {
  const last = regexpExec(LAST_PART, name)?.[0] ?? name;
  return regexpExec(QUOTED, last) === null ? last : stringSlice(last, 1, -1);
}

/**
 * What one statement does: `{ does, name }`. `does` is "begin", "commit", "rollback", "back" (to a savepoint), "save",
 * "release", "define", a verb that changes a table of this name, or "".
 */
function meaning(statement) {
  const text = stringSlice(statement, regexpExec(COMMENTS, statement)?.[0].length ?? 0);
  const word = stringToUpperCase(regexpExec(WORD, text)?.[0] ?? "");
  if (word === "BEGIN" || regexpExec(STARTS, text) !== null) return { does: "begin", name: "" };
  if (word === "COMMIT" || word === "END") return { does: "commit", name: "" };
  if (word === "ROLLBACK" || word === "ABORT") {
    const to = regexpExec(TO_SAVEPOINT, text);
    return to === null ? { does: "rollback", name: "" } : { does: "back", name: plainName(to[1]) };
  }
  const save = word === "SAVEPOINT" ? regexpExec(SAVEPOINT, text) : null;
  if (save !== null) return { does: "save", name: plainName(save[1]) };
  const release = word === "RELEASE" ? regexpExec(RELEASE, text) : null;
  if (release !== null) return { does: "release", name: plainName(release[1]) };
  if (DEFINING.has(word)) return { does: "define", name: "" };
  if (!CHANGING.has(word)) return { does: "", name: "" };
  let first = null;
  for (const [verb, pattern] of CHANGES) {
    const at = regexpExec(pattern, text);
    if (at !== null && (first === null || at.index < first.index)) first = { index: at.index, does: verb, name: plainName(at[1]) };
  }
  return first ?? { does: "", name: "" };
}

const SEMICOLON = /;\s*(?=\S)/;

/** The statements of a text, each as `meaning` says. */
exports.statementsOf = (text) => {
  const whole = text.length > LONGEST_LOOK ? stringSlice(text, 0, LONGEST_LOOK) : text;
  const before = mapGet(known, whole);
  if (before !== undefined) return before;
  const pieces = stringIndexOf(whole, ";") < 0 ? [whole] : whole.split(SEMICOLON);
  const read = pieces.map(meaning).filter(({ does }) => does !== "");
  if (mapSize(known) >= MOST_TEXTS) mapClear(known);
  mapSet(known, whole, read);
  return read;
};
