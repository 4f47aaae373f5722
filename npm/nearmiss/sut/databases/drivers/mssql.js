"use strict";
// mssql, named and never led: there is no home for its databases.

const { nextTick } = process;
const connections = require("../connections.js");
const { call } = require("../queries.js");
const { around, replace } = require("../../incidents/stand_in.js");

function pool({ exports: ConnectionPool }, driver) {
  if (!connections.isWanted()) return;
  replace(ConnectionPool.prototype, ["_connect"], (real) =>
    around(real, (self, args) => {
      const { server, port, database, user } = self.config ?? {};
      try {
        connections.connecting(driver, { host: server, port: port ?? 1433, socket: null, database, user, connection: self });
      } catch (refused) {
        if (typeof args[0] !== "function") throw refused;
        nextTick(args[0], refused);
        return undefined;
      }
      return call(real, self, args);
    }),
  );
}

module.exports = {
  name: "mssql",
  dialect: "mssql",
  isRefused: true,
  packages: { mssql: { files: { "lib/base/connection-pool.js": pool } } },
};
