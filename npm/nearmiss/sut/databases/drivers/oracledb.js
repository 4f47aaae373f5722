"use strict";
// oracledb, named and never led: there is no home for its databases.

const { nextTick } = process;
const { wrapped } = require("../../../adapters/exported.js");
const { ownField } = require("../../../adapters/observe.js");
const { reflectApply } = require("../../../runtime/intrinsics.js");
const connections = require("../connections.js");

/** `tcps://host:port/service`, as far as it is no name of a list. */
const PLACE = /^(?:\w+:)?(?:\/\/)?([^:/,?()\s]+)(?::(\d+))?\/([^:?\s]+)/;
const PORT = 1521;

function aboutOf(settings) {
  const text = ownField(settings, "connectString") ?? ownField(settings, "connectionString") ?? "";
  const [, host, port, database] = PLACE.exec(text) ?? [];
  const user = ownField(settings, "user") ?? ownField(settings, "username");
  return { host: host ?? null, port: port === undefined ? PORT : Number(port), socket: null, database, user, connection: null };
}

/** Asks before a connection is made by its own settings, and not by a pool's name. */
const asking = (real, driver) =>
  wrapped(real, (self, args) => {
    const [settings] = args;
    const last = args[args.length - 1];
    if (typeof settings === "object" && settings !== null && ownField(settings, "poolAlias") === undefined) {
      try {
        connections.connecting(driver, aboutOf(settings));
      } catch (refused) {
        if (typeof last !== "function") return Promise.reject(refused);
        nextTick(last, refused);
        return undefined;
      }
    }
    return reflectApply(real, self, args);
  });

function library({ exports }, driver) {
  if (!connections.isWanted()) return;
  for (const name of ["getConnection", "createPool"]) {
    if (typeof exports[name] === "function") exports[name] = asking(exports[name], driver);
  }
}

module.exports = {
  name: "oracledb",
  dialect: "oracle",
  isRefused: true,
  packages: { oracledb: { files: { "lib/oracledb.js": library } } },
};
