"use strict";
// Rows of databases of SQL. It runs beside the API, in a process that has connections of its own to its databases.
// (Part of written suites, too.)

const path = require("node:path");

/** Some drivers put the statement into the message of an error, which has the words of the database apart. */
const words = ({ sqlMessage, message }) => sqlMessage ?? message;

/**
 * Inserts a row into a table, `users` or `sales.users`, of the first of the databases that has it, each of which is
 * `{ name, dialect, ask(text, values) }`. Answers the row that the database has made of it, as JSON, or nothing where
 * none has such a table. Throws what the database says of a row that it refuses.
 */
exports.insert = async (databases, table, row = {}) => {
  for (const { name, dialect, ask } of databases) {
    const { tableOf, insert } = require(path.join(__dirname, "sql", `${dialect}.cjs`));
    const found = await tableOf(ask, table, name);
    if (found === undefined) continue;
    const refused = (why) => new Error(`the row for ${table} was refused: ${why}`);
    const made = await insert(ask, found, row).catch((error) => {
      throw refused(words(error));
    });
    if (made === undefined) throw refused("the database has made no row of it");
    return made;
  }
  return undefined;
};
