"use strict";
// mysql: connections that connect when they are first asked, queries that are events of their own.

const { WeakMap, weakMapGet, weakMapSet } = require("../../../runtime/intrinsics.js");
const { ownField } = require("../../../adapters/observe.js");
const connections = require("../connections.js");
const { watchPool } = require("../pools.js");
const { asks, begun, call, ended, failed, made, wantsEnds, watch, watchEnds } = require("../queries.js");
const { around, replace, withoutUs } = require("../../incidents/stand_in.js");
const { asksMysql, resultOf, textOf } = require("./mysql_results.js");

/** States of connections in transactions, as the server last said. */
const states = new WeakMap();
/** Errors of the server by the query that it answered so. */
const errors = new WeakMap();

/** An error that the driver makes while it is called, to put the place of the call into others. */
const withoutUsInSite = (query) => withoutUs(ownField(query, "_callSite"));

function follow(query, connection, record) {
  query.once("end", () => {
    const error = weakMapGet(errors, query);
    const { found, count, isOpen } = resultOf(ownField(query, "_results"));
    if (isOpen !== null) weakMapSet(states, connection, isOpen);
    if (error !== undefined) failed(record, error);
    else ended(record, found, count);
  });
}

const query = (driver) => (real) => (connection, args, standIn) => {
  const record = begun(driver, { ...textOf(args), connection, above: standIn, transaction: weakMapGet(states, connection) ?? null });
  const result = record === null ? call(real, connection, args) : made(record, real, connection, args);
  withoutUsInSite(result);
  if (record !== null && wantsEnds() && typeof result?.once === "function") follow(result, connection, record);
  return result;
};

/** Connects with settings that are put back at once: where it leads is read while `connect` is called. */
function connect(driver, real, connection, args) {
  const { config, _connectCalled: isMade } = connection;
  if (isMade || typeof config !== "object" || config === null) return call(real, connection, args);
  const { host, port, socketPath, database, user, password } = config;
  const about = { host: socketPath ? null : host, port: socketPath ? null : Number(port), socket: socketPath ?? null, database, user, password, connection };
  let to = null;
  let refused = null;
  try {
    to = connections.connecting(driver, about);
  } catch (error) {
    refused = error;
  }
  if (to === null && refused === null) return call(real, connection, args);
  const isPath = refused !== null || to.host.startsWith("/");
  const changed = Object.assign(Object.create(Object.getPrototypeOf(config)), config);
  // A name that no socket has: nothing is sent before the socket is ended with the refusal.
  Object.assign(changed, isPath ? { socketPath: refused === null ? to.host : "\0nearmiss: refused" } : { host: to.host, port: to.port, socketPath: undefined });
  if (refused === null && !to.tls && config.ssl) config.ssl = undefined;
  connection.config = changed;
  try {
    return call(real, connection, args);
  } finally {
    connection.config = config;
    if (refused !== null) connection._socket.destroy(refused);
  }
}

function connection({ exports: Connection }, driver) {
  watch(Connection.prototype, ["query"], query(driver));
  if (connections.isWanted()) {
    replace(Connection.prototype, ["connect"], (real) => around(real, (self, args) => connect(driver, real, self, args)));
  }
}

function pool({ exports: Pool }, driver) {
  watch(Pool.prototype, ["query"], asks(driver, textOf, withoutUsInSite));
  watchPool(driver, Pool.prototype, "getConnection", about);
}

/** Connections of a pool that are not free. */
function about(one) {
  const all = ownField(one, "_allConnections");
  const free = ownField(one, "_freeConnections");
  const out = Array.isArray(all) && Array.isArray(free) ? all.filter((each) => !free.includes(each)) : [];
  return { out, most: ownField(ownField(one, "config"), "connectionLimit") };
}

/** Makes an error here of what the server says is one. */
function sequence({ exports: Sequence }) {
  watchEnds(Sequence.prototype, ["_packetToError"], (real) => (self, args) => {
    const error = call(real, self, args);
    withoutUs(error);
    weakMapSet(errors, self, error);
    return error;
  });
}

module.exports = {
  name: "mysql",
  dialect: "mysql",
  packages: {
    mysql: {
      files: {
        "lib/Connection.js": connection,
        "lib/Pool.js": pool,
        "lib/PoolNamespace.js": pool,
        "lib/protocol/sequences/Sequence.js": sequence,
      },
    },
  },
  raw: asksMysql,
  transactionOf: (one) => (ownField(one, "state") === "disconnected" ? false : (weakMapGet(states, one) ?? null)),
};
