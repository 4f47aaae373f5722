"use strict";
// pg, with pg-pool, pg-native, and what is given to `client.query` as an object that submits itself: cursors and
// streams.
//
// How a query ends is heard from events of the driver's own connection, before the driver itself hears it: nothing of
// ours is on the stack when the program is called back, and no promise is touched.

const { nextTick } = process;
const { WeakMap, weakMapGet, weakMapSet } = require("../../../runtime/intrinsics.js");
const { ownField } = require("../../../adapters/observe.js");
const connections = require("../connections.js");
const { watchPool } = require("../pools.js");
const { asks, begun, call, ended, failed, made, wantsEnds, watch } = require("../queries.js");
const { replace, around } = require("../../incidents/stand_in.js");

const FOLDER = /^[/\0]/;
const IDLE = "I";

/** Places that connections of clients are led to. */
const led = new WeakMap();
/** Queries that are under way, by the driver's own object. */
const records = new WeakMap();
/** The transaction status of clients whose connection is listened to: "I", "T", "E", or "" where none was told yet. */
const states = new WeakMap();

/**
 * Text and values of a query: two arguments, an object, or an object that submits itself (a cursor, which a stream may
 * hold).
 */
function textOf([query, values]) {
  if (typeof query === "string") return { text: query, values: Array.isArray(values) ? values : [] };
  const inner = typeof ownField(query, "text") === "string" ? query : ownField(query, "cursor");
  const own = ownField(inner, "values");
  return { text: ownField(inner, "text"), values: Array.isArray(own) ? own : Array.isArray(values) ? values : [] };
}

const toOf = (client) => {
  const { host, port, database, user, password } = client;
  const isSocket = typeof host === "string" && FOLDER.test(host);
  return { host: isSocket ? null : host || "localhost", port: Number(port), socket: isSocket ? host : null, database, user, password, connection: client };
};

/** Leads a connection of the driver to a server, as `connect(port, host)` of it is called. */
const connectArgs = ({ host, port }) => (FOLDER.test(host) ? [`${host}/.s.PGSQL.${port}`] : [port, host]);

/** The driver's object of the query that a client was just given. */
function lastOf(client, text) {
  const waiting = ownField(client, "_queryQueue") ?? ownField(client, "queryQueue");
  const sent = ownField(client, "_sentQueryQueue");
  const found = [waiting?.[waiting.length - 1], sent?.[sent.length - 1], activeOf(client)];
  return found.find((query) => ownField(query, "text") === text) ?? null;
}

/** The query that is answered now: the field has had two names, the older of which complains when it is read now. */
const activeOf = (client) => ownField(client, "_activeQuery") ?? ownField(client, "activeQuery");

/** Rows and count of an ended query: a result, or one for each statement of its text. */
function resultOf(query) {
  const results = ownField(query, "_results") ?? ownField(query, "_result");
  const last = Array.isArray(results) ? results[results.length - 1] : results;
  const count = ownField(last, "rowCount");
  return { rows: ownField(last, "rows") ?? null, count: typeof count === "number" ? count : null };
}

/** Listens to the connection of a client, once. */
function listenTo(client) {
  if (weakMapGet(states, client) !== undefined) return;
  const { connection } = client;
  if (typeof connection?.prependListener !== "function") return;
  weakMapSet(states, client, ownField(client, "_txStatus") ?? "");
  connection.prependListener("errorMessage", (error) => {
    const query = activeOf(client);
    const record = query === undefined || query === null ? undefined : weakMapGet(records, query);
    if (record === undefined) return;
    weakMapSet(records, query, undefined);
    failed(record, error);
  });
  connection.prependListener("readyForQuery", (message) => {
    const status = ownField(message, "status");
    if (typeof status === "string") weakMapSet(states, client, status);
    const query = activeOf(client);
    const record = query === undefined || query === null ? undefined : weakMapGet(records, query);
    if (record === undefined) return;
    weakMapSet(records, query, undefined);
    const { rows, count } = resultOf(query);
    ended(record, rows, count);
  });
}

