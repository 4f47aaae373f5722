"use strict";
// What tests set up beside an API of a controller: rows, which the controller puts into its database.

const sut = require("../sut.cjs");

/** The number of the row in its command. */
const ROW = 1;
/** Stands for a quote of SQL in values of the protocol. */
const QUOTE = "SINGLE_APOSTROPHE_PLACEHOLDER";
/** Databases that write bytes as `X'00ff'`. */
const WITH_LETTERS = ["H2", "MARIADB", "MYSQL"];

/** Tables that the controller has told of its database. */
let known;
/** The number of the command before: a controller does nothing again that it has done already, in an earlier run, say. */
let command = Math.floor(Date.now() / 100) % 2 ** 31;

const isUsual = (schema) => schema === null || schema === undefined || schema.toLowerCase() === "public";

/** Finds a table, `users` or `sales.users`. */
async function tableOf(name) {
  known ??= (await sut.ask("GET", "/infoSUT"))?.sqlSchemaDto ?? undefined;
  const isIt = ({ id }) => `${id.schema}.${id.name}` === name || (id.name === name && isUsual(id.schema));
  return known?.tables.find(isIt);
}

const quoted = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** A list as PostgreSQL reads it from a text. */
const list = (items) => `{${items.map(item).join(",")}}`;

function item(value) {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return list(value);
  return typeof value === "object" || typeof value === "string" ? quoted(plain(value)) : String(value);
}

const plain = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** A value as the protocol has it. */
function printed(value, { type = "", numberOfDimensions = 0 } = {}) {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string" && value.startsWith("\\x") && /blob|binary/i.test(type) && WITH_LETTERS.includes(known.databaseType)) {
    return `X${QUOTE}${value.slice(2)}${QUOTE}`;
  }
  if (Array.isArray(value) && (numberOfDimensions > 0 || type.startsWith("_"))) return `"${list(value)}"`;
  return typeof value === "object" || typeof value === "string" ? `"${plain(value)}"` : String(value);
}

/** Inserts a row; answers it with the key that the database gives: the protocol tells no more. */
exports.setUp = async (kind, name, [table, row = {}]) => {
  const where = `${kind}.${name}`;
  const found = await tableOf(table);
  if (found === undefined) throw new Error(`${where}: no database of the API has ${JSON.stringify(table)}`);
  const columnOf = (wanted) => found.columns.find((column) => column.name === wanted);
  const data = Object.entries(row).map(([variableName, value]) => ({ variableName, printableValue: printed(value, columnOf(variableName)) }));
  const { schema } = found.id;
  const targetTable = schema ? `${schema}.${found.id.name}` : found.id.name;
  command = (command + 1) % 2 ** 31;
  const done = await sut.ask("POST", "/databaseCommand", { idCounter: command, insertions: [{ id: ROW, targetTable, data }] });
  if (done === undefined || done.executionResults?.[0] === false) throw new Error(`${where}: the row for ${table} was refused`);
  const key = found.columns.find(({ autoIncrement }) => autoIncrement);
  const number = done.idMapping?.[ROW];
  return key === undefined || number === undefined ? { ...row } : { ...row, [key.name]: number };
};
