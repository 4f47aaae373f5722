"use strict";
// What mysql and mysql2 are asked and answer: the same shapes.

const { ownField } = require("../../../adapters/observe.js");

/** A bit of the status of a server. */
const IN_TRANSACTION = 1;

/** Text and values of a query: two arguments, or an object that has them. */
exports.textOf = ([query, values]) => {
  const isObject = typeof query === "object" && query !== null;
  const text = isObject ? ownField(query, "sql") : query;
  const own = isObject ? ownField(query, "values") : undefined;
  return { text, values: own ?? (typeof values === "function" || values === undefined ? [] : values) };
};

/**
 * Rows (null where nothing was asked for), their count or that of changed ones, and whether a transaction is open (null
 * where the server's word is not kept), of the results of a query: one for each of its statements, of which the last
 * counts.
 */
exports.resultOf = (results) => {
  const last = Array.isArray(results) ? results[results.length - 1] : undefined;
  if (Array.isArray(last)) return { found: last, count: last.length, isOpen: null };
  const status = ownField(last, "serverStatus");
  const count = ownField(last, "affectedRows");
  return { found: null, count: count ?? null, isOpen: typeof status === "number" ? (status & IN_TRANSACTION) !== 0 : null };
};

/** Runs a statement on a connection whose `query` takes a callback. */
exports.asksMysql = (connection, text, values = []) =>
  new Promise((resolve, reject) => {
    connection.query(text, values, (error, result) => {
      if (error) reject(error);
      else resolve(Array.isArray(result) ? { rows: result, count: result.length } : { rows: [], count: result.affectedRows });
    });
  });
