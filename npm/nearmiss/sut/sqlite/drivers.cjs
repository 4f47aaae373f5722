"use strict";
// Drivers of SQLite by the files in which their classes are, led to copies. Any version that has such a file with such a class is.
// (Part of written suites, too.)

const fs = require("node:fs");
const { isBuiltin, syncBuiltinESMExports } = require("node:module");
const path = require("node:path");

const { apply, construct } = Reflect;
const MODULES = `${path.sep}node_modules${path.sep}`;
const SQLITE3 = ["exec", "run", "all", "get", "each", "map", "prepare"];
const SYNCHRONOUS = ["exec", "prepare"];
/** What binds values, of a prepared statement. */
const BINDS = ["bind", "run", "get", "all", "each", "iterate", "map"];
/** The driver that Node has itself, since 22.5. */
const BUILTIN = "node:sqlite";

/** Of a file whose export is the class. */
const exported = (module) => [{ owner: module, name: "exports" }];

/**
 * `classes(module)`: where functions stand that take the path of a database first; `methods`: of the first of them, that take SQL;
 * `hasUris`: whether a path may be a URI.
 */
const DRIVERS = {
  __proto__: null,
  "better-sqlite3": { files: ["lib/database.js"], classes: exported, methods: SYNCHRONOUS, hasUris: false },
  "better-sqlite3-multiple-ciphers": { files: ["lib/database.js"], classes: exported, methods: SYNCHRONOUS },
  libsql: {
    files: ["index.js", "promise.js"],
    classes: (module) => (typeof module.exports === "function" ? exported(module) : [{ owner: module.exports, name: "Database" }]),
    methods: SYNCHRONOUS,
  },
  sqlite3: {
    files: ["lib/sqlite3.js"],
    classes: (module) => [{ owner: module.exports, name: "Database" }, { owner: module.exports.cached, name: "Database" }],
    methods: SQLITE3,
  },
};

/** The driver that has a file among those with its class; null for nearly all files. */
function driverOf(filename) {
  const at = filename.lastIndexOf(MODULES);
  if (at < 0) return null;
  for (const driver of Object.values(DRIVERS)) {
    for (const file of driver.files) {
      const end = path.sep + file.split("/").join(path.sep);
      if (!filename.endsWith(end)) continue;
      // It may be installed under another name.
      const found = nameOf(filename.slice(0, -file.length));
      if (found !== null && DRIVERS[found]?.files.includes(file)) return DRIVERS[found];
    }
  }
  return null;
}

/** Answers the files of a package in which its class of databases is; none of one that is no driver. */
exports.filesOf = (name) => DRIVERS[name]?.files ?? [];

function nameOf(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).name;
  } catch {
    return null;
  }
}

/** Tells whether a database is opened to be read: by an option, or by the flags of sqlite3. */
const opensToRead = ([options]) => (typeof options === "number" ? (options & 3) === 1 : options?.readonly === true || options?.readOnly === true);

/** `Class` with its first argument led. */
function standIn(Class, lead) {
  const led = ([first, ...rest]) => [lead(first, opensToRead(rest)), ...rest];
  const proxy = new Proxy(Class, {
    apply: (target, self, args) => apply(target, self, args.length === 0 ? args : led(args)),
    construct: (target, args, made) => construct(target, args.length === 0 ? args : led(args), made === proxy ? target : made),
  });
  return proxy;
}

/** A statement whose parameter names a database, with that led. */
function leadBound(statement, led) {
  for (const name of BINDS) {
    const real = statement[name];
    if (typeof real !== "function") continue;
    const value = (...args) => apply(real, statement, led(args));
    Object.defineProperty(statement, name, { value, configurable: true, writable: true });
  }
  return statement;
}

/** Leads the databases that the statements of a method attach; `ledSql`: `leadingSql`. */
function leadStatements(prototype, name, ledSql) {
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (typeof property?.value !== "function") return;
  const value = new Proxy(property.value, {
    apply(target, self, args) {
      const led = typeof args[0] === "string" ? ledSql(args[0], self) : null;
      if (led === null) return apply(target, self, args);
      const result = apply(target, self, [led.sql, ...led.args(args.slice(1))]);
      if (name !== "prepare" || !led.isBound) return result;
      return typeof result.then === "function" ? result.then((statement) => leadBound(statement, led.args)) : leadBound(result, led.args);
    },
  });
  Object.defineProperty(prototype, name, { ...property, value });
}

