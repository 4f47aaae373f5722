"use strict";
// postgres (porsager): functions that keep everything to themselves. Queries are promises, whose text is known when a
// connection has built it: it puts what it has built into a field of theirs.

const { WeakMap, weakMapGet, weakMapSet } = require("../../../runtime/intrinsics.js");
const { ownField } = require("../../../adapters/observe.js");
const { placeOfError } = require("../../incidents/place.js");
const connections = require("../connections.js");
const { begun, ended, failed, wantsEnds, whenListening } = require("../queries.js");

const { defineProperty, getOwnPropertySymbols } = Object;

/** Connections by what each keeps of its server, and that of the first query of each. */
const connectionsOf = new WeakMap();
const firstOf = new WeakMap();
/** The driver's own class of queries. */
let Queries = null;

/** Answers where a query was made: the driver keeps an error of each template, we one of all others. */
function placeOf(query, error) {
  const symbol = getOwnPropertySymbols(query).find(({ description }) => description === "OriginError");
  return placeOfError(error ?? (symbol === undefined ? undefined : query[symbol]));
}

/** Rows and count of a result, or of the last of several. */
function resultOf(result) {
  const last = Array.isArray(result) && Array.isArray(result.at(-1)) && ownField(result.at(-1), "command") !== undefined ? result.at(-1) : result;
  return { rows: Array.isArray(last) ? last : null, count: ownField(last, "count") ?? null };
}

/** A query was built, and is about to be sent. */
function built(driver, query, error) {
  const { state, statement } = query;
  const connection = weakMapGet(connectionsOf, state) ?? weakMapGet(firstOf, query) ?? null;
  if (connection !== null) weakMapSet(connectionsOf, state, connection);
  const text = ownField(query, "string") ?? ownField(statement, "string");
  const record = begun(driver, { text, values: query.parameters, connection, above: built, place: () => placeOf(query, error) });
  if (record === null || !wantsEnds()) return;
  const { resolve, reject } = query;
  query.resolve = (result) => {
    const { rows, count } = resultOf(result);
    ended(record, rows, count);
    return resolve(result);
  };
  query.reject = (reason) => {
    failed(record, reason);
    return reject(reason);
  };
}

/**
 * Notices when a query is built: `statement` is null until then. `error`: where it was made, if the driver does not
 * keep that.
 */
function noticeBuilt(driver, query, error) {
  defineProperty(query, "statement", {
    configurable: true,
    enumerable: true,
    get: () => null,
    set(statement) {
      setField(query, statement);
      try {
        built(driver, query, error);
      } catch {
        // As if nobody had looked.
      }
    },
  });
}

const setField = (query, value) => defineProperty(query, "statement", { value, configurable: true, enumerable: true, writable: true });

/**
 * The constructor of queries sets their field to null: that is where they are met, since nothing of ours may stand on
 * the stack when the driver notes, in four frames, who made a query.
 */
function queryClass({ Query }, driver) {
  Queries = Query;
  whenListening(() => {
    defineProperty(Query.prototype, "statement", {
      configurable: true,
      enumerable: false,
      get: () => undefined,
      set(value) {
        if (value === null) noticeBuilt(driver, this, this.tagged ? undefined : new Error());
        else setField(this, value);
      },
    });
  });
}

/** Settings of a connection like others, with hosts of their own. */
function ledOptions(driver, options) {
  const led = Object.create(options);
  const set = (name, value) => defineProperty(led, name, { value, configurable: true, enumerable: true, writable: true });
  const about = (at) => {
    const { path, host, port, database, user, pass } = options;
    return { host: path ? null : host[at], port: path ? null : Number(port[at]), socket: path || null, database, user, password: pass };
  };
  const reset = () => {
    for (const name of ["host", "port"]) led[name].splice(0, Infinity, ...options[name]);
    set("path", options.path);
    set("socket", options.socket);
  };
  set("host", [...options.host]);
  set("port", [...options.port]);
  reset();
  try {
    // Whether it encrypts is settled before it connects.
    const to = connections.leadOnly(driver, about(0));
    if (to !== null && !to.tls) set("ssl", false);
  } catch {
    // Refused again when it connects.
  }
  return { led, about, reset, set };
}

/** Leads each host of a connection that is about to be made; a socket that fails stands for one that is refused. */
function leadAll(driver, { led, about, reset, set }, connection) {
  reset();
  try {
    for (let at = 0; at < led.host.length; at += 1) {
      const to = connections.connecting(driver, { ...about(at), connection });
      if (to === null) continue;
      const isPath = to.host.startsWith("/");
      set("path", isPath ? `${to.host}/.s.PGSQL.${to.port}` : undefined);
      if (isPath) return;
      led.host[at] = to.host;
      led.port[at] = to.port;
    }
  } catch (refused) {
    set("socket", () => connections.refusedSocket(refused));
  }
}

function connectionFunction({ Connection }, driver) {
  const { wrapped } = require("../../../adapters/exported.js");
  const replaced = wrapped(Connection, (self, args) => {
    const [options, ...rest] = args;
    const state = connections.isWanted() && Array.isArray(options?.host) ? ledOptions(driver, options) : null;
    const connection = Reflect.apply(Connection, self, [state === null ? options : state.led, ...rest]);
    const { connect, cancel, execute } = connection;
    connection.connect = (query) => {
      if (typeof query === "object" && query !== null) weakMapSet(firstOf, query, connection);
      if (state !== null) leadAll(driver, state, connection);
      return connect(query);
    };
    connection.execute = (query) => {
      if (typeof query === "object" && query !== null) weakMapSet(firstOf, query, connection);
      return execute(query);
    };
    connection.cancel = (...given) => {
      if (state !== null) leadAll(driver, state, connection);
      return cancel(...given);
    };
    return connection;
  });
  return { Connection: replaced };
}

/** Runs a statement on a connection that is open. */
function raw(connection, text, values = []) {
  const options = { simple: values.length === 0, prepare: false };
  const query = new Queries([text], values, () => {}, () => {}, options);
  query.executed = true;
  connection.execute(query);
  return query.then((result) => {
    const { rows, count } = resultOf(result);
    return { rows, count };
  });
}

const ofConnection = { names: ["Connection"], hook: connectionFunction };
const ofQuery = { names: ["Query"], hook: queryClass };

module.exports = {
  name: "postgres",
  dialect: "postgres",
  packages: {
    postgres: {
      files: {
        "cjs/src/connection.js": ({ exports: Connection }, driver) => ({ exports: connectionFunction({ Connection }, driver).Connection }),
        "cjs/src/query.js": ({ exports }, driver) => queryClass(exports, driver),
      },
      modules: { "src/connection.js": ofConnection, "src/query.js": ofQuery },
    },
  },
  raw,
};
