"use strict";
// Errors by which a database refuses what it was given: a constraint, or a value that a column does not take. How each
// product says so.

const { regexpExec, stringSlice } = require("../../../runtime/intrinsics.js");

const NOTHING = Object.freeze([]);
/** By SQLSTATE. */
const STATES = {
  __proto__: null,
  "22001": "too long",
  "22003": "out of range",
  "23502": "not null",
  "23503": "foreign key",
  "23505": "unique",
  "23514": "check",
  "23P01": "exclusion",
};
/** A division by zero is a mistake of the query, not of what it was given. */
const OTHER_STATES = new Set(["22012"]);
const CLASS_OF_CONSTRAINTS = "23";
const CLASS_OF_DATA = "22";
/** By the names that MySQL and MariaDB give their errors; their SQLSTATE says less. */
const MYSQL = {
  __proto__: null,
  ER_BAD_NULL_ERROR: "not null",
  ER_CHECK_CONSTRAINT_VIOLATED: "check",
  ER_CONSTRAINT_FAILED: "check",
  ER_DATA_OUT_OF_RANGE: "out of range",
  ER_DATA_TOO_LONG: "too long",
  ER_DUP_ENTRY: "unique",
  ER_DUP_ENTRY_WITH_KEY_NAME: "unique",
  ER_NO_DEFAULT_FOR_FIELD: "not null",
  ER_NO_REFERENCED_ROW: "foreign key",
  ER_NO_REFERENCED_ROW_2: "foreign key",
  ER_ROW_IS_REFERENCED: "foreign key",
  ER_ROW_IS_REFERENCED_2: "foreign key",
  ER_TRUNCATED_WRONG_VALUE: "value",
  ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: "value",
  ER_WARN_DATA_OUT_OF_RANGE: "out of range",
  WARN_DATA_TRUNCATED: "value",
};
const MYSQL_NUMBERS = { __proto__: null, 1364: "not null", 1366: "value", 3819: "check", 4025: "check" };
/** By the ends of the names, and the extended numbers, that SQLite gives its errors. */
const SQLITE = {
  __proto__: null,
  CHECK: "check",
  DATATYPE: "value",
  FOREIGNKEY: "foreign key",
  NOTNULL: "not null",
  PRIMARYKEY: "unique",
  ROWID: "unique",
  TRIGGER: "trigger",
  UNIQUE: "unique",
};
const SQLITE_NUMBERS = {
  __proto__: null,
  275: "check",
  787: "foreign key",
  1299: "not null",
  1555: "unique",
  1811: "trigger",
  2067: "unique",
  2579: "unique",
  3091: "value",
};
const SQLITE_CONSTRAINT = 19;
const SQLITE_NAME = /^SQLITE_CONSTRAINT(?:_([A-Z]+))?$/;
const SQLITE_WORDS = /^(?:SQLITE_CONSTRAINT[^:]*: )?(UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed/;
const SQLITE_OF_WORDS = { __proto__: null, UNIQUE: "unique", "NOT NULL": "not null", CHECK: "check", "FOREIGN KEY": "foreign key" };
/** A column as MySQL names it in its texts. */
const COLUMN = /column '([^']+)'/i;

function ofState(state) {
  if (typeof state !== "string" || OTHER_STATES.has(state)) return null;
  const kind = STATES[state];
  if (kind !== undefined) return kind;
  const head = stringSlice(state, 0, 2);
  if (state.length !== 5) return null;
  if (head === CLASS_OF_CONSTRAINTS) return "constraint";
  return head === CLASS_OF_DATA ? "value" : null;
}

function ofSqlite({ code, number, message }) {
  const name = typeof code === "string" ? regexpExec(SQLITE_NAME, code) : null;
  const isOne = name !== null || (typeof number === "number" && (number & 0xff) === SQLITE_CONSTRAINT);
  if (!isOne) return null;
  const words = regexpExec(SQLITE_WORDS, message)?.[1];
  return SQLITE[name?.[1] ?? ""] ?? SQLITE_NUMBERS[number] ?? SQLITE_OF_WORDS[words] ?? "constraint";
}

function kindOf(dialect, error) {
  if (dialect === "sqlite") return ofSqlite(error);
  if (dialect === "postgres") return ofState(error.code);
  if (error.state === "22012") return null;
  return MYSQL[error.code] ?? MYSQL_NUMBERS[error.number] ?? ofState(error.state);
}

/**
 * What the error of a query refuses: `{ kind, name }`, or null where it refuses nothing that was given. `name`: that of
 * the constraint, else the column, or "".
 */
exports.refusalOf = ({ dialect, error }) => {
  const kind = kindOf(dialect, error);
  if (kind === null) return null;
  const { constraint, table, column, message } = error;
  if (typeof constraint === "string") return { kind, name: constraint };
  const at = typeof column === "string" ? column : ((regexpExec(COLUMN, message) ?? NOTHING)[1] ?? "");
  return { kind, name: typeof table === "string" && at !== "" ? `${table}.${at}` : at };
};
