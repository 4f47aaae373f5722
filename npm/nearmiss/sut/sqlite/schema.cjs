"use strict";
// The tables of a database as a text of SQL, without the rows that people have put into them.

const { BOOKS } = require("./books.cjs");
const { quoted } = require("./connection.cjs");

const isVirtual = ({ sql }) => /^\s*create\s+virtual\s/i.test(sql ?? "");
const LAST = ["view", "trigger"];

/** Names of its tables, in small letters: those that somebody has made. */
exports.tablesOf = async (connection) => {
  const tables = await connection.all("SELECT name FROM main.sqlite_master WHERE type = 'table'");
  return tables.map(({ name }) => name.toLowerCase()).filter((name) => !name.startsWith("sqlite_"));
};

async function number(connection, name) {
  const [row] = await connection.all(`PRAGMA ${name}`);
  return Object.values(row)[0];
}

/** Rows of a table as statements, in order. */
async function rowsOf(connection, table) {
  const columns = await connection.all(`PRAGMA table_xinfo(${quoted(table)})`);
  const names = columns.filter(({ hidden }) => Number(hidden) === 0).map(({ name }) => quoted(name));
  const values = names.map((name) => `quote(${name})`).join(" || ', ' || ");
  const rows = await connection.all(`SELECT ${values} AS line FROM ${quoted(table)}`);
  return rows.map(({ line }) => `INSERT INTO ${quoted(table)} (${names.join(", ")}) VALUES (${line});`);
}

/** Answers what tells whether a virtual table has made a table for itself. */
async function shadowsOf(connection, objects) {
  const listed = await connection.all("PRAGMA table_list");
  // Before 3.37 SQLite does not tell.
  const virtual = listed.length > 0 ? [] : objects.filter(isVirtual).map(({ name }) => `${name}_`);
  const shadows = new Set(listed.filter(({ type }) => type === "shadow").map(({ name }) => name));
  return (name) => shadows.has(name) || virtual.some((beginning) => name.startsWith(beginning));
}

/**
 * Writes the tables of a database, with what belongs to them, and the rows of those in which migrations note what they
 * have done.
 */
exports.schemaOf = async (connection) => {
  const encoding = await number(connection, "encoding");
  const journal = await number(connection, "journal_mode");
  const lines = encoding === "UTF-8" ? [] : [`PRAGMA encoding = '${encoding}';`];
  if (journal === "wal") lines.push("PRAGMA journal_mode = WAL;");
  for (const name of ["user_version", "application_id"]) {
    const value = await number(connection, name);
    if (Number(value) !== 0) lines.push(`PRAGMA ${name} = ${value};`);
  }
  const text = "SELECT type, name, sql FROM main.sqlite_master WHERE sql IS NOT NULL ORDER BY rowid";
  const objects = await connection.all(text);
  const isShadow = await shadowsOf(connection, objects);
  const isMade = ({ name }) => !name.startsWith("sqlite_") && !isShadow(name);
  const written = objects.filter(isMade);
  const first = written.filter(({ type }) => !LAST.includes(type));
  for (const { sql } of first) lines.push(`${sql};`);
  for (const { type, name } of first) {
    const isBook = type === "table" && BOOKS.includes(name.toLowerCase());
    if (isBook) lines.push(...(await rowsOf(connection, name)));
  }
  for (const type of LAST) {
    for (const { sql } of written.filter((object) => object.type === type)) lines.push(`${sql};`);
  }
  return `${lines.join("\n")}\n`;
};
