"use strict";
// Databases of tests on PostgreSQL.

const fs = require("node:fs");
const path = require("node:path");
const { setTimeout: pause } = require("node:timers/promises");

const identifier = (name) => `"${name.replaceAll('"', '""')}"`;
const literal = (text) => `'${text.replaceAll("'", "''")}'`;
const TRIES = 40;
const PAUSE_MS = 250;
/** Time that is waited for what the API's start has locked. */
const KEEPING_LIMIT_MS = 10_000;
/** Each call locks so many. */
const TABLES_AT_ONCE = 100;
/** Time that locks which an earlier test has left are waited for, before their session is ended. */
const PATIENCE_MS = 200;

/** Counts the tables of a database. */
exports.TABLES =
  "SELECT count(*) AS tables FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace " +
  "WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_'";

/** Databases from which others are made, the first that lets us in. */
exports.maintenance = ({ maintenance }) => [maintenance ?? "postgres", "template1"];

/** Settings by which a database compares and encodes texts, as a part of CREATE DATABASE. */
async function localeOf(ask, name) {
  const [found] = await ask(
    `SELECT pg_encoding_to_char(encoding) AS encoding, to_jsonb(d)::text AS row
     FROM pg_database d WHERE datname = ${literal(name)}`,
  );
  if (found === undefined) return undefined;
  const { datcollate, datctype, datlocprovider, daticulocale, datlocale } = JSON.parse(found.row);
  const icu = daticulocale ?? datlocale;
  const provider = datlocprovider === "i" && icu ? ` LOCALE_PROVIDER icu ICU_LOCALE ${literal(icu)}` : "";
  const locale = `LC_COLLATE ${literal(datcollate)} LC_CTYPE ${literal(datctype)}`;
  return `ENCODING ${literal(found.encoding)} ${locale}${provider}`;
}

/** Makes the database of a place, with the encoding of the API's own one where that is there. */
exports.create = async (ask, { database, original }) => {
  const [like, usual] = [await localeOf(ask, original), await localeOf(ask, "template1")];
  const how = like === undefined || like === usual ? "" : ` TEMPLATE template0 ${like}`;
  for (let left = TRIES; ; left -= 1) {
    try {
      await ask(`CREATE DATABASE ${identifier(database)}${how}`);
      return;
    } catch (error) {
      if (error.code === "42P04" || error.code === "23505") return;
      // Somebody else makes one of the same template.
      if (error.code !== "55006" || left === 0) throw error;
      await pause(PAUSE_MS);
    }
  }
};

/** Drops a database with all that is connected to it. */
exports.drop = async (ask, name) => {
  await ask(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = ${literal(name)} AND pid <> pg_backend_pid()`,
  );
  const [{ version }] = await ask("SELECT current_setting('server_version_num') AS version");
  await ask(`DROP DATABASE IF EXISTS ${identifier(name)}${Number(version) >= 130_000 ? " WITH (FORCE)" : ""}`);
};

/** Names databases whose name has a text in it, and to which nobody is connected. */
exports.idle = async (ask, part) => {
  const rows = await ask(
    `SELECT datname AS name FROM pg_database d
     WHERE position(${literal(part)} IN datname) > 0
       AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE datid = d.oid)`,
  );
  return rows.map(({ name }) => name);
};

/** Installs what notes the changes of tests. */
exports.install = (ask) => ask(fs.readFileSync(path.join(__dirname, "postgres.sql"), "utf8"));

/** Has what is in the database now be what tests begin from. */
exports.keep = async (ask) => {
  await ask(`SET lock_timeout = ${KEEPING_LIMIT_MS}`);
  for (;;) {
    const [{ left }] = await ask(`SELECT nearmiss.keep(${TABLES_AT_ONCE}) AS left`);
    if (left <= 0) return;
  }
};

/** Puts back what tests have changed; answers whether something is left that cannot be. */
exports.putBack = async (ask) => {
  try {
    const [{ is_altered: isAltered }] = await ask(`SELECT is_altered FROM nearmiss.put_back(${PATIENCE_MS})`);
    return isAltered;
  } catch (error) {
    // What the user may not put back.
    if (error.code === "42501") return true;
    throw error;
  }
};
