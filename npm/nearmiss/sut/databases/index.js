"use strict";
// Drivers of databases, recognised in one place (README.md): what the program loads is compared with the registry, and
// a driver's own functions are replaced where somebody listens to its connections or its queries.

const { isBuiltin } = require("node:module");
const { packageOf } = require("../../adapters/packages.js");
const connections = require("./connections.js");
const modules = require("./modules.js");
const pools = require("./pools.js");
const queries = require("./queries.js");
const { BUILTINS, PACKAGES, driverNamed, driverOf } = require("./registry.js");

let isInstalled = false;

/** A driver as it is told of: which one, and which version of it the program has. */
const told = ({ name, dialect, isRefused = false }, version) => ({ name, version, dialect, isRefused });

/** Hooks what a file of a driver has exported; answers what takes the place of it, by name, or undefined. */
function hooked(filename, kind, given) {
  const library = packageOf(filename, PACKAGES);
  if (library === null) return undefined;
  const { driver, entry } = driverOf(library, kind);
  if (entry === undefined) return undefined;
  try {
    return entry.hook(given, told(driver, library.version));
  } catch {
    // A version that is not as its entry knows it: the program goes on as if nobody looked.
    return undefined;
  }
}

/** A CommonJS file of the program or of a package has run. */
function loaded(filename, module) {
  if (typeof filename !== "string" || !filename.includes("node_modules")) return;
  const replaced = hooked(filename, "files", { exports: module.exports });
  if (replaced !== undefined) module.exports = replaced.exports;
}

/**
 * Watches what the program loads, once, before it loads anything. Who wants connections led or told must have said so
 * (`connections.js`) by the time the program loads its driver; queries may be asked for at any time.
 */
exports.install = () => {
  if (isInstalled) return;
  isInstalled = true;
  require("../../register/commonjs.js").watchLoaded(loaded);
  // ES modules, and files of one bundle, hand over what they have (`modules.js`).
  Object.defineProperty(globalThis, modules.KEY, { value: (filename, given) => hooked(filename, "modules", given), configurable: true });
  for (const name of BUILTINS) if (isBuiltin(name)) driverNamed(name).builtin(told);
};

/**
 * Whether a connection that listeners were told of is in a transaction, as far as its driver knows: null where it does
 * not. One that has ended is in none.
 */
exports.stateOf = (name, connection) => {
  try {
    return driverNamed(name)?.transactionOf?.(connection) ?? null;
  } catch {
    return null;
  }
};

exports.lead = connections.lead;
exports.onConnect = connections.listen;
exports.Refused = connections.Refused;
exports.onQuery = queries.listen;
exports.connectionsOut = pools.out;

/**
 * Answers a way to run statements on a connection that listeners were told of (`connection`), by the driver's own
 * functions: nobody is told, nothing is led. `{ run(text, values) -> Promise<{ rows, count }> }`; null for a driver
 * that has none.
 */
exports.raw = (name, connection) => {
  const driver = driverNamed(name);
  if (driver?.raw === undefined) return null;
  return { run: (text, values) => queries.silently(() => driver.raw(connection, text, values)) };
};
