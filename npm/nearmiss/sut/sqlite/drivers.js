"use strict";
// Drivers of SQLite by the files in which their classes are, led to copies. Any version that has such a file with such a class is.
// (Part of written suites, too.)

const fs = require("node:fs");
const path = require("node:path");

const { apply, construct } = Reflect;
const MODULES = `${path.sep}node_modules${path.sep}`;
const SQLITE3 = ["exec", "run", "all", "get", "each", "map", "prepare"];
const SYNCHRONOUS = ["exec", "prepare"];

/** Of a file whose export is the class. */
const exported = (module) => [{ owner: module, name: "exports" }];

/** `classes(module)`: where functions stand that take the path of a database first; `methods`: of the first of them, that take SQL. */
const DRIVERS = {
  __proto__: null,
  "better-sqlite3": { files: ["lib/database.js"], classes: exported, methods: SYNCHRONOUS },
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

function nameOf(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).name;
  } catch {
    return null;
  }
}

/** `Class` with its first argument led. */
function standIn(Class, ledPath) {
  const lead = (args) => {
    if (typeof args[0] === "string") args[0] = ledPath(args[0]);
    return args;
  };
  const proxy = new Proxy(Class, {
    apply: (target, self, args) => apply(target, self, lead(args)),
    construct: (target, args, made) => construct(target, lead(args), made === proxy ? target : made),
  });
  return proxy;
}

/** Leads the paths that the statements of a method name. */
function leadStatements(prototype, name, ledStatement) {
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (typeof property?.value !== "function") return;
  const value = new Proxy(property.value, {
    apply(target, self, args) {
      if (typeof args[0] === "string") args[0] = ledStatement(args[0]);
      return apply(target, self, args);
    },
  });
  Object.defineProperty(prototype, name, { ...property, value });
}

/** What is told of each CommonJS file that has run, with its module; `paths`: `leading` of `paths.js`. */
exports.leadDrivers = ({ ledPath, ledStatement }) => (filename, module) => {
  const driver = driverOf(filename);
  if (driver === null) return;
  const classes = driver.classes(module).filter(({ owner, name }) => typeof owner?.[name] === "function");
  for (const [index, { owner, name }] of classes.entries()) {
    const Class = owner[name];
    if (index === 0) for (const method of driver.methods) leadStatements(Class.prototype, method, ledStatement);
    owner[name] = standIn(Class, ledPath);
    if (Class.prototype?.constructor === Class) Class.prototype.constructor = owner[name];
  }
};
