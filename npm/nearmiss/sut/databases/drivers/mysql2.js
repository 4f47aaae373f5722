"use strict";
// mysql2: connections whose stream is made with them, queries as commands that they run one after the other.
//
// How a command ends is heard from its event `end`, and an error where the driver makes one of what the server said:
// nothing of ours is on the stack when the program is called back.

const { EventEmitter } = require("node:events");
const { WeakMap, weakMapGet, weakMapSet } = require("../../../runtime/intrinsics.js");
const { ownField } = require("../../../adapters/observe.js");
const { classStandIn } = require("../class_stand_in.js");
const connections = require("../connections.js");
const { watchPool } = require("../pools.js");
const { asks, begun, call, ended, failed, made, watch, watchEnds } = require("../queries.js");
const { withoutUs } = require("../../incidents/stand_in.js");
const { asksMysql, resultOf, textOf } = require("./mysql_results.js");

const COMMANDS = new Set(["Query", "Execute"]);

/** States of connections in transactions, as the server last said. */
const states = new WeakMap();
/** The call of the program that adds commands now. */
let current = null;
/** Last errors of servers. */
let lastError = null;

/** Settings like others but for where they lead; a socket that fails in place of one that is refused. */
function ledConfig(config, to, refused) {
  const changed = Object.assign(Object.create(Object.getPrototypeOf(config)), config);
  if (refused !== null) return Object.assign(changed, { stream: () => connections.refusedSocket(refused) });
  const isPath = to.host.startsWith("/");
  Object.assign(changed, isPath ? { socketPath: to.host } : { host: to.host, port: to.port, socketPath: undefined });
  if (!to.tls) changed.ssl = undefined;
  return changed;
}

function connecting(driver, [options, ...rest], create) {
  const { config } = options ?? {};
  if (typeof config !== "object" || config === null || config.isServer) return create([options, ...rest]);
  const { host, port, socketPath, database, user, password } = config;
  let to = null;
  let refused = null;
  const about = { host: socketPath ? null : host, port: socketPath ? null : Number(port), socket: socketPath ?? null, database, user, password, connection: null };
  try {
    to = connections.connecting(driver, about);
  } catch (error) {
    refused = error;
  }
  if (to === null && refused === null) return create([options, ...rest]);
  const changed = ledConfig(config, to, refused);
  const connection = create([{ ...options, config: changed }, ...rest]);
  // What the program reads there is what it has set; whether to encrypt is read later.
  for (const name of ["host", "port", "socketPath", "stream"]) changed[name] = config[name];
  return connection;
}

/** Follows a command to its end. */
function follow(command, connection, query) {
  command.once("end", () => {
    const error = lastError;
    lastError = null;
    const rows = ownField(command, "_rows");
    const { found, count, isOpen } = resultOf(rows);
    if (isOpen !== null) weakMapSet(states, connection, isOpen);
    if (error !== null && ownField(error, "sql") === (ownField(command, "sql") ?? query.text)) failed(query, error);
    else ended(query, found, count);
  });
}

const addCommand = (driver) => (real) => (connection, args, standIn) => {
  const [command] = args;
  // Found by its name: any version has the class in another place.
  if (COMMANDS.has(command?.constructor?.name)) {
    const statement = ownField(command, "statement");
    const text = ownField(statement, "query") ?? ownField(command, "sql");
    const about = { text, values: ownField(command, "values") ?? ownField(command, "parameters"), connection, above: standIn };
    const query = current ?? begun(driver, { ...about, transaction: weakMapGet(states, connection) ?? null });
    if (query !== null) follow(command, connection, query);
  }
  return call(real, connection, args);
};

const runs = (driver, kind) => (real) => (connection, args, standIn) => {
  const query = begun(driver, { ...textOf(args), connection, above: standIn, kind, transaction: weakMapGet(states, connection) ?? null });
  if (query === null || kind === "prepare") return call(real, connection, args);
  const before = current;
  current = query;
  try {
    return made(query, real, connection, args);
  } finally {
    current = before;
  }
};

function connection({ exports: Connection }, driver) {
  // Newer versions have a class in front of the one that has everything.
  if (Object.getPrototypeOf(Connection.prototype) !== EventEmitter.prototype) return undefined;
  watch(Connection.prototype, ["query", "execute"], runs(driver, "query"));
  watch(Connection.prototype, ["prepare"], runs(driver, "prepare"));
  watchEnds(Connection.prototype, ["addCommand"], addCommand(driver));
  if (!connections.isWanted()) return undefined;
  return { exports: classStandIn(Connection, (args, create) => connecting(driver, args, create)) };
}

function pool({ exports: Pool }, driver) {
  watch(Pool.prototype, ["query", "execute"], asks(driver, textOf));
  watchPool(driver, Pool.prototype, "getConnection", about);
}

/** Answers what a queue of a pool holds: each version has another class for it. */
function itemsOf(queue) {
  if (typeof queue?.length !== "number") return [];
  const at = typeof queue.get === "function" ? "get" : "peekAt";
  return Array.from({ length: queue.length }, (_, index) => queue[at](index));
}

/** Connections of a pool that are not free. */
function about(one) {
  const free = itemsOf(one._freeConnections);
  const out = itemsOf(one._allConnections).filter((each) => !free.includes(each));
  return { out, most: ownField(ownField(one, "config"), "connectionLimit") };
}

const hasEnded = (one) => ["_closing", "_fatalError"].some((name) => Boolean(ownField(one, name)));

/** Makes an error here of what the server says is one. */
function packet({ exports: Packet }) {
  watchEnds(Packet.prototype, ["asError"], (real) => (self, args) => {
    const error = call(real, self, args);
    withoutUs(error);
    lastError = error;
    return error;
  });
}

module.exports = {
  name: "mysql2",
  dialect: "mysql",
  packages: {
    mysql2: {
      files: {
        "lib/base/connection.js": connection,
        "lib/connection.js": connection,
        "lib/base/pool.js": pool,
        "lib/pool.js": pool,
        "lib/packets/packet.js": packet,
      },
    },
  },
  raw: asksMysql,
  transactionOf: (one) => (hasEnded(one) ? false : (weakMapGet(states, one) ?? null)),
};
