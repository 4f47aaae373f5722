"use strict";
// mariadb: an ES module, and a bundle for `require`. Both have one class of connections, which those with promises and
// with callbacks stand on.

const { WeakMap, weakMapGet, weakMapSet, WeakSet, weakSetAdd, weakSetHas } = require("../../../runtime/intrinsics.js");
const { ownField } = require("../../../adapters/observe.js");
const connections = require("../connections.js");
const { notePool } = require("../pools.js");
const { begun, call, ended, failed, made, wantsEnds, watch } = require("../queries.js");
const { around, replace } = require("../../incidents/stand_in.js");
const { setImmediate } = require("../../timers/native.js");

/** A bit of the status of a server. */
const IN_TRANSACTION = 1;
/** Methods that are given what to run, and two functions for how it ends. */
const RUNS = ["query", "prepareExecute", "batch", "changeTransaction"];
const ADDS = ["addCommandQueue", "addCommandEnable", "addCommandEnablePipeline"];

/** Methods that run something, and streams, that are told of: one method calls another. */
const seen = new WeakSet();

function transactionOf(connection) {
  const status = ownField(ownField(connection, "info"), "status");
  return typeof status === "number" ? (status & IN_TRANSACTION) !== 0 : null;
}

/** Rows or a count, of what a promise comes to or a callback is called with. */
function resultOf(result) {
  if (!Array.isArray(result)) return { rows: null, count: ownField(result, "affectedRows") ?? null };
  // With `metaAsArray` rows, or what was changed, and what describes them; or an array of rows that are arrays.
  if (result.length !== 2 || !Array.isArray(result[1]) || ownField(result, "meta") !== undefined) return { rows: result, count: null };
  return resultOf(result[0]);
}

/** The arguments of a call with its two functions followed. */
function following(query, args, first) {
  if (!wantsEnds() || typeof args[first] !== "function" || typeof args[first + 1] !== "function") return args;
  const followed = [...args];
  followed[first] = (result) => {
    const { rows, count } = resultOf(result);
    ended(query, rows, count);
    return args[first](result);
  };
  followed[first + 1] = (error) => {
    failed(query, error);
    return args[first + 1](error);
  };
  return followed;
}

const run = (driver, textOf, first) => (real) => (connection, args, standIn) => {
  const { key, text, values } = textOf(args);
  const isKnown = typeof key !== "object" || key === null || weakSetHas(seen, key);
  if (isKnown) return call(real, connection, args);
  const query = begun(driver, { text, values: values ?? [], connection, above: standIn, transaction: transactionOf(connection) });
  if (query === null) return call(real, connection, args);
  weakSetAdd(seen, key);
  return made(query, real, connection, following(query, args, first));
};

const ofParameters = ([parameters]) => ({ key: parameters, text: parameters?.sql, values: parameters?.values });
/** `executePromise(parameters, prepared, resolve, reject)`: its text is that of what was prepared. */
const ofPrepared = ([parameters, prepared]) => ({ key: parameters, text: parameters?.sql ?? prepared?.query, values: parameters?.values });
/** Streams, and what is asked with a callback, are commands that no method was asked for. */
const isAlone = (command) => ownField(command, "inStream") !== undefined || ownField(command, "handleNewRows") !== undefined;

const add = (driver) => (real) => (connection, args, standIn) => {
  const [command] = args;
  const parameters = ownField(command, "cmdParam");
  if (!isAlone(command) || typeof parameters !== "object" || parameters === null || weakSetHas(seen, parameters)) {
    return call(real, connection, args);
  }
  const about = { text: command.sql, values: command.initialValues ?? [], connection, above: standIn };
  const query = begun(driver, { ...about, transaction: transactionOf(connection) });
  if (query === null) return call(real, connection, args);
  weakSetAdd(seen, parameters);
  const [, resolve, reject] = following(query, [command, command.resolve, command.reject], 1);
  Object.assign(command, { resolve, reject });
  return made(query, real, connection, args);
};

