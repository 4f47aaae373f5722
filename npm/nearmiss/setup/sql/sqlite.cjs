"use strict";
// Rows of SQLite. (Part of written suites, too.)

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
const BYTES_TEXT = /^\\x((?:[0-9a-f]{2})*)$/i;

/** Finds a table; answers its columns, but for hidden ones of virtual tables, or nothing where there is none. */
exports.tableOf = async (ask, name) => {
  const columns = await ask(`PRAGMA main.table_xinfo(${quoted(name)})`);
  if (columns.length === 0) return undefined;
  return { name: `main.${quoted(name)}`, columns: columns.filter(({ hidden }) => Number(hidden) !== 1) };
};

const isOf = (column, name) => column.name.toLowerCase() === name.toLowerCase();
const holdsBytes = (column) => column !== undefined && (column.type === "" || /blob/i.test(column.type));

/** A row as JSON, in the order of its columns: bytes as `\x00ff`. Functions take too few arguments for long rows. */
function whole(columns) {
  const texts = columns.map(({ name }) => {
    const column = quoted(name);
    return `json_quote(CASE typeof(${column}) WHEN 'blob' THEN '\\x' || lower(hex(${column})) ELSE ${column} END)`;
  });
  return `'[' || ${texts.join(" || ',' || ")} || ']' AS "row"`;
}

/**
 * The statement that inserts a row. All values are bound as one list of JSON, out of which the database reads numbers,
 * texts and truth values alike by any driver; bytes stand in the statement.
 */
function statement({ name, columns }, row) {
  const given = Object.keys(row);
  if (given.length === 0) return `INSERT INTO ${name} DEFAULT VALUES`;
  const values = given.map((key, at) => {
    const bytes = holdsBytes(columns.find((column) => isOf(column, key))) ? BYTES_TEXT.exec(row[key]) : null;
    return bytes === null ? `json_extract("given", '$[${at}]')` : `x'${bytes[1]}'`;
  });
  return `INSERT INTO ${name} (${given.map(quoted).join(", ")}) SELECT ${values.join(", ")} FROM (SELECT ? AS "given")`;
}

/** SQLite answers what it has inserted, since 3.35. */
async function isAnswering(ask) {
  const [{ version }] = await ask("SELECT sqlite_version() AS version");
  const [major, minor] = version.split(".").map(Number);
  return major * 1000 + minor >= 3035;
}

/** Inserts a row; answers it as the database has it, or nothing where a trigger has taken it. */
exports.insert = async (ask, table, row) => {
  const text = statement(table, row);
  const values = Object.keys(row).length === 0 ? [] : [JSON.stringify(Object.values(row))];
  const back = whole(table.columns);
  let made;
  if (await isAnswering(ask)) {
    [made] = await ask(`${text} RETURNING ${back}`, values);
  } else {
    await ask(text, values);
    [made] = await ask(`SELECT ${back} FROM ${table.name} WHERE rowid = last_insert_rowid()`);
  }
  if (made === undefined) return undefined;
  const all = JSON.parse(made.row);
  return Object.fromEntries(table.columns.map(({ name }, at) => [name, all[at]]));
};
