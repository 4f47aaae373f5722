// What a suite puts back on MariaDB, whatever wrote it.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { startMariaDB } from "./servers.mjs";

const require = createRequire(import.meta.url);
const SUPPORT = "../../crates/nearmiss_writer/src/formats/superagent/support/databases";
const { putBack, keep, install, drop } = require(`${SUPPORT}/dialects/mysql.cjs`);
const { open } = require(`${SUPPORT}/drivers/mysql2.cjs`);
const NAME = "shop_sut_00000000_1_0badcafe";

const SCHEMA = `
CREATE TABLE people (id int AUTO_INCREMENT PRIMARY KEY, name varchar(20),
  upper_name varchar(20) AS (upper(name)) STORED, born timestamp NULL, boss int,
  FOREIGN KEY (boss) REFERENCES people (id));
CREATE TABLE notes (id int PRIMARY KEY, person int NOT NULL, text blob,
  FOREIGN KEY (person) REFERENCES people (id) ON DELETE CASCADE);
CREATE TABLE keyless (a int, \`b \`\`c\` enum('x', 'y'), d double);
CREATE TABLE audit (what varchar(60));
CREATE TABLE empty (id int AUTO_INCREMENT PRIMARY KEY);
CREATE TRIGGER audits AFTER INSERT ON people FOR EACH ROW INSERT INTO audit VALUES (concat('in ', NEW.name));
CREATE TRIGGER audits_too AFTER DELETE ON people FOR EACH ROW INSERT INTO audit VALUES (concat('out ', OLD.name));
SET SESSION sql_mode = concat(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO');
INSERT INTO people (id, name, born, boss) VALUES (0, 'Ada', '2001-02-03 04:05:06', NULL), (5, 'Bob', NULL, 0);
INSERT INTO notes VALUES (1, 0, x'00ff27'), (2, 5, NULL);
INSERT INTO keyless VALUES (1, 'x', 0.1), (1, 'x', 0.1), (NULL, NULL, NULL);`;
const TABLES = ["people", "notes", "keyless", "audit", "empty"];

/** Statements that a test may run, and whether the database has to be a new one then. */
const CHANGES = {
  nothing: "SELECT 1",
  "rows, and numbers given":
    "INSERT INTO people (name) VALUES ('Eve'); INSERT INTO empty VALUES (); UPDATE notes SET text = 'x'",
  "rows that others hang on":
    "SET foreign_key_checks = 1; DELETE FROM notes; UPDATE people SET boss = NULL; DELETE FROM people",
  "a cascade": "UPDATE people SET boss = NULL; DELETE FROM people WHERE id = 0",
  truncate: "TRUNCATE notes; TRUNCATE keyless; TRUNCATE empty",
  "one of two rows alike": "DELETE FROM keyless WHERE a = 1 LIMIT 1",
  "values that change places": "UPDATE keyless SET a = NULL, `b ``c` = NULL WHERE a = 1 LIMIT 1",
  "numbers alone": "START TRANSACTION; INSERT INTO empty VALUES (); ROLLBACK",
  "a table of its own": "CREATE TABLE mine (id int AUTO_INCREMENT PRIMARY KEY); INSERT INTO mine VALUES (), ()",
};
const ALTERED = {
  "a column": "ALTER TABLE audit ADD COLUMN more int",
  "an index": "CREATE INDEX by_name ON people (name)",
  "a table that is gone": "DROP TABLE keyless",
};

describe("the ground of a database of MariaDB", () => {
  let server;
  let api;
  let own;
  let kept;
  const place = () => ({ host: server.host, port: server.port, user: "root", database: NAME });
  before(async () => {
    server = await startMariaDB();
    server.createDatabase(NAME);
    [api, own] = [await open(require("mysql2"), place()), await open(require("mysql2"), place())];
  });
  after(async () => {
    await api?.close();
    await own?.close();
    await server?.stop();
  });

  /** All rows, and the numbers that tables would give next. */
  const all = async () => {
    const rows = {};
    for (const table of TABLES) rows[table] = await api.ask(`SELECT * FROM ${table}`);
    const numbers = await api.ask(
      `SELECT TABLE_NAME, AUTO_INCREMENT FROM information_schema.TABLES
       WHERE TABLE_SCHEMA = '${NAME}' AND TABLE_NAME IN ('people', 'empty')`,
    );
    return { ...rows, numbers };
  };
  async function fresh() {
    await own.ask(`DROP DATABASE ${NAME}; CREATE DATABASE ${NAME}; USE ${NAME}`);
    await api.ask(`USE ${NAME}; ${SCHEMA}`);
    await install(own.ask);
    kept = await keep(own.ask);
  }

  test("it comes back, whatever was changed", async () => {
    await fresh();
    const ground = await all();
    for (const [what, text] of Object.entries(CHANGES)) {
      await api.ask(text);
      assert.equal(await putBack(own.ask, kept), false, what);
      assert.deepEqual(await all(), ground, what);
    }
    assert.deepEqual(await api.ask("SELECT * FROM mine"), [], "a new table stays, and is empty");
    await api.ask("INSERT INTO mine VALUES ()");
    assert.equal(await putBack(own.ask, kept), false);
    await api.ask("INSERT INTO mine VALUES ()");
    assert.deepEqual(
      (await api.ask("SELECT id FROM mine")).map(({ id }) => id),
      [1],
    );
  });

  test("what was kept again is the ground", async () => {
    await fresh();
    await api.ask("INSERT INTO people (name) VALUES ('Eve')");
    kept = await keep(own.ask, kept);
    const ground = await all();
    await api.ask("DELETE FROM people WHERE name = 'Eve'; INSERT INTO audit VALUES ('more')");
    assert.equal(await putBack(own.ask, kept), false);
    assert.deepEqual(await all(), ground);
  });

  for (const [what, text] of Object.entries(ALTERED)) {
    test(`another database is needed after a change of ${what}`, async () => {
      await fresh();
      await api.ask(text);
      assert.equal(await putBack(own.ask, kept), true);
    });
  }

  test("a session that holds a lock is ended", async () => {
    await fresh();
    const ground = await all();
    const other = await open(require("mysql2"), place());
    await other.ask("START TRANSACTION; UPDATE notes SET text = 'held' WHERE id = 1");
    await api.ask("UPDATE notes SET text = 'done' WHERE id = 2");
    assert.equal(await putBack(own.ask, kept), false);
    assert.deepEqual(await all(), ground);
    await assert.rejects(other.ask("SELECT 1"));
  });

  test("it is dropped with the database", async () => {
    await fresh();
    await drop(api.ask, NAME);
    assert.deepEqual(server.databases(), []);
  });
});
