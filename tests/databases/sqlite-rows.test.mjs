// The process that keeps databases of SQLite tells their tables, puts rows into them and asks them, by each driver that is installed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
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
const { checksOf } = require(path.join(SQLITE, "checks.cjs"));

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-rows-")));
const ends = [];
after(async () => {
  await Promise.all(ends.map((end) => end()));
  fs.rmSync(folder, { recursive: true });
});

const fileOf = (file) =>
  [ROOT, process.env.NEARMISS_NATIVE_DRIVERS]
    .filter(Boolean)
    .map((place) => path.join(place, "node_modules", file))
    .find((found) => fs.existsSync(found));
const DRIVERS = {
  libsql: fileOf("libsql/index.js"),
  "better-sqlite3": fileOf("better-sqlite3/lib/database.js"),
  sqlite3: fileOf("sqlite3/lib/sqlite3.js"),
  "node:sqlite": process.getBuiltinModule?.("node:sqlite") ? "node:sqlite" : undefined,
};

const SCHEMA = `
CREATE TABLE kinds (id INTEGER PRIMARY KEY, big BIGINT UNSIGNED, part REAL, exact DECIMAL(10, 2), word VARCHAR(20) NOT NULL DEFAULT 'it''s',
  yes BOOLEAN, doc JSON, bytes BLOB, at DATETIME, any_thing, twice INTEGER GENERATED ALWAYS AS (big * 2) STORED,
  more AS (big + 1), CHECK (part > 0 AND word <> ')'), CONSTRAINT "is it" CHECK /* ( */ ([word] <> 'no'));
CREATE TABLE "or""ders'" ("i d" TEXT PRIMARY KEY, "a'b" TEXT UNIQUE COLLATE NOCASE, chief TEXT REFERENCES "or""ders'", n INT NOT NULL) WITHOUT ROWID;
CREATE TABLE "lines" (of TEXT REFERENCES "or""ders'" ON DELETE CASCADE, number INT, what TEXT, PRIMARY KEY (number, of));
CREATE TABLE parts (a INT, b TEXT, FOREIGN KEY (a, b) REFERENCES "lines" (number, of) DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX once ON parts (b, a);
CREATE UNIQUE INDEX sometimes ON parts (a) WHERE a > 5;
CREATE UNIQUE INDEX lower_only ON parts (lower(b));
CREATE TABLE log (what TEXT);
CREATE TRIGGER logs AFTER INSERT ON parts BEGIN INSERT INTO log VALUES ('part ' || NEW.a); END;
CREATE TRIGGER refuses BEFORE INSERT ON log WHEN NEW.what = 'no' BEGIN SELECT RAISE(ABORT, 'not so'); END;
CREATE VIEW seen AS SELECT * FROM log;
CREATE VIRTUAL TABLE found USING fts5(text);
`;
const ORDERS = `or"ders'`;
const UNTOLD = { array: false, values: null, checks: [] };
const column = (name, type, more = {}) => ({
  name, type, length: null, precision: null, scale: null, unsigned: false, nullable: true, default: null, filled: null, ...UNTOLD, ...more,
});

let runs = 0;
/** A start of an API with a database: `{ api, tables, insert, ask, reset }`. */
async function started(module, schema = SCHEMA) {
  const home = path.join(folder, `run-${(runs += 1)}`);
  const [data, copies] = ["data", "copies"].map((one) => path.join(home, one));
  fs.mkdirSync(data, { recursive: true });
  const api = await open(module, copier(copies, {})(path.join(data, "shop.db"), { module }));
  await api.exec(schema);
  const child = spawn(process.execPath, [path.join(SQLITE, "keeper.cjs"), copies], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) waiting.shift()(line);
  });
  const give = (order, about = {}) =>
    new Promise((resolve) => {
      waiting.push((line) => resolve(JSON.parse(line)));
      child.stdin.write(`${JSON.stringify({ order, ...about })}\n`);
    });
  ends.push(async () => {
    await api.close();
    child.stdin.end();
    await new Promise((resolve) => child.on("close", resolve));
  });
  await give("reset");
  const insert = async (table, row, database = "shop.db") => {
    const answer = await give("insert", { database, table, row });
    return typeof answer.row === "string" ? JSON.parse(answer.row) : answer;
  };
  return { api, give, insert, ask: (query) => give("ask", { database: "shop.db", query }), reset: () => give("reset") };
}

