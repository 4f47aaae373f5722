"use strict";
// Tells the core which queries the calls of a test ask: it works out the rows that those would find which find nothing.
//
// Values that were bound are told with them, since they are inputs of calls more often than not.

const { session } = require("../../register/session.js");
const { fact } = require("../../runtime/generated/layout.js");
const { arrayIsArray, jsonStringify, objectKeys } = require("../../runtime/intrinsics.js");
const databases = require("./index.js");

const { apply } = Reflect;
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

function told(query) {
  const { epoch, runtime } = session;
  if (epoch === null || runtime === null || !epoch.isOpen()) return;
  const { kind, text, error, values, dialect } = query;
  if (kind !== "query" || text.length > LONGEST_TEXT) return;
  const finds = apply(exec, FINDS, [text]) !== null;
  const broken = error?.constraint ?? undefined;
  if (!finds && broken === undefined) return;
  // Some drivers take all values as one list.
  const given = arrayIsArray(values) && values.length === 1 && arrayIsArray(values[0]) ? values[0] : values;
  const bound = arrayIsArray(given) ? given.slice(0, MOST_VALUES).map(plain) : [plain(given)];
  // What a query that failed was given may be of the wrong type.
  const failed = error === null ? undefined : `${error.code ?? ""}`;
  const count = error === null ? found(query) : undefined;
  runtime.report(fact.QUERY, 0, jsonStringify({ d: dialect, t: text, v: bound, n: count, e: failed, k: broken }));
}

/** Tells queries where the search has homes for databases: elsewhere nothing can be put in. */
exports.install = () => {
  if (!session.reports || !session.instruments || session.options.rows !== true) return;
  databases.install();
  databases.onQuery({ ended: told });
};