function connect(driver, real, connection) {
  const { opts } = connection;
  const { host, port, socketPath, database, user, password } = opts;
  const about = { host: socketPath ? null : host, port: socketPath ? null : Number(port), socket: socketPath ?? null, database, user, password, connection };
  try {
    const to = connections.connecting(driver, about);
    if (to !== null) {
      // They are a copy that each connection has for itself.
      Object.assign(opts, to.host.startsWith("/") ? { socketPath: to.host } : { host: to.host, port: to.port, socketPath: undefined });
      if (!to.tls) opts.ssl = false;
    }
  } catch (refused) {
    setImmediate(() => connection.authFailHandler(refused));
    return undefined;
  }
  return call(real, connection, []);
}

function hook({ Connection }, driver) {
  const { prototype } = Connection;
  watch(prototype, RUNS, run(driver, ofParameters, 1));
  watch(prototype, ["executePromise"], run(driver, ofPrepared, 2));
  watch(prototype, ADDS, add(driver));
  if (!connections.isWanted()) return;
  replace(prototype, ["streamInitSocket"], (real) => around(real, (connection) => connect(driver, real, connection)));
}

/** Connections that are out, by pool: it keeps them to itself. */
const taken = new WeakMap();

function takenOf(one) {
  let own = weakMapGet(taken, one);
  if (own === undefined) {
    own = new Set();
    weakMapSet(taken, one, own);
  }
  return own;
}

const about = (one) => ({
  out: [...takenOf(one)].filter((connection) => connection.isValid()),
  most: ownField(ownField(one, "opts"), "connectionLimit"),
});

/** The arguments of a call that asks for a connection, which is noted when it comes. */
function noting(self, args) {
  const at = args.findIndex((arg) => typeof arg === "function");
  if (at < 0) return args;
  const noted = [...args];
  noted[at] = (error, connection) => {
    if (!error && connection) takenOf(self).add(connection);
    return args[at](error, connection);
  };
  return noted;
}

/** A pool asks itself for a connection with what it is to run. */
function pool({ Pool }, driver) {
  watch(Pool.prototype, ["getConnection"], (real) => (self, args, standIn) => {
    const { sql, values } = typeof args[0] === "object" && args[0] !== null ? args[0] : {};
    begun(driver, { text: sql, values, above: standIn, kind: "ask" });
    notePool(driver, self, about);
    return call(real, self, noting(self, args));
  });
  watch(Pool.prototype, ["release"], (real) => (self, args) => {
    takenOf(self).delete(args[0]);
    return call(real, self, args);
  });
}

function bundle(given, driver) {
  if (given.Connection !== undefined) hook(given, driver);
  if (given.Pool !== undefined) pool(given, driver);
}

const bundled = {
  names: ["Connection", "Pool"],
  inside: { Connection: "streamInitSocket(){", Pool: "_acquireIdleConnection(" },
  hook: bundle,
};

const raw = (connection, text, values) =>
  new Promise((resolve, reject) => {
    const ready = (result) => {
      const { rows, count } = resultOf(result);
      resolve({ rows: rows ?? [], count: count ?? rows?.length ?? null });
    };
    connection.query({ sql: text, values }, ready, reject);
  });

module.exports = {
  name: "mariadb",
  dialect: "mysql",
  packages: {
    mariadb: {
      // Until version 3.5 `require` and `import` had the same files.
      files: {
        "lib/connection.js": ({ exports: Connection }, driver) => hook({ Connection }, driver),
        "lib/pool.js": ({ exports: Pool }, driver) => pool({ Pool }, driver),
      },
      modules: {
        "lib/connection.js": { names: ["Connection"], hook },
        "lib/pool.js": { names: ["Pool"], hook: pool },
        "dist/promise.cjs": bundled,
        "dist/callback.cjs": bundled,
      },
    },
  },
  raw,
  transactionOf: (connection) => (connection.isValid() ? transactionOf(connection) : false),
};
