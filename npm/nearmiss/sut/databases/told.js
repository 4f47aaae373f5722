"use strict";
// Tells the core which queries the calls of a test ask: it works out the rows that those would find which find nothing.
// Where it answers a core of another tool (`sql`), it is told of every statement, with its time.
//
// Values that were bound are told with them, since they are inputs of calls more often than not.

const { session } = require("../../register/session.js");
const { fact } = require("../../runtime/generated/layout.js");
const { arrayIsArray, jsonStringify, objectKeys } = require("../../runtime/intrinsics.js");
const databases = require("./index.js");

const { apply } = Reflect;
/** The program may have a clock of its own. */
const { hrtime } = process;
const { exec } = RegExp.prototype;
const { toISOString } = Date.prototype;

/** What finds or changes rows. */
const FINDS = /^[\s(]*(?:\/\*[^]*?\*\/\s*)?(?:select|with|update|delete)\b/i;
/** Longer ones load data. */
const LONGEST_TEXT = 4_000;
/** Texts and lists of values that are longer are no keys. */
const LONGEST_VALUE = 300;
const MOST_VALUES = 60;

/** A value as JSON has it: times by ISO 8601, bytes as `\x` and digits, large numbers as texts. */
function plain(value) {
  if (typeof value === "string") return value.length > LONGEST_VALUE ? value.slice(0, LONGEST_VALUE) : value;
  if (typeof value === "bigint") return `${value}`;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "object" || value === null) return null;
  if (value instanceof Date) return apply(toISOString, value, []);
  if (ArrayBuffer.isView(value)) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, Math.min(value.byteLength, LONGEST_VALUE)).toString("hex")}`;
  }
  if (arrayIsArray(value)) return value.slice(0, MOST_VALUES).map(plain);
  const fields = {};
  for (const name of objectKeys(value).slice(0, MOST_VALUES)) fields[name] = plain(value[name]);
  return fields;
}

const isNothing = (value) => value === null || value === undefined || value === false || value === 0 || value === 0n || value === "0";

/** Rows that were found; one row that says so little as a count of none or `EXISTS` is none. */
function found({ rows, count }) {
  if (count === 1 && arrayIsArray(rows) && rows.length === 1 && typeof rows[0] === "object" && rows[0] !== null) {
    if (Object.values(rows[0]).every(isNothing)) return 0;
  }
  return count;
}

/** Values that were bound, as JSON has them. */
function bound({ values }) {
  // Some drivers take all values as one list.
  const given = arrayIsArray(values) && values.length === 1 && arrayIsArray(values[0]) ? values[0] : values;
  return arrayIsArray(given) ? given.slice(0, MOST_VALUES).map(plain) : [plain(given)];
}

const isOpen = () => session.epoch !== null && session.runtime !== null && session.epoch.isOpen();
const finds = ({ text }) => apply(exec, FINDS, [text]) !== null;
const isTold = ({ kind, text }) => isOpen() && kind === "query" && text.length <= LONGEST_TEXT;
const tell = (about) => session.runtime.report(fact.QUERY, 0, jsonStringify(about));

/** The code of the error that a statement ended with; what it was given may be of the wrong type. */
const failed = ({ error }) => (error === null ? undefined : `${error.code ?? ""}`);

function told(query) {
  if (!isTold(query)) return;
  const { text, dialect, error, follows } = query;
  const broken = error?.constraint ?? undefined;
  if (!finds(query) && broken === undefined) return;
  const count = error === null ? found(query) : undefined;
  tell({ d: dialect, t: text, v: bound(query), n: count, p: follows?.place, e: failed(query), k: broken });
}

/** Notes when a statement has begun. */
function begun(query) {
  query.began = hrtime.bigint();
}

function toldOfAll(query) {
  if (!isTold(query)) return;
  const { text, dialect, error, began } = query;
  const milliseconds = began === undefined ? null : Number((hrtime.bigint() - began) / 1_000_000n);
  tell({ d: dialect, t: text, v: bound(query), n: error === null ? found(query) : null, ms: milliseconds, o: !finds(query), e: failed(query) });
}

/** Tells queries where the search has homes for databases, since elsewhere nothing can be put in, and to cores of other tools. */
exports.install = () => {
  const { rows, sql } = session.options;
  if (!session.reports || !session.instruments || (rows !== true && sql !== true)) return;
  databases.install();
  databases.onQuery(sql === true ? { begun, ended: toldOfAll } : { ended: told });
};
