"use strict";
// What drivers of SQLite have in common that answer at once: a database prepares statements, which are run.

const { WeakMap, weakMapGet, weakMapSet, WeakSet, weakSetAdd, weakSetHas } = require("../../../runtime/intrinsics.js");
const { ownField } = require("../../../adapters/observe.js");
const { classStandIn } = require("../class_stand_in.js");
const connections = require("../connections.js");
const { begun, call, ended, made, watch } = require("../queries.js");

const RUNS = ["run", "get", "all", "iterate"];

const isSelect = (result) => typeof result === "object" && result !== null;

/** Reads what a call has answered: rows, one row, or what was changed. */
function resultOf(name, result) {
  if (name === "all") return { rows: result, count: null };
  if (name === "get") return { rows: result === undefined ? [] : [result], count: null };
  const changes = name === "run" && isSelect(result) ? ownField(result, "changes") : undefined;
  return { rows: null, count: changes === undefined ? null : Number(changes) };
}

/**
 * Answers what hooks a class of databases: `watchDatabase(prototype)`, `opened(Class)`, and
 * `watchStatements(prototype)`, which is called when the first statement is prepared, or by who knows their prototype
 * before. `transactionOf(database)`: whether a transaction is open.
 */
exports.synchronous = (driver, transactionOf) => {
  /** Statements with their texts and databases. */
  const texts = new WeakMap();
  const seen = new WeakSet();
  /** Flag: a function of the driver calls another. */
  let isInside = false;

  const stateOf = (database) => {
    try {
      return transactionOf(database);
    } catch {
      return null;
    }
  };

  const through = (name, about) => (real) => (self, args, standIn) => {
    const query = isInside ? null : begun(driver, { ...about(self, args), above: standIn });
    if (query === null) return call(real, self, args);
    isInside = true;
    let result;
    try {
      result = made(query, real, self, args);
    } finally {
      isInside = false;
    }
    const { rows, count } = resultOf(name, result);
    ended(query, rows, count);
    return result;
  };

  const aboutStatement = (statement, values) => {
    const known = weakMapGet(texts, statement);
    // Those that the driver has made for itself say what they are.
    const connection = known?.database ?? statement.database ?? null;
    return { text: known?.text ?? statement.source ?? statement.sourceSQL, values, connection, transaction: stateOf(connection) };
  };
  const watchStatements = (prototype) => {
    if (weakSetHas(seen, prototype)) return;
    weakSetAdd(seen, prototype);
    for (const name of RUNS) watch(prototype, [name], through(name, aboutStatement));
  };

  return {
    watchStatements,
    watchDatabase(prototype) {
      watch(prototype, ["exec"], through("exec", (database, [text]) => ({ text, connection: database, transaction: stateOf(database) })));
      watch(prototype, ["prepare"], (real) => (database, args, standIn) => {
        begun(driver, { text: args[0], connection: database, above: standIn, kind: "prepare" });
        const statement = call(real, database, args);
        if (typeof statement === "object" && statement !== null) {
          weakMapSet(texts, statement, { text: args[0], database });
          watchStatements(Object.getPrototypeOf(statement));
        }
        return statement;
      });
    },
    /** Makes what takes the place of the class: where it is opened is told, and led. */
    opened: (Class, pathOf = ([first]) => (typeof first === "string" ? first : null)) =>
      !connections.isWanted()
        ? Class
        : classStandIn(Class, (args, create) => {
            const file = pathOf(args);
            return file === null ? create(args) : create([connections.opening(driver, file, null), ...args.slice(1)]);
          }),
  };
};

/** Runs a statement on a database of such a driver. */
exports.rawOf = (database, text, values = []) => {
  if (values.length === 0 && /;\s*\S/.test(text)) {
    database.exec(text);
    return { rows: [], count: null };
  }
  const statement = database.prepare(text);
  const isReader = statement.reader ?? statement.columns?.().length > 0;
  if (isReader) {
    const rows = statement.all(...values);
    return { rows, count: rows.length };
  }
  return { rows: [], count: Number(statement.run(...values).changes) };
};