/** Answers what leads the statements that attach databases; `attached` and `ledArguments` of `attach.cjs`. Null for all others. */
const leadingSql = ({ attached, ledArguments }, led) => (sql, database) => {
  // What is attached to a database that is only read is so, too.
  const ledPath = (name) => led(name, database?.readonly === true);
  const found = /\battach\b/i.test(sql) ? attached(sql) : [];
  if (found.length === 0) return null;
  let text = sql;
  let bound = null;
  for (const { start, end, name } of found.reverse()) {
    if (name === null) {
      throw new Error(`the database of ${sql.slice(start, end)} is not opened: which one that is, is known to SQLite only, and so it has no copy`);
    }
    const { before, parameter, after } = name;
    if (parameter !== null) bound = name;
    text = text.slice(0, start) + (parameter ?? `'${ledPath(before + after).replaceAll("'", "''")}'`) + text.slice(end);
  }
  const lead = (value) => (value === null || value === undefined ? value : ledPath(bound.before + String(value) + bound.after));
  const args = (given) => (bound === null ? given : ledArguments(given, bound.parameter, lead));
  return { sql: text, args, isBound: bound !== null };
};

/** Leads a class that stands somewhere: what its `methods` attach, and with `lead` what it is made with. */
function leadClass(owner, name, { methods, ledSql, lead }) {
  const Class = owner[name];
  for (const method of methods) leadStatements(Class.prototype, method, ledSql);
  owner[name] = standIn(Class, lead);
  if (Class.prototype?.constructor === Class) Class.prototype.constructor = owner[name];
}

/**
 * Leads Node's own driver, and answers what is told of each CommonJS file that has run, with its module. `copyOf(file, about)` is the copy of the
 * database in a file, `leading` of `paths.cjs`, `attach` what `attach.cjs` exports.
 */
exports.leadDrivers = ({ copyOf, leading, attach }) => {
  const ledBy = (module, hasUris) => {
    const led = leading(copyOf, hasUris);
    return (name, isReadOnly) => led(name, { module, isReadOnly });
  };
  const ledPath = ledBy(BUILTIN, true);
  leadBuiltin(ledPath, leadingSql(attach, ledPath));
  return (filename, module) => {
    const driver = driverOf(filename);
    if (driver === null) return;
    const own = driver.files.find((file) => filename.endsWith(path.sep + file.split("/").join(path.sep)));
    const led = ledBy(filename.slice(0, -own.length) + driver.files[0], driver.hasUris !== false);
    const lead = (given, isReadOnly) => (typeof given === "string" ? led(given, isReadOnly) : given);
    const classes = driver.classes(module).filter(({ owner, name }) => typeof owner?.[name] === "function");
    for (const [index, { owner, name }] of classes.entries()) {
      leadClass(owner, name, { methods: index === 0 ? driver.methods : [], ledSql: leadingSql(attach, led), lead });
    }
  };
};

/** Leads Node's own driver. What Node has to say of it when it is loaded it says when it is first used. */
function leadBuiltin(ledPath, ledSql) {
  if (!isBuiltin(BUILTIN)) return;
  const { emitWarning } = process;
  const withheld = [];
  let sqlite;
  try {
    process.emitWarning = (...args) => withheld.push(args);
    sqlite = require(BUILTIN);
  } catch {
    // Built without it.
    return;
  } finally {
    process.emitWarning = emitWarning;
  }
  const lead = (given, isReadOnly) => {
    for (const args of withheld.splice(0)) process.emitWarning(...args);
    if (typeof given === "string") return ledPath(given, isReadOnly);
    if (given instanceof URL) return new URL(ledPath(given.href, isReadOnly));
    return Buffer.isBuffer(given) ? Buffer.from(ledPath(given.toString(), isReadOnly)) : given;
  };
  leadClass(sqlite, "DatabaseSync", { methods: SYNCHRONOUS, ledSql, lead });
  syncBuiltinESMExports();
}
