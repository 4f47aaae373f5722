"use strict";
// The ground that tests begin from, on MySQL and MariaDB: copies of the tables in a database beside the API's. Triggers of ours,
// which note what is touched, would need rights that users of MySQL seldom have, so tables are compared by checksums.

const identifier = (name) => `\`${name.replaceAll("`", "``")}\``;
const literal = (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Triggers of the API's own may write into tables that have just been put back. */
const PASSES = 4;
/** Rows go in and out as they are, and what locks them is not waited for long. */
const SESSION = `
SET SESSION foreign_key_checks = 0, unique_checks = 0, sql_mode = 'NO_AUTO_VALUE_ON_ZERO',
  group_concat_max_len = 1000000, innodb_lock_wait_timeout = 1, lock_wait_timeout = 2
  /*!80000 , information_schema_stats_expiry = 0 */;`;
const IS_LOCKED = new Set([1205, 1213]);

/** Columns that an INSERT may name. */
const SETTABLE = "NOT (EXTRA LIKE '%GENERATED%' AND EXTRA NOT LIKE '%DEFAULT_GENERATED%')";
const QUOTED = "CONCAT('`', REPLACE(COLUMN_NAME, '`', '``'), '`')";
/** Reads the tables: what each looks like, in words, and those first that have triggers. */
const SHAPES = `
SELECT t.TABLE_NAME AS name, t.AUTO_INCREMENT AS next, c.shape, c.columns, i.indexes,
  EXISTS (SELECT 1 FROM information_schema.TRIGGERS g
    WHERE g.EVENT_OBJECT_SCHEMA = DATABASE() AND g.EVENT_OBJECT_TABLE = t.TABLE_NAME) AS acts
FROM information_schema.TABLES t
JOIN (SELECT TABLE_NAME,
    MD5(GROUP_CONCAT(CONCAT_WS(' ', COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA)
      ORDER BY ORDINAL_POSITION)) AS shape,
    GROUP_CONCAT(IF(${SETTABLE}, ${QUOTED}, NULL) ORDER BY ORDINAL_POSITION) AS columns
  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() GROUP BY TABLE_NAME) c
  ON c.TABLE_NAME = t.TABLE_NAME
LEFT JOIN (SELECT TABLE_NAME,
    MD5(GROUP_CONCAT(CONCAT_WS(' ', INDEX_NAME, NON_UNIQUE, SEQ_IN_INDEX, COLUMN_NAME)
      ORDER BY INDEX_NAME, SEQ_IN_INDEX)) AS indexes
  FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() GROUP BY TABLE_NAME) i
  ON i.TABLE_NAME = t.TABLE_NAME
WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' ORDER BY acts DESC, name`;

/** Names the database that holds the ground of another one: it ends alike, so that it is dropped when that is. */
exports.nameOf = (database) => database.replace(/(?=_sut_[0-9a-f]{8}_\d+_[0-9a-f]{8}$)/, "_ground");

const named = async (ask) => (await ask("SELECT DATABASE() AS name"))[0].name;

/** Reads the tables, in the order in which they are put back, with the checksums of their rows. */
async function tablesNow(ask) {
  const tables = await ask(`${SESSION}${SHAPES}`);
  if (tables.length === 0) return tables;
  const sums = await ask(`CHECKSUM TABLE ${tables.map(({ name }) => identifier(name)).join(", ")}`);
  return tables.map(({ name, next, shape, columns, indexes }, index) => {
    const sum = String(sums[index].Checksum);
    return { name, next: next === null ? null : String(next), shape, columns, indexes, sum };
  });
}

const filled = (into, columns, from) => `INSERT INTO ${into} (${columns}) SELECT ${columns} FROM ${from};`;

/** Makes the database that holds the ground. */
exports.install = async (ask) => {
  const name = exports.nameOf(await named(ask));
  await ask(`DROP DATABASE IF EXISTS ${identifier(name)}; CREATE DATABASE ${identifier(name)}`);
};

/** Copies tables that are not in the ground as they are. Answers the ground: tables by their names, as they are. */
exports.keep = async (ask, before = {}) => {
  const ground = exports.nameOf(await named(ask));
  const tables = await tablesNow(ask);
  const isKept = ({ name, sum, shape }) => {
    const own = before[name];
    return own?.isCopied && own.sum === sum && own.shape === shape;
  };
  for (const { name, columns } of tables.filter((table) => !isKept(table))) {
    const copy = `${identifier(ground)}.${identifier(name)}`;
    const own = identifier(name);
    await ask(`DROP TABLE IF EXISTS ${copy}; CREATE TABLE ${copy} LIKE ${own}; ${filled(copy, columns, own)}`);
  }
  return Object.fromEntries(tables.map((table) => [table.name, { ...table, isCopied: true }]));
};

/** Ends the sessions that hold locks; where nobody says which, all others. */
async function endOthers(ask, database) {
  const others = `SELECT ID AS id FROM information_schema.PROCESSLIST
    WHERE DB = ${literal(database)} AND ID <> CONNECTION_ID()`;
  const holding = await ask(
    `${others} AND ID IN (SELECT trx_mysql_thread_id FROM information_schema.INNODB_TRX)`,
  ).catch(() => ask(others));
  // One that has ended meanwhile is no error.
  for (const { id } of holding) await ask(`KILL ${Number(id)}`).catch(() => {});
}

/** Puts back the tables that differ; answers whether there were any. */
async function pass(ask, ground, kept, tables) {
  const touched = tables.filter(({ name, sum }) => kept[name]?.sum !== sum);
  for (const { name } of touched) {
    const own = kept[name];
    const from = `${identifier(ground)}.${identifier(name)}`;
    const rows = own?.isCopied ? filled(identifier(name), own.columns, from) : "";
    await ask(`START TRANSACTION; DELETE FROM ${identifier(name)}; ${rows} COMMIT`);
  }
  return touched.length > 0;
}

/** Has ids be given again from where they were: rows that were put back may have moved that, too. */
async function putBackNumbers(ask, kept, tables) {
  for (const { name, next } of tables) {
    const wanted = kept[name] ? kept[name].next : next === null ? null : "1";
    if (wanted !== null && wanted !== next) await ask(`ALTER TABLE ${identifier(name)} AUTO_INCREMENT = ${wanted}`);
  }
}

async function tryToPutBack(ask, ground, kept) {
  let tables = await tablesNow(ask);
  const isAltered = ({ name, shape, indexes }) => {
    const now = tables.find((table) => table.name === name);
    return now === undefined || now.shape !== shape || now.indexes !== indexes;
  };
  if (Object.values(kept).some(isAltered)) return true;
  for (let left = PASSES; await pass(ask, ground, kept, tables); left -= 1) {
    if (left === 0) return true;
    tables = await tablesNow(ask);
    // Tables that were made since are part of the ground as empty ones.
    for (const table of tables) kept[table.name] ??= { ...table, next: table.next === null ? null : "1" };
  }
  await putBackNumbers(ask, kept, tables);
  return false;
}

/** Puts back what differs from the ground; answers whether something is left that cannot be. */
exports.putBack = async (ask, kept) => {
  const database = await named(ask);
  const ground = exports.nameOf(database);
  try {
    return await tryToPutBack(ask, ground, kept);
  } catch (error) {
    if (!IS_LOCKED.has(error.errno)) throw error;
    await endOthers(ask, database);
    return tryToPutBack(ask, ground, kept);
  }
};