/** Tells whether a transaction is open, as the server has said; null where it has not yet. */
function transactionOf(client) {
  const status = weakMapGet(states, client) || ownField(client, "_txStatus");
  return typeof status === "string" && status !== "" ? status !== IDLE : null;
}

const query = (driver) => (real) => (client, args, standIn) => {
  const { text, values } = textOf(args);
  if (wantsEnds()) listenTo(client);
  const record = begun(driver, { text, values, connection: client, above: standIn, transaction: transactionOf(client) });
  if (record === null || !wantsEnds()) return call(real, client, args);
  const result = made(record, real, client, args);
  const given = typeof args[0] === "object" && typeof args[0]?.submit === "function" ? args[0] : lastOf(client, text);
  if (given !== null) weakMapSet(records, given, record);
  return result;
};

/** `_connect(callback)`: what `connect` makes of a callback and of a promise alike. */
const connect = (driver, lead) => (real) =>
  around(real, (client, args) => {
    let to = null;
    try {
      to = connections.connecting(driver, toOf(client));
    } catch (refused) {
      if (typeof args[0] !== "function") throw refused;
      nextTick(args[0], refused);
      return undefined;
    }
    return lead(client, to, () => call(real, client, args));
  });

function client({ exports: Client }, driver) {
  watch(Client.prototype, ["query"], query(driver));
  if (!connections.isWanted()) return;
  replace(Client.prototype, ["_connect"], connect(driver, (one, to, go) => {
    weakMapSet(led, one.connection, to);
    if (to !== null && !to.tls && one.ssl) {
      one.ssl = false;
      one.connection.ssl = false;
    }
    return go();
  }));
}

/** A connection without a client that leads it is one that cancels a query. */
function connection({ exports: Connection }, driver) {
  if (!connections.isWanted()) return;
  replace(Connection.prototype, ["connect"], (real) =>
    around(real, (self, args) => {
      const [port, host] = args;
      const isPath = typeof port === "string" && FOLDER.test(port);
      const known = weakMapGet(led, self);
      const to = known !== undefined ? known : connections.leadOnly(driver, isPath ? { socket: port } : { host, port: Number(port) });
      return call(real, self, to === null ? args : connectArgs(to));
    }),
  );
}

/** libpq connects by itself: the client's own parameters are what it is told. */
function native({ exports: Client }, driver) {
  watch(Client.prototype, ["query"], query(driver));
  if (!connections.isWanted()) return;
  replace(Client.prototype, ["_connect"], connect(driver, (one, to, go) => {
    if (to !== null) Object.assign(one.connectionParameters, { host: to.host, port: to.port, ...(to.tls ? {} : { ssl: false }) });
    return go();
  }));
}

function pool({ exports: Pool }, driver) {
  watch(Pool.prototype, ["query"], asks(driver, textOf));
  watchPool(driver, Pool.prototype, "connect", about);
}

/** Clients of a pool that are not idle. */
function about(one) {
  const clients = ownField(one, "_clients");
  const idle = ownField(one, "_idle");
  if (!Array.isArray(clients) || !Array.isArray(idle)) return { out: [] };
  const out = clients.filter((each) => !idle.some((item) => ownField(item, "client") === each));
  return { out, most: ownField(ownField(one, "options"), "max") };
}

const hasEnded = (one) => ownField(one, "_ending") === true || ownField(one, "_ended") === true;

const raw = async (one, text, values) => {
  const result = await one.query(text, values);
  const last = Array.isArray(result) ? result.at(-1) : result;
  return { rows: last.rows, count: last.rowCount };
};

module.exports = {
  name: "pg",
  dialect: "postgres",
  packages: {
    pg: { files: { "lib/client.js": client, "lib/connection.js": connection, "lib/native/client.js": native } },
    "pg-pool": { files: { "index.js": pool } },
  },
  raw,
  transactionOf: (one) => (hasEnded(one) ? false : transactionOf(one)),
};
