// What is in databases of SQLite is kept and put back by a process beside the API, by each driver that is installed.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SQLITE = path.join(ROOT, "npm/nearmiss/sut/sqlite");
const require = createRequire(import.meta.url);
const { copier } = require(path.join(SQLITE, "copy.cjs"));
const { open } = require(path.join(SQLITE, "connection.cjs"));

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-ground-")));
after(() => fs.rmSync(folder, { recursive: true }));

/** The file of a package that has a driver, or undefined. */
function fileOf(file) {
  const places = [ROOT, process.env.NEARMISS_NATIVE_DRIVERS].filter(Boolean);
  return places.map((place) => path.join(place, "node_modules", file)).find((found) => fs.existsSync(found));
}

const hasBuiltin = process.getBuiltinModule?.("node:sqlite") !== undefined;
const DRIVERS = {
  libsql: fileOf("libsql/index.js"),
  "better-sqlite3": fileOf("better-sqlite3/lib/database.js"),
  sqlite3: fileOf("sqlite3/lib/sqlite3.js"),
  "node:sqlite": hasBuiltin ? "node:sqlite" : undefined,
};

/** Orders to a process that keeps copies: `ask(order)`, `end()`. */
function keeper(copies) {
  const child = spawn(process.execPath, [path.join(SQLITE, "keeper.cjs"), copies], { stdio: ["pipe", "pipe", "inherit"] });
  let rest = "";
  const waiting = [];
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) waiting.shift()(JSON.parse(line));
  });
  return {
    ask: (order, about = {}) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${JSON.stringify({ order, ...about })}\n`);
      }),
    end: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.on("close", resolve);
        return child.stdin.end();
      }),
  };
}

let runs = 0;
const keepers = [];
after(() => Promise.all(keepers.map((one) => one.end())));
/** A start of an API: `{ api, keep, file, copies, end() }`, with a connection of it to the copy of a new file. */
async function started(module, { original = "", name = "a.db" } = {}) {
  runs += 1;
  const home = path.join(folder, `run-${runs}`);
  const [file, copies, grounds] = ["data", "copies", "grounds"].map((one) => path.join(home, one));
  fs.mkdirSync(file, { recursive: true });
  const at = path.join(file, name);
  if (original !== "") {
    const theirs = await open(module, at);
    await theirs.exec(original);
    await theirs.close();
  }
  const led = () => copier(copies, { grounds })(at, { module });
  const api = await open(module, led());
  const keep = keeper(copies);
  keepers.push(keep);
  const end = async () => {
    await keep.end();
    await api.close();
  };
  return { api, keep, at, led, copies, grounds, end };
}

const TABLES = `
  CREATE TABLE people (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE UNIQUE, born REAL, data BLOB, shout TEXT AS (upper(name)));
  CREATE TABLE notes (person INTEGER REFERENCES people (id) ON DELETE CASCADE, text);
  CREATE TABLE pairs (a TEXT, b TEXT, value, PRIMARY KEY (a, b)) WITHOUT ROWID;
  CREATE TABLE "odd ""name" (rowid TEXT, "a b");
  CREATE TABLE audit (what TEXT);
  CREATE TRIGGER kept BEFORE DELETE ON audit BEGIN SELECT raise(ABORT, 'nobody deletes that'); END;
  CREATE TRIGGER noted AFTER INSERT ON people BEGIN INSERT INTO audit VALUES ('in ' || new.name); END;
  CREATE TRIGGER noted_too AFTER DELETE ON people BEGIN INSERT INTO audit VALUES ('out ' || old.name); END;
  INSERT INTO people (name, born, data) VALUES ('Ann', 1.5, x'00ff'), ('Bob', NULL, NULL);
  INSERT INTO notes VALUES (1, 'one'), (2, 'two'), (2, NULL);
  INSERT INTO pairs VALUES ('x', 'y', 1), ('x', 'z', NULL);
  INSERT INTO "odd ""name" VALUES ('r', 2);
  PRAGMA user_version = 3;`;
const SEEN = {
  people: "SELECT id, name, born, hex(data) AS data, shout FROM people ORDER BY id",
  notes: "SELECT rowid AS r, * FROM notes ORDER BY r",
  pairs: "SELECT * FROM pairs ORDER BY a, b",
  odd: 'SELECT _rowid_ AS r, * FROM "odd ""name" ORDER BY r',
  audit: "SELECT rowid AS r, * FROM audit ORDER BY r",
  sequence: "SELECT * FROM sqlite_sequence",
  triggers: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY tbl_name, rowid",
  version: "PRAGMA user_version",
};
/** All that is in a database. */
async function seen(api) {
  const found = {};
  for (const [name, text] of Object.entries(SEEN)) found[name] = JSON.parse(JSON.stringify(await api.all(text)));
  return found;
}

/** Statements of tests on the tables above. */
const CHANGES = [
  "INSERT INTO people (name) VALUES ('Cyd')",
  "UPDATE people SET name = 'ANN' WHERE id = 1",
  "PRAGMA foreign_keys = ON; DELETE FROM people WHERE id = 2",
  "DELETE FROM notes; INSERT INTO notes VALUES (1, 'one')",
  "UPDATE pairs SET value = 'other' WHERE b = 'z'; INSERT INTO pairs VALUES ('q', 'q', 'q')",
  "UPDATE pairs SET b = 'w' WHERE b = 'z'",
  'UPDATE "odd ""name" SET rowid = NULL; INSERT INTO "odd ""name" VALUES (1, 1)',
  "INSERT INTO audit VALUES ('more')",
  "PRAGMA foreign_keys = OFF; UPDATE people SET id = id + 10; UPDATE people SET born = 2.5",
  "UPDATE people SET name = CASE id WHEN 1 THEN 'x' ELSE 'Ann' END; UPDATE people SET name = 'Bob' WHERE id = 1",
  "PRAGMA user_version = 9",
];

for (const [name, module] of Object.entries(DRIVERS)) {
  describe(name, { skip: module === undefined ? "it is not installed" : false }, () => {
    it("rows that a test inserts are answered and put back", async () => {
      const { api, keep, end } = await started(module);
      await api.exec(TABLES);
      const before = await seen(api);
      await keep.ask("reset");
      const insert = async (...args) => {
        const setup = { kind: "sql", function: "insert", arguments: args };
        return keep.ask("setUp", { folder: path.join(ROOT, "npm/nearmiss/setup"), setup });
      };
      const cyd = { name: "Cyd", born: 2, data: "\\x0a" };
      for (let n = 0; n < 2; n += 1) {
        assert.deepEqual(await insert("people", cyd), { value: { id: 3, ...cyd, shout: "CYD" } });
        assert.deepEqual(await insert("notes", { person: 3, text: true }), { value: { person: 3, text: 1 } });
        assert.deepEqual(await insert("notes", {}), { value: { person: null, text: null } });
        const [noted] = await api.all("SELECT text, typeof(text) AS type FROM notes WHERE person = 3");
        assert.deepEqual({ ...noted }, { text: 1, type: "integer" });
        assert.match((await insert("notes", { person: 99 })).error, /row for notes was refused: .*FOREIGN KEY/);
        assert.match((await insert("people", { name: "ANN" })).error, /row for people was refused: .*UNIQUE/);
        assert.deepEqual(await insert("nobody", {}), { value: null });
        assert.deepEqual(await keep.ask("reset"), { altered: false });
        assert.deepEqual(await seen(api), before);
      }
      await end();
    });
    it("a row is found again where SQLite does not answer what it has inserted", async () => {
      const connection = await open(module, ":memory:");
      await connection.exec(TABLES);
      const { insert, tableOf } = require(path.join(ROOT, "npm/nearmiss/setup/sql/sqlite.cjs"));
      const ask = async (text, values) => {
        assert.doesNotMatch(text, /RETURNING/);
        return /sqlite_version/.test(text) ? [{ version: "3.34.1" }] : connection.all(text, values);
      };
      const table = await tableOf(ask, "people");
      assert.deepEqual(await insert(ask, table, {}), { id: 3, name: null, born: null, data: null, shout: null });
      assert.equal((await insert(ask, table, { name: "Cyd", data: "\\xff" })).shout, "CYD");
      await connection.close();
    });
    for (const journal of ["delete", "wal"]) {
      it(`rows are put back, whatever was done to them (${journal})`, async () => {
        const { api, keep, end } = await started(module);
        await api.exec(`PRAGMA journal_mode = ${journal}`);
        await api.exec(TABLES);
        const before = await seen(api);
        assert.deepEqual(await keep.ask("reset"), { altered: false });
        for (const change of CHANGES) {
          await api.exec(change);
          assert.notDeepEqual(await seen(api), before, change);
          assert.deepEqual(await keep.ask("reset"), { altered: false }, change);
          assert.deepEqual(await seen(api), before, change);
        }
        await end();
      });
    }

    it("a table that is new is emptied, and one that is altered or dropped cannot be put back", async () => {
      const { api, keep, end } = await started(module);
      await api.exec(TABLES);
      await keep.ask("reset");
      await api.exec("CREATE TABLE later (a); INSERT INTO later VALUES (1)");
      assert.deepEqual(await keep.ask("reset"), { altered: false });
      assert.deepEqual(await api.all("SELECT * FROM later"), []);
      await api.exec("ALTER TABLE notes ADD COLUMN more");
      assert.deepEqual(await keep.ask("reset"), { altered: true });
      await end();
      const other = await started(module);
      await other.api.exec(TABLES);
      await other.keep.ask("reset");
      await other.api.exec("DROP TABLE notes");
      assert.deepEqual(await other.keep.ask("reset"), { altered: true });
      await other.end();
    });

    it("a virtual table is put back by the tables that it keeps its words in", async () => {
      const { api, keep, end } = await started(module);
      await api.exec("CREATE VIRTUAL TABLE words USING fts5(text); INSERT INTO words VALUES ('saw'), ('drill')");
      const found = async (word) => Number((await api.all(`SELECT count(*) AS n FROM words WHERE words MATCH '${word}'`))[0].n);
      await keep.ask("reset");
      for (let round = 0; round < 3; round += 1) {
        await api.exec("INSERT INTO words VALUES ('ladder'); DELETE FROM words WHERE text = 'saw'");
        assert.deepEqual([await found("saw"), await found("ladder")], [0, 1]);
        assert.deepEqual(await keep.ask("reset"), { altered: false });
        assert.deepEqual([await found("saw"), await found("drill"), await found("ladder")], [1, 1, 0]);
      }
      await end();
    });

    it("what the API's own connection knows stays, and a lock that it holds is an error", async () => {
      const { api, keep, end } = await started(module);
      await api.exec(TABLES);
      await keep.ask("reset");
      await api.run("INSERT INTO people (name) VALUES ('Cyd')");
      const about = "SELECT last_insert_rowid() AS id, total_changes() AS total, changes() AS changes";
      const before = await api.all(about);
      await keep.ask("reset");
      assert.deepEqual(await api.all(about), before);
      await api.run("BEGIN IMMEDIATE");
      await api.run("DELETE FROM notes");
      await api.run("COMMIT");
      await api.run("BEGIN IMMEDIATE");
      assert.match((await keep.ask("reset")).error, /locked|busy/i);
      await api.run("ROLLBACK");
      assert.deepEqual(await keep.ask("reset"), { altered: false });
      assert.equal((await api.all("SELECT count(*) AS n FROM notes"))[0].n, 3);
      await end();
    });

    it("begins with nothing, then with the tables and the migrations' books alone; the original stays", async () => {
      const original = `${TABLES} CREATE TABLE migrations (name TEXT); INSERT INTO migrations VALUES ('0001_first'); CREATE VIEW names AS SELECT name FROM people;
        CREATE VIRTUAL TABLE words USING fts5(text); INSERT INTO words VALUES ('saw'); CREATE TABLE words_more (a); INSERT INTO words_more VALUES (1)`;
      const { api, keep, at, led, copies, grounds, end } = await started(module, { original });
      const bytes = fs.readFileSync(at);
      assert.deepEqual(await api.all("SELECT * FROM sqlite_master"), []);
      const { settled, lacks, errors } = await keep.ask("settle", { settled: [], grounds });
      assert.deepEqual([settled.length, lacks, errors], [1, settled, []]);
      assert.deepEqual(await keep.ask("settle", { settled, grounds }), { settled: [], lacks: [], errors: [] });
      await end();
      fs.rmSync(copies, { recursive: true });
      const again = await open(module, led());
      const counts = Object.fromEntries(
        await Promise.all(["people", "notes", "pairs", "audit", "migrations", "names", "words", "words_more"].map(async (table) => [table, (await again.all(`SELECT count(*) AS n FROM ${table}`))[0].n])),
      );
      assert.deepEqual(counts, { people: 0, notes: 0, pairs: 0, audit: 0, migrations: 1, names: 0, words: 0, words_more: 0 });
      assert.equal(Object.values((await again.all("PRAGMA user_version"))[0])[0], 3);
      await again.close();
      assert.deepEqual(fs.readFileSync(at), bytes);
      assert.deepEqual(fs.readdirSync(path.dirname(at)), [path.basename(at)]);
    });

    it("one that is only read, or opened only after the start, begins with the tables at once, where there are any", async () => {
      for (const [original, wanted] of [["CREATE TABLE rows (id); INSERT INTO rows VALUES (1)", "schema"], ["PRAGMA user_version = 4", "empty"]]) {
        const { at, grounds, end } = await started(module, { original });
        await end();
        const makeGround = (file, name, driver) => {
          const options = process.execArgv.filter((one) => one === "--experimental-sqlite");
          execFileSync(process.execPath, [...options, path.join(SQLITE, "keeper.cjs"), "ground", driver, file, grounds, name]);
        };
        const bytes = fs.readFileSync(at);
        const late = `${grounds}-late`;
        const copy = copier(late, { grounds, makeGround })(at, { module });
        const other = await open(module, copy);
        const tables = (await other.all("SELECT name FROM sqlite_master")).map(({ name }) => name);
        assert.deepEqual(tables, wanted === "schema" ? ["rows"] : []);
        if (wanted === "schema") assert.equal(Number((await other.all("SELECT count(*) AS n FROM rows"))[0].n), 0);
        await other.close();
        assert.equal(JSON.parse(fs.readFileSync(path.join(path.dirname(copy), "opened.json"), "utf8")).from, wanted);
        assert.deepEqual(fs.readFileSync(at), bytes);
        assert.ok(!fs.existsSync(grounds) || fs.readdirSync(grounds).length === Number(wanted === "schema"), "nothing else is left");
      }
    });

    it("what the start command makes is enough", async () => {
      const { api, keep, grounds, end } = await started(module, { original: "CREATE TABLE rows (id); INSERT INTO rows VALUES (1)" });
      await api.exec("CREATE TABLE rows (id); CREATE TABLE more (id)");
      const { settled, lacks } = await keep.ask("settle", { settled: [], grounds });
      assert.deepEqual([settled.length, lacks], [1, []]);
      await end();
    });

    it("a database that is opened in a test has no rows in the next one", async () => {
      const { api, keep, led, copies, end } = await started(module);
      await api.exec("CREATE TABLE a (b)");
      await keep.ask("reset");
      const tenant = path.join(path.dirname(path.dirname(led())), "..", "data", "tenant.db");
      const other = await open(module, copier(copies)(tenant, { module }));
      await other.exec("CREATE TABLE rows (id); INSERT INTO rows VALUES (1); CREATE TABLE migrations (name); INSERT INTO migrations VALUES ('first')");
      for (let round = 0; round < 2; round += 1) {
        assert.deepEqual(await keep.ask("reset"), { altered: false });
        assert.deepEqual(await other.all("SELECT (SELECT count(*) FROM rows) AS rows, (SELECT count(*) FROM migrations) AS books"), [{ rows: 0, books: 1 }]);
        await other.exec("INSERT INTO rows VALUES (2)");
      }
      await other.close();
      await end();
    });
  });
}

describe("books of migrations", () => {
  it("are the same for files and for servers", () => {
    const { BOOKS } = require(path.join(SQLITE, "books.cjs"));
    const names = fs.readFileSync(path.join(ROOT, "crates/nearmiss_databases/src/books.rs"), "utf8").matchAll(/^ {4}"(\w+)",$/gm);
    assert.deepEqual(BOOKS, Array.from(names, ([, name]) => name));
  });
});