describe("tables and rows of SQLite", () => {
  for (const [driver, module] of Object.entries(DRIVERS)) {
    const skip = module === undefined && `${driver} is not installed`;

    it(`tables are told by ${driver}`, { skip }, async () => {
      const { give } = await started(module);
      const { tables } = await give("tables");
      assert.deepEqual(tables.map(({ name }) => name), ["kinds", "lines", "log", ORDERS, "parts"]);
      const [kinds, lines, , orders, parts] = tables;
      assert.deepEqual(kinds.columns, [
        column("id", "integer", { nullable: false, filled: "serial" }),
        column("big", "bigint unsigned", { unsigned: true }),
        column("part", "real"),
        column("exact", "decimal", { precision: 10, scale: 2 }),
        column("word", "varchar", { length: 20, nullable: false, default: "'it''s'" }),
        column("yes", "boolean"),
        column("doc", "json"),
        column("bytes", "blob"),
        column("at", "datetime"),
        column("any_thing", ""),
        column("twice", "integer", { filled: "generated" }),
        column("more", "", { filled: "generated" }),
      ]);
      assert.deepEqual([kinds.database, kinds.schema, kinds.primaryKey], ["shop.db", null, ["id"]]);
      assert.deepEqual(kinds.checks, ["part > 0 AND word <> ')'", "[word] <> 'no'"]);
      assert.deepEqual(kinds.names, { id: ["id"], "part > 0 AND word <> ')'": ["part", "word"], "is it": ["word"] });
      assert.deepEqual([orders.primaryKey, orders.uniques], [["i d"], [["a'b"]]]);
      assert.deepEqual(orders.foreignKeys, [{ columns: ["chief"], schema: null, table: ORDERS, references: ["i d"] }]);
      assert.equal(orders.columns[0].filled, null);
      assert.deepEqual(lines.primaryKey, ["number", "of"]);
      assert.deepEqual(parts.uniques, [["b", "a"]]);
      assert.deepEqual(parts.foreignKeys, [{ columns: ["a", "b"], schema: null, table: "lines", references: ["number", "of"] }]);
    });

    it(`rows go in and are put back by ${driver}`, { skip }, async () => {
      const { api, insert, give, reset } = await started(module);
      const row = {
        big: 7, part: 0.5, exact: "12.50", word: "é\u{1F600}'\"\n\\\0x", yes: true, doc: { a: ["x\ny"] }, bytes: "\\x00ff0a", at: "2024-02-29",
        any_thing: "5",
      };
      const made = await insert("kinds", row);
      assert.deepEqual(made, { id: 1, ...row, exact: 12.5, yes: 1, doc: '{"a":["x\\ny"]}', twice: 14, more: 8 });
      assert.equal((await insert("kinds", { ID: 500 })).id, 500);
      const big = await give("insert", { table: "kinds", row: { big: "4611686018427387905" } });
      assert.match(big.row, /"big":4611686018427387905,"part":null/);
      assert.equal((await insert("kinds", {})).word, "it's");
      assert.deepEqual(await insert(ORDERS, { "i d": "x", chief: "x", n: 1 }), { "i d": "x", "a'b": null, chief: "x", n: 1 });
      await insert("lines", { of: "x", number: 2 });
      assert.deepEqual(await insert("parts", { a: 2, b: "x" }), { a: 2, b: "x" });
      assert.deepEqual((await api.all("SELECT what FROM log")).map(({ what }) => what), ["part 2"]);
      assert.deepEqual(await reset(), { altered: false });
      const left = `SELECT (SELECT count(*) FROM kinds) + (SELECT count(*) FROM "or""ders'") + (SELECT count(*) FROM parts) +
        (SELECT count(*) FROM log) AS n`;
      assert.equal(Number((await api.once(left))[0].n), 0);
      assert.equal((await insert("kinds", {})).id, 1);
      // A table that the API has altered since.
      await api.exec("ALTER TABLE log ADD COLUMN at TEXT");
      assert.deepEqual(await insert("log", { what: "w" }), { what: "w", at: null });
      assert.deepEqual(await insert("a", {}, "other.db"), { unknown: true });
    });

    it(`refusals tell what is wrong by ${driver}`, { skip }, async () => {
      const { api, insert } = await started(module);
      await insert(ORDERS, { "i d": "x", "a'b": "Y", n: 1 });
      const cases = [
        [ORDERS, { "i d": "z", "a'b": "y", n: 1 }, /UNIQUE/, { table: ORDERS, column: "a'b", constraint: "a'b" }],
        ["lines", { of: "none", number: 1 }, /FOREIGN KEY/, {}],
        ["parts", { a: 1, b: "none" }, /FOREIGN KEY/, {}],
        [ORDERS, { "i d": "q" }, /NOT NULL/, { table: ORDERS, column: "n" }],
        ["kinds", { part: -1 }, /CHECK/, { constraint: "part > 0 AND word <> ')'" }],
        ["kinds", { word: "no" }, /CHECK/, { constraint: "is it" }],
        ["kinds", { id: "text" }, /datatype mismatch/, {}],
        ["kinds", { twice: 1 }, /generated column/, {}],
        ["kinds", { none: 1 }, /no column named none/, {}],
        ["missing", {}, /no such table/, {}],
        ["log", { what: "no" }, /not so/, {}],
      ];
      for (const [table, row, wanted, about] of cases) {
        const { refused } = await insert(table, row);
        assert.match(refused?.message ?? "", wanted, JSON.stringify(row));
        const { constraint, table: of, column: at } = refused;
        assert.deepEqual({ constraint, table: of, column: at }, { constraint: null, table: null, column: null, ...about });
      }
      assert.equal(Number((await api.once("SELECT count(*) AS n FROM kinds"))[0].n), 0);
      // A lock of the API's is waited for for a while only.
      await api.exec("BEGIN IMMEDIATE");
      const began = Date.now();
      assert.match((await insert("log", { what: "w" })).refused.message, /locked|busy/i);
      assert.ok(Date.now() - began < 4_000);
      await api.exec("ROLLBACK");
      assert.deepEqual(await insert("log", { what: "w" }), { what: "w" });
    });

    it(`queries change nothing by ${driver}`, { skip }, async () => {
      const { ask, insert, reset } = await started(module);
      await insert("kinds", { bytes: "\\x00ff", part: 1.5 });
      const { rows } = await ask("SELECT id, bytes, part, word, NULL AS none -- the end\n FROM kinds;");
      assert.deepEqual(rows, [{ id: 1, bytes: "\\x00ff", part: 1.5, word: "it's", none: null }]);
      assert.deepEqual(await ask("SELECT 1 AS n WHERE 0"), { rows: [] });
      for (const query of ["DELETE FROM kinds", "SELECT nothing"]) assert.ok((await ask(query)).refused, query);
      // Some drivers leave out what comes behind a statement.
      await ask("SELECT 1); DELETE FROM kinds; SELECT * FROM (SELECT 1");
      assert.deepEqual(await ask("SELECT count(*) AS n FROM kinds"), { rows: [{ n: 1 }] });
      assert.deepEqual(await insert("log", { what: "w" }), { what: "w" });
      assert.deepEqual(await reset(), { altered: false });
    });

    it(`a thousand rows go in within seconds by ${driver}`, { skip }, async (t) => {
      const { insert } = await started(module);
      const began = Date.now();
      for (let n = 0; n < 1_000; n += 1) await insert("log", { what: `w${n}` });
      const took = Date.now() - began;
      t.diagnostic(`1,000 rows inserted in ${took} ms`);
      assert.ok(took < 60_000, `${took} ms`);
    });
  }

  it("a column whose check asks for a document of JSON is one of JSON", async () => {
    const [, module] = Object.entries(DRIVERS).find(([, file]) => file !== undefined);
    const { give } = await started(module, `CREATE TABLE notes (a TEXT NOT NULL CHECK (json_valid(a)), b TEXT CHECK (b IS NULL OR JSON_VALID( "b" )),
      c TEXT, d TEXT CHECK (json_valid(c) OR d = 'no'), e TEXT CHECK (d IS NULL OR json_valid(e)), CHECK (json_valid([c], 1) = 1));`);
    const { tables } = await give("tables");
    assert.deepEqual(tables[0].columns.map(({ type }) => type), ["json", "json", "json", "text", "text"]);
  });

  it("checks are found outside of texts, names and comments", () => {
    const sql = `CREATE TABLE "check" (a INT CHECK(a>(1)) /* CHECK (x) */, b TEXT DEFAULT 'CHECK (y)', -- CHECK (z)
      [check (] INT, "check" INT, CONSTRAINT \`o\`\`ne\` check\n( "b" IN ('(', ')') AND \`a\` > 0 ), checked INT)`;
    const found = checksOf(sql).map(({ name, text }) => [name, text]);
    assert.deepEqual(found, [[null, "a>(1)"], ["o`ne", `"b" IN ('(', ')') AND \`a\` > 0`]]);
  });
});
