"use strict";
// Rows of PostgreSQL. (Part of written suites, too.)

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
const literal = (text) => `'${text.replaceAll("'", "''")}'`;

/** Ways to read a text as the name of a table: as a whole, or a schema and a name behind a dot. */
function* readings(text) {
  yield quoted(text);
  for (let dot = text.indexOf("."); dot > 0; dot = text.indexOf(".", dot + 1))
    yield `${quoted(text.slice(0, dot))}.${quoted(text.slice(dot + 1))}`;
}

/** The columns of a table with their types as the database writes them; none where there is no such table. */
const columnsOf = (name) => `
SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
WHERE attrelid = to_regclass(${literal(name)}) AND attnum > 0 AND NOT attisdropped`;

/** Finds a table; answers its quoted name and the types of its columns, or nothing where there is none. */
exports.tableOf = async (ask, text) => {
  for (const name of readings(text)) {
    const columns = await ask(columnsOf(name));
    if (columns.length > 0) return { name, types: new Map(columns.map((column) => [column.name, column.type])) };
  }
  return undefined;
};

/**
 * The statement that inserts a row. The database reads the values out of one JSON text by the types of the columns, as
 * it reads texts of its own: so lists fill arrays, and anything fills `json`. (`json_populate_record` would look at
 * columns that are not given, too, and refuse those of a domain that is not null.) A key that is given is taken even if
 * the table says that it is always generated.
 */
function statement({ name, types }, row) {
  const given = Object.keys(row);
  const into = `INSERT INTO ${name} AS "row"`;
  const back = 'RETURNING to_json("row".*)::text AS "row"';
  if (given.length === 0) return `${into} DEFAULT VALUES ${back}`;
  const columns = given.map(quoted).join(", ");
  // A column that is not there is refused by the database, in its words.
  const typed = given.map((column) => `${quoted(column)} ${types.get(column) ?? "text"}`).join(", ");
  const values = `SELECT ${columns} FROM json_to_record(${literal(JSON.stringify(row))}) AS "given"(${typed})`;
  return `${into} (${columns}) OVERRIDING SYSTEM VALUE ${values} ${back}`;
}

/**
 * The statement that moves sequences behind keys that were given, as whoever imports rows does: else the API would be given
 * one of them for a row of its own. Nothing where none was, and not to their ends, behind which there are no keys for anybody.
 */
function moved({ name }, row) {
  const whole = Object.entries(row).filter(([, value]) => Number.isSafeInteger(value) && value > 0);
  const given = whole.map(
    ([column, value]) => `(pg_get_serial_sequence(${literal(name)}, ${literal(column)})::regclass, ${value}::bigint)`,
  );
  if (given.length === 0) return undefined;
  const keys = `(VALUES ${given.join(", ")}) AS given(s, v)`;
  const room = "v > COALESCE(pg_sequence_last_value(s), 0) AND v < q.seqmax - 1000";
  return `SELECT setval(s, v) FROM ${keys} JOIN pg_sequence AS q ON q.seqrelid = s WHERE ${room}`;
}

/** Inserts a row; answers it as the database has it, or nothing where a trigger has taken it. */
exports.insert = async (ask, table, row) => {
  const [made] = await ask(statement(table, row));
  const keys = moved(table, row);
  if (keys !== undefined) await ask(keys);
  return made && JSON.parse(made.row);
};
