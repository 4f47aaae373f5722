"use strict";
// Connections of our own to databases of SQLite, by the driver that the API has: whatever it is called, the same few
// functions. Nobody else uses them, so statements are prepared once. (Part of written suites, too.)

const { isBuiltin } = require("node:module");

/** The class of databases that a module has: the file of a driver, or the name of Node's own. */
function classOf(module) {
  const exports = require(module);
  if (isBuiltin(module)) return exports.DatabaseSync;
  return typeof exports === "function" ? exports : exports.Database;
}

/** A driver that answers at once. */
function synchronous(database) {
  const statements = new Map();
  const prepared = (text) => {
    if (!statements.has(text)) statements.set(text, database.prepare(text));
    return statements.get(text);
  };
  try {
    // Tables in which virtual ones keep what they have are tables like others for us.
    database.unsafeMode?.(true);
  } catch {
    // libsql has it by name only.
  }
  return {
    exec: async (text) => database.exec(text),
    run: async (text) => prepared(text).run(),
    async all(text, values = []) {
      const statement = prepared(text);
      if (statement.reader !== false) return statement.all(...values);
      // Some drivers ask nothing of a statement that answers nothing.
      statement.run(...values);
      return [];
    },
    once: async (text) => database.prepare(text).all(),
    close: async () => database.close(),
  };
}

/** A driver that calls back. */
function calling(database) {
  const asked = (method) => (text, ...values) =>
    new Promise((resolve, reject) => {
      database[method](text, ...values, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  return {
    exec: asked("exec"),
    run: asked("run"),
    all: asked("all"),
    once: asked("all"),
    close: () => new Promise((resolve, reject) => database.close((error) => (error ? reject(error) : resolve()))),
  };
}

/**
 * Opens a database in a file by the driver in `module`: `{ exec(text), run(text), all(text, values), once(text), close() }`,
 * all of which answer promises; `exec` takes several statements, `values` are bound to the `?` of one, `once` is `all`
 * for a text that does not come again.
 */
exports.open = async (module, file) => {
  const Class = classOf(module);
  if (typeof Class.prototype.all !== "function") return synchronous(new Class(file));
  return new Promise((resolve, reject) => {
    const database = new Class(file, (error) => (error ? reject(error) : resolve(calling(database))));
  });
};

/** A name as a statement has it. */
exports.quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** A text as a statement has it. */
exports.literal = (text) => `'${text.replaceAll("'", "''")}'`;
