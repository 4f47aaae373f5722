"use strict";
// Rows of MySQL and MariaDB. (Part of written suites, too.)

const quoted = (name) => `\`${name.replaceAll("`", "``")}\``;
const literal = (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll("\0", "\\0")}'`;

/** Types of columns that hold bytes, and shapes. */
const BYTES = /^(?:(?:var)?binary|(?:tiny|medium|long)?blob)$/;
const SHAPES = /^(?:geometry|point|linestring|polygon|multi(?:point|linestring|polygon)|geom(?:etry)?collection)$/;
const BYTES_TEXT = /^\\x((?:[0-9a-f]{2})*)$/i;

/** Rows are checked whatever was set on this connection before, and by the same rules on every server. */
const SESSION = `SET NAMES utf8mb4; SET SESSION foreign_key_checks = 1, unique_checks = 1,
  sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO'`;

const columnsOf = (table) => `
SELECT COLUMN_NAME AS name, DATA_TYPE AS type, COLUMN_KEY AS role, EXTRA AS extra FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ${literal(table)} ORDER BY ORDINAL_POSITION`;

/** Finds a table, before whose name that of its database may stand; nothing where there is none. */
exports.tableOf = async (ask, text, database) => {
  const own = `${database}.`;
  const names = text.startsWith(own) ? [text, text.slice(own.length)] : [text];
  for (const name of names) {
    const columns = await ask(columnsOf(name));
    if (columns.length > 0) return { name: quoted(name), columns };
  }
  return undefined;
};

/** A value as a statement has it: what is no text, number or truth value is JSON text. */
function written(value, type) {
  if (value === null) return "NULL";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const bytes = BYTES.test(type) ? BYTES_TEXT.exec(text) : null;
  if (bytes !== null) return `X'${bytes[1]}'`;
  return SHAPES.test(type) ? `ST_GeomFromText(${literal(text)})` : literal(text);
}

/** A column as JSON can hold it: bytes as `\x00ff`, bits as a number, shapes as text. */
function read({ name, type }) {
  if (BYTES.test(type)) return `CONCAT('\\\\x', LOWER(HEX(${quoted(name)})))`;
  if (type === "bit") return `${quoted(name)} + 0`;
  return SHAPES.test(type) ? `ST_AsText(${quoted(name)})` : quoted(name);
}

const isOf = (column, name) => column.name.toLowerCase() === name.toLowerCase();

/**
 * The statement that inserts a row of literals, which the database converts to the types of its columns, and the
 * expression that is the whole row as JSON.
 */
function statement({ name, columns }, row) {
  const given = Object.keys(row);
  const values = given.map((key) => written(row[key], columns.find((column) => isOf(column, key))?.type));
  const insert = `INSERT INTO ${name} (${given.map(quoted).join(", ")}) VALUES (${values.join(", ")})`;
  const fields = columns.map((column) => `${literal(column.name)}, ${read(column)}`);
  const whole = `JSON_OBJECT(${fields.join(", ")}) AS \`row\``;
  return { insert, whole, values: new Map(given.map((key, at) => [key, values[at]])) };
}

/** The condition that finds the row again that was inserted last: by its primary key, or by all that was given. */
function finding({ columns }, values) {
  const keys = columns.filter(({ role }) => role === "PRI");
  const valueOf = ({ name, extra }) => {
    const given = [...values].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    if (given !== undefined && given !== "NULL") return given;
    return /auto_increment/i.test(extra) ? "LAST_INSERT_ID()" : undefined;
  };
  const known = keys.map((column) => [column.name, valueOf(column)]);
  const isKnown = known.length > 0 && known.every(([, value]) => value !== undefined);
  const pairs = isKnown ? known : [...values];
  return pairs.map(([key, value]) => `${quoted(key)} <=> ${value}`).join(" AND ") || "TRUE";
}

/** MariaDB answers what it has inserted, since 10.5. */
async function isAnswering(ask) {
  const [{ version }] = await ask("SELECT VERSION() AS version");
  const [, major, minor] = /(\d+)\.(\d+)\.\d+-MariaDB/i.exec(version) ?? [];
  return Number(major) * 1000 + Number(minor) >= 10_005;
}

/** Drivers may have read the JSON already. */
const parsed = (row) => (typeof row === "string" ? JSON.parse(row) : row);

/** Inserts a row and asks for it again, on a server that does not answer it. */
exports.insertAndFind = async (ask, table, row) => {
  const { insert, whole, values } = statement(table, row);
  const find = `SELECT ${whole} FROM ${table.name} WHERE ${finding(table, values)} LIMIT 1`;
  const found = await ask(`${SESSION}; ${insert}; ${find}`);
  return found.length > 0 ? parsed(found[0].row) : row;
};

/** Inserts a row; answers it as the database has it. */
exports.insert = async (ask, table, row) => {
  if (!(await isAnswering(ask))) return exports.insertAndFind(ask, table, row);
  const { insert, whole } = statement(table, row);
  return parsed((await ask(`${SESSION}; ${insert} RETURNING ${whole}`))[0].row);
};
