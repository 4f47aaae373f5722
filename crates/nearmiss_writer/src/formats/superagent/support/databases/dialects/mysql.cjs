"use strict";
// Databases of tests on MySQL and MariaDB.

const ground = require("./mysql-ground.cjs");

const identifier = (name) => `\`${name.replaceAll("`", "``")}\``;
const literal = (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Counts the tables of a database. */
exports.TABLES = "SELECT count(*) AS tables FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()";

exports.maintenance = () => [undefined];

/** Makes the database of a place, with the collation of the API's own one where that is there. */
exports.create = async (ask, { database, original }) => {
  const [like] = await ask(
    `SELECT DEFAULT_CHARACTER_SET_NAME AS charset, DEFAULT_COLLATION_NAME AS collation
     FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ${literal(original)}`,
  );
  try {
    const how = like ? ` CHARACTER SET ${like.charset} COLLATE ${like.collation}` : "";
    await ask(`CREATE DATABASE ${identifier(database)}${how}`);
  } catch (error) {
    // The API has made it itself.
    if (error.errno !== 1007) throw error;
  }
};

/** Drops a database with its ground and all that is connected to it. */
exports.drop = async (ask, name) => {
  await ask(`DROP DATABASE IF EXISTS ${identifier(ground.nameOf(name))}`);
  const others = await ask(
    `SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = ${literal(name)} AND ID <> CONNECTION_ID()`,
  );
  // One that has ended meanwhile is no error.
  for (const { id } of others) await ask(`KILL ${Number(id)}`).catch(() => {});
  await ask(`DROP DATABASE IF EXISTS ${identifier(name)}`);
};

/** Names databases whose name has a text in it, and to which nobody is connected. */
exports.idle = async (ask, part) => {
  const rows = await ask(
    `SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE LOCATE(${literal(part)}, SCHEMA_NAME) > 0
       AND SCHEMA_NAME NOT IN (SELECT DB FROM information_schema.PROCESSLIST WHERE DB IS NOT NULL)`,
  );
  return rows.map(({ name }) => name);
};

/** Makes where the ground is kept. */
exports.install = ground.install;
/** Has what is in the database now be what tests begin from. */
exports.keep = ground.keep;
/** Puts back what tests have changed; answers whether something is left that cannot be. */
exports.putBack = ground.putBack;

/** Opens a connection by a driver that calls back: mysql and mysql2 are asked alike. */
exports.openByCallback = (mysql, { host, port, socket, user, password, ssl, database }) =>
  new Promise((resolve, reject) => {
    const server = socket ? { socketPath: socket } : { host, port };
    const connection = mysql.createConnection({
      ...server,
      user,
      password: password || undefined,
      ssl: ssl || undefined,
      database,
      multipleStatements: true,
    });
    connection.on("error", () => {});
    const ask = (text) =>
      new Promise((done, failed) => {
        connection.query(text, (error, result) => {
          if (error) failed(error);
          // Of several statements the rows of the last that has some: a procedure answers a count behind them.
          else done(Array.isArray(result) && result.some(Array.isArray) ? result.filter(Array.isArray).at(-1) : result);
        });
      });
    const close = () => new Promise((done) => connection.end(() => done()));
    connection.connect((error) => (error ? reject(error) : resolve({ ask, close })));
  });
