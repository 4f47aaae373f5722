"use strict";
// @neondatabase/serverless, named and never led: it asks over HTTP and WebSockets.

const { nextTick } = process;
const { replaceExports, wrapped } = require("../../../adapters/exported.js");
const { reflectApply } = require("../../../runtime/intrinsics.js");
const connections = require("../connections.js");
const { call } = require("../queries.js");
const { around, replace } = require("../../incidents/stand_in.js");

const PORT = 5432;

/** Reads where an address leads; what is none the driver will refuse itself. */
function aboutOf(address) {
  try {
    const { hostname, port, pathname, username } = new URL(address);
    return { host: hostname, port: Number(port || PORT), socket: null, database: pathname.slice(1), user: username, connection: null };
  } catch {
    return null;
  }
}

/** Holder of the methods of pg's client. */
function client(Client, driver) {
  replace(Client.prototype, ["_connect"], (real) =>
    around(real, (self, args) => {
      const { host, port, database, user } = self;
      try {
        connections.connecting(driver, { host, port: Number(port), socket: null, database, user, connection: self });
      } catch (refused) {
        if (typeof args[0] !== "function") throw refused;
        nextTick(args[0], refused);
        return undefined;
      }
      return call(real, self, args);
    }),
  );
}

function hook({ neon, Client }, driver) {
  if (!connections.isWanted()) return undefined;
  if (Client !== undefined) {
    // The class stands on that of the bundled pg.
    for (let at = Client; typeof at?.prototype === "object"; at = Object.getPrototypeOf(at)) {
      if (Object.hasOwn(at.prototype, "_connect")) client(at, driver);
    }
  }
  return {
    neon: wrapped(neon, (self, args) => {
      const about = typeof args[0] === "string" ? aboutOf(args[0]) : null;
      if (about !== null) connections.connecting(driver, about);
      return reflectApply(neon, self, args);
    }),
  };
}

function whole({ exports }, driver) {
  const replaced = hook(exports, driver);
  return replaced === undefined ? undefined : { exports: replaceExports(exports, replaced) };
}

module.exports = {
  name: "@neondatabase/serverless",
  dialect: "postgres",
  isRefused: true,
  packages: {
    "@neondatabase/serverless": { files: { "index.js": whole }, modules: { "index.mjs": { names: ["neon", "Client"], hook } } },
  },
};
