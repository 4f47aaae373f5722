"use strict";
// What has to be known of the tables of a database to put rows into them, and rows that are put into them: on a connection
// for which foreign keys, triggers and checks act, unlike that of the ground, which puts back what is done here.

const path = require("node:path");
const { checksOf } = require("./checks.cjs");
const { literal, open, quoted } = require("./connection.cjs");

/** Time that a connection of the API may hold a lock. */
const SETTINGS = "PRAGMA busy_timeout = 1000; PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF";
/** What `hidden` says of columns that are computed. */
const GENERATED = [2, 3];
/** Connections by the folders of copies. */
const connections = new Map();

/** The connection to a copy; one for all orders. */
async function connectionTo(one) {
  if (!connections.has(one.name)) {
    const connection = await open(one.module, one.copy);
    await connection.exec(SETTINGS);
    connections.set(one.name, connection);
  }
  return connections.get(one.name);
}

const nameOf = ({ original }) => path.basename(original);

/** A declared type: its name in small letters, and the numbers behind it. */
function typeOf(declared) {
  const [, name, numbers] = /^([^(]*)(?:\(([^)]*)\))?/.exec(declared.toLowerCase());
  const [first = null, second = null] = (numbers ?? "").split(",").map((text) => Number.parseInt(text, 10)).map(found);
  const type = name.trim().replace(/\s+/g, " ");
  const isExact = second !== null || /^(numeric|decimal)/.test(type);
  return {
    type,
    length: isExact ? null : first,
    precision: isExact ? first : null,
    scale: isExact ? (second ?? (first === null ? null : 0)) : null,
    unsigned: /\bunsigned\b/.test(type),
  };
}

const found = (number) => (Number.isNaN(number) ? null : number);

/** A check of a column without quotes and spaces that holds for every document of JSON, and for nothing else that is there. */
const IS_DOCUMENT = /^(?:(?<free>[^()]+) is null or )?json_valid\((?<column>[^(),]+)(?:,\d+)?\)(?: ?= ?1)?$/;

