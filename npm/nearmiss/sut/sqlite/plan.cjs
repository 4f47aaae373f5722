"use strict";
// Statements that make a table of the database `main` what it is in the database `ground`, which began as a copy of it,
// byte for byte: so the same row has the same rowid in both. (Part of written suites, too.)

const { literal, quoted } = require("./connection.cjs");

/** Columns that no statement writes: generated ones, and hidden ones of virtual tables. */
const isWritten = ({ hidden }) => Number(hidden) === 0;

/** By what a row is found: columns of a primary key, the rowid by a name that no column has, or nothing. */
async function keyOf(connection, table, columns) {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  const rowid = ["rowid", "_rowid_", "oid"].find((name) => !names.has(name));
  if (rowid === undefined) return { key: [], isRowid: false };
  try {
    await connection.all(`SELECT ${rowid} FROM main.${quoted(table)} LIMIT 0`);
    return { key: [rowid], isRowid: true };
  } catch {
    // WITHOUT ROWID
    const primary = columns.filter(({ pk }) => Number(pk) > 0);
    return { key: primary.map(({ name }) => quoted(name)), isRowid: false };
  }
}

/** Tells whether one of the columns is the rowid by another name. */
function hasAlias(columns) {
  const primary = columns.filter(({ pk }) => Number(pk) > 0);
  return primary.length === 1 && /^integer$/i.test(primary[0].type);
}

/**
 * Makes the statements of a table: `differs` answers a row if it is not what it was; `deletes` takes rows away that were
 * not there, or were otherwise, and `inserts` brings those back that are missing.
 */
exports.planOf = async (connection, table) => {
  const columns = await connection.all(`PRAGMA main.table_xinfo(${literal(table)})`);
  const { key, isRowid } = await keyOf(connection, table, columns);
  const written = columns.filter(isWritten).map(({ name }) => quoted(name));
  const inserted = isRowid && !hasAlias(columns) ? [...key, ...written] : written;
  const [main, ground] = [`main.${quoted(table)}`, `ground.${quoted(table)}`];
  const same = key.map((name) => `g.${name} = m.${name}`);
  // What a column's own collation takes for equal is not.
  const alike = [...same, ...written.map((name) => `g.${name} COLLATE BINARY IS m.${name}`)].join(" AND ");
  const gone = `NOT EXISTS (SELECT 1 FROM ${ground} AS g WHERE ${alike})`;
  const missing = (how) => `NOT EXISTS (SELECT 1 FROM ${main} AS m WHERE ${how})`;
  const isThere = same.length === 0 ? alike : same.join(" AND ");
  const kept = inserted.map((name) => `g.${name}`).join(", ");
  return {
    table,
    differs: `SELECT 1 WHERE EXISTS (SELECT 1 FROM ${main} AS m WHERE ${gone})
      OR EXISTS (SELECT 1 FROM ${ground} AS g WHERE ${missing(alike)})`,
    deletes: `DELETE FROM ${main} AS m WHERE ${gone}`,
    inserts: `INSERT INTO ${main} (${inserted.join(", ")}) SELECT ${kept} FROM ${ground} AS g WHERE ${missing(isThere)}`,
  };
};

/** Makes the statements of a table that was not there: it is emptied. */
exports.emptied = (table) => {
  const main = `main.${quoted(table)}`;
  return { table, differs: `SELECT 1 FROM ${main} LIMIT 1`, deletes: `DELETE FROM ${main}`, inserts: null };
};