/** The names, in small letters, of the columns that a check says to hold documents. */
function documentsOf(checks) {
  const plain = checks.map(({ text }) => text.toLowerCase().replace(/["'`[\]]/g, "").replace(/\s+/g, " ").replace(/ ?([(),]) ?/g, "$1"));
  const found = plain.map((text) => IS_DOCUMENT.exec(text)?.groups);
  return new Set(found.filter((one) => one !== undefined && (one.free ?? one.column) === one.column).map(({ column }) => column));
}

/** The columns of a table; `isNumbered`: rows without a value for its key are numbered; `documents`: names of those that hold JSON. */
function columnsOf(rows, isNumbered, documents) {
  return rows.map((row) => {
    const isKey = isNumbered && Number(row.pk) === 1;
    const isGenerated = GENERATED.includes(Number(row.hidden));
    return {
      name: row.name,
      ...typeOf(documents.has(row.name.toLowerCase()) ? "json" : row.type),
      array: false,
      nullable: Number(row.notnull) === 0 && !isKey,
      default: row.dflt_value ?? null,
      filled: isGenerated ? "generated" : isKey ? "serial" : null,
      values: null,
      checks: [],
    };
  });
}

const keyOf = (rows) =>
  rows
    .filter(({ pk }) => Number(pk) > 0)
    .sort((one, other) => Number(one.pk) - Number(other.pk))
    .map(({ name }) => name);

const infoOf = (connection, table) => connection.all(`PRAGMA main.table_xinfo(${quoted(table)})`);

/** Lists of columns that are unique together, but the primary key. */
async function uniquesOf(connection, table) {
  const indexes = await connection.all(`PRAGMA main.index_list(${quoted(table)})`);
  const uniques = [];
  for (const { name, unique, origin, partial } of indexes) {
    if (Number(unique) !== 1 || origin === "pk" || Number(partial) === 1) continue;
    const columns = (await connection.all(`PRAGMA main.index_info(${quoted(name)})`)).map((column) => column.name);
    if (!columns.includes(null)) uniques.push(columns);
  }
  return uniques.sort((one, other) => (String(one) < String(other) ? -1 : 1));
}

async function foreignKeysOf(connection, table) {
  const rows = await connection.all(`PRAGMA main.foreign_key_list(${quoted(table)})`);
  const keys = new Map();
  for (const { id, table: parent, from, to } of rows) {
    if (!keys.has(id)) keys.set(id, { columns: [], schema: null, table: parent, references: [] });
    keys.get(id).columns.push(from);
    keys.get(id).references.push(to);
  }
  for (const key of keys.values()) {
    // Where none are named, it is the primary key.
    if (key.references.includes(null)) key.references = keyOf(await infoOf(connection, key.table));
  }
  return [...keys.values()].reverse();
}

async function tableOf(connection, { name, sql }, database) {
  // Hidden ones are those of virtual tables.
  const rows = (await infoOf(connection, name)).filter(({ hidden }) => Number(hidden) !== 1);
  const primaryKey = keyOf(rows);
  const [key] = rows.filter(({ pk }) => Number(pk) > 0);
  const isNumbered = primaryKey.length === 1 && /^integer$/i.test(key.type) && !/\bwithout\s+rowid\b[^)]*$/i.test(sql);
  const uniques = await uniquesOf(connection, name);
  const checks = checksOf(sql);
  const names = {};
  // What is not unique is told by its columns.
  for (const columns of [primaryKey, ...uniques]) if (columns.length > 0) names[columns.join(", ")] = columns;
  const all = rows.map((row) => row.name);
  for (const { name: own, text, words } of checks) names[own ?? text] = all.filter((one) => words.has(one.toLowerCase()));
  return {
    database,
    schema: null,
    name,
    columns: columnsOf(rows, isNumbered, documentsOf(checks)),
    primaryKey,
    uniques,
    foreignKeys: await foreignKeysOf(connection, name),
    checks: checks.map(({ text }) => text),
    names,
  };
}

/** Tells what has to be known of the tables of all databases. */
exports.tables = async (opened) => {
  const tables = [];
  for (const one of opened) {
    const connection = await connectionTo(one);
    const objects = await connection.all("SELECT name, sql FROM main.sqlite_master WHERE type = 'table' ORDER BY name");
    const listed = await connection.all("PRAGMA table_list");
    const shadows = new Set(listed.filter(({ type }) => type === "shadow").map(({ name }) => name));
    const isOwn = ({ name, sql }) => !/^sqlite_/i.test(name) && !shadows.has(name) && !/^\s*create\s+virtual\s/i.test(sql);
    for (const object of objects.filter(isOwn)) tables.push(await tableOf(connection, object, nameOf(one)));
  }
  return { tables };
};

/** A value as a statement has it. */
function given(value, type) {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (/blob/i.test(type) && /^\\x(?:[0-9a-f]{2})*$/i.test(text)) return `X'${text.slice(2)}'`;
  // A statement ends at such a letter.
  return text.includes("\0") ? `CAST(X'${Buffer.from(text).toString("hex")}' AS TEXT)` : literal(text);
}

/** The statement that inserts a row; it answers each of the columns as JSON. */
function insertion(table, row, columns) {
  const types = new Map(columns.map(({ name, type }) => [name.toLowerCase(), type]));
  const names = Object.keys(row);
  const values = names.map((name) => given(row[name], types.get(name.toLowerCase()) ?? ""));
  const what = names.length === 0 ? "DEFAULT VALUES" : `(${names.map(quoted).join(", ")}) VALUES (${values.join(", ")})`;
  const told = columns.map(({ name }, index) => {
    const own = quoted(name);
    return `json_quote(CASE typeof(${own}) WHEN 'blob' THEN '\\x' || lower(hex(${own})) ELSE ${own} END) AS c${index}`;
  });
  return `INSERT INTO main.${quoted(table)} ${what} RETURNING ${told.join(", ") || "NULL"}`;
}

/** What a driver says of a refusal. */
function refusal(error) {
  const message = error.message.replace(/^SQLITE_[A-Z]+: /, "");
  const code = String(error.errcode ?? error.code ?? "");
  const about = { message, code, constraint: null, table: null, column: null };
  const broken = /\b(UNIQUE|NOT NULL|CHECK) constraint failed: (.*)$/s.exec(message);
  if (broken === null) return about;
  const [, kind, what] = broken;
  if (kind === "CHECK" || what.startsWith("index ")) return { ...about, constraint: what };
  const table = what.slice(0, what.indexOf("."));
  const columns = what.split(", ").map((name) => (name.startsWith(`${table}.`) ? name.slice(table.length + 1) : name));
  const column = columns.length === 1 ? columns[0] : null;
  return { ...about, table, column, constraint: kind === "UNIQUE" ? columns.join(", ") : null };
}

/** Does something with the database of a name; answers its refusals. */
async function withDatabase(opened, database, use) {
  const one = opened.find((each) => database === undefined || nameOf(each) === database);
  if (one === undefined) return { unknown: true };
  try {
    return await use(await connectionTo(one));
  } catch (error) {
    return { refused: refusal(error) };
  }
}

/** Inserts a row into a table; answers it as the database made it, as a text: numbers of 64 bits keep their digits. */
exports.insert = (opened, { database, table, row }) =>
  withDatabase(opened, database, async (connection) => {
    const columns = await infoOf(connection, table);
    const [made] = await connection.once(insertion(table, row, columns));
    if (made === undefined) return { refused: { message: "the database kept no row: a trigger left it out" } };
    const told = columns.map(({ name }, index) => `${JSON.stringify(name)}:${made[`c${index}`]}`);
    return { row: `{${told.join(",")}}` };
  });

const told = (value) => {
  if (typeof value === "bigint") return Number(value);
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? `\\x${Buffer.from(value).toString("hex")}` : value;
};

/** Answers the rows of a query, which can change nothing. Nothing ends one that takes long. */
exports.ask = (opened, { database, query }) =>
  withDatabase(opened, database, async (connection) => {
    await connection.exec("PRAGMA query_only = ON");
    try {
      const rows = await connection.once(`SELECT * FROM (${query.trim().replace(/;$/, "")}\n)`);
      return { rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, told(value)]))) };
    } finally {
      await connection.exec("PRAGMA query_only = OFF");
    }
  });
