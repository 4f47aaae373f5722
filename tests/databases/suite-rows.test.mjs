// Suites whose tests insert rows: on real servers, by each driver, and on SQLite.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fromSetup, step } from "../contract/harness/steps.mjs";
import { DRIVERS, bookshop } from "./rows.mjs";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { recorded, runSuite, suiteOf } from "./suites.mjs";

const require = createRequire(import.meta.url);
const ROOT = path.resolve(import.meta.dirname, "../..");

/** The runner of the suite of each driver. */
const FORMATS = { pg: "jest", postgres: "vitest", mysql: "node", mysql2: "mocha", mariadb: "node", libsql: "jest" };

/** A row for a table; values of columns that are lists are parts. */
function row(table, columns) {
  const parts = [{ Text: "{" }];
  for (const [name, value] of Object.entries(columns)) {
    if (parts.length > 1 || parts[0].Text !== "{") parts.push({ Text: "," });
    parts.push({ Text: `${JSON.stringify(name)}:` });
    parts.push(Array.isArray(value) ? fromSetup(value[0], { Json: value[1] }, "1") : { Text: JSON.stringify(value) });
  }
  return { kind: "sql", function: "insert", arguments: [[{ Text: JSON.stringify(table) }], [...parts, { Text: "}" }]] };
}
const ann = row("authors", { name: "Ann" });
const emma = row("books", { author_id: [0, "/id"], title: "Emma" });
const key = (how) => fromSetup(1, { [how]: "/id" }, "1");
const posted = [{ Text: '{"book":' }, key("Json"), { Text: "}" }];
const CASES = [
  {
    kind: "Success",
    setup: [ann, emma],
    calls: [step("GET", [{ Text: "/books/" }, key("Body")], { operation: "GET:/books/{id}" })],
  },
  { kind: "Success", setup: [ann, emma], calls: [step("POST", "/books", { type: "application/json", body: posted })] },
  { kind: "Success", setup: [ann], calls: [step("GET", "/books")] },
].map((one) => ({ name: "", expectations: [], comments: [], ends_api: false, ...one }));

describe("rows of tests", () => {
  let postgres;
  let mariadb;
  before(async () => {
    // One after the other: where the second does not start, the first is stopped.
    postgres = await startPostgres();
    mariadb = await startMariaDB();
    for (const server of [postgres, mariadb]) server.createDatabase("shop");
  });
  after(() => Promise.all([postgres?.stop(), mariadb?.stop()]));

  /** The suite of the API on a driver; `more` are statements for tables of its own. */
  function suite(name, driver, { more, cases = CASES, reset } = {}) {
    const server = { postgres, mariadb }[DRIVERS[driver].server];
    return suiteOf(`rows-${name}-${driver}`, {
      files: { "api.cjs": bookshop(driver, server?.url("shop"), more) },
      drivers: server && [driver],
      cases,
      command: "node api.cjs",
      reset,
    });
  }

  /** Calls a function with a suite whose API runs, for tests that insert rows themselves. */
  async function running(made, use) {
    try {
      await made.sut.start();
      await made.sut.reset();
      return await use(made.kinds.sql, made.sut);
    } finally {
      await made.sut.stop();
    }
  }

  for (const driver of Object.keys(DRIVERS)) {
    test(`${driver}: the API sees them, and the next test does not`, async () => {
      const made = suite("seen", driver);
      const { runs, runCommand } = await recorded(made, CASES, FORMATS[driver]);
      const book = [{ title: "Emma", copies: 3, author: "Ann", country: "nowhere" }];
      const bodies = runs[0].map(([answer]) => JSON.parse(answer.body));
      assert.deepEqual(bodies, [book, book, []]);
      const text = fs.readFileSync(path.join(made.home, "suite/success.test.js"), "utf8");
      assert.match(text, /const author = await sql\.insert\("authors", \{ name: "Ann" \}\);/);
      assert.match(text, /const book = await sql\.insert\("books", \{ author_id: author\.id, title: "Emma" \}\);/);
      assert.match(text, /call\("GET", `\/books\/\$\{book\.id\}`\)/);
      assert.match(text, /\.send\(\{ book: book\.id \}\)/);
      assert.match(text, /^ +await sql\.insert\("authors", \{ name: "Ann" \}\);/m);
      const { code, output } = await runSuite(made.home, runCommand);
      assert.equal(code, 0, output);
      assert.match(output, /3 passed|3 passing|# pass 3|ℹ pass 3/);
    });

    test(`${driver}: its key and its defaults are answered, and a row that is refused says why`, async () => {
      await running(suite("refused", driver), async (sql, sut) => {
        const author = await sql.insert("authors", { name: "Ann" });
        assert.deepEqual(author, { id: 1, name: "Ann", country: "nowhere" });
        const given = await sql.insert("authors", { id: 77, name: "é 😀 \\ ' \" `" });
        assert.deepEqual(given, { id: 77, name: "é 😀 \\ ' \" `", country: "nowhere" });
        const refused = async (table, columns, why) =>
          assert.rejects(sql.insert(table, columns), ({ message }) => {
            assert.match(message, new RegExp(`^sql\\.insert: the row for ${table} was refused: `));
            assert.match(message, why);
            assert.doesNotMatch(message, /VALUES|json_to_record|json_extract/, "the words of the database alone");
            return true;
          });
        await refused("authors", { name: "Ann" }, /unique|duplicate/i);
        await refused("authors", { name: null }, /null/i);
        await refused("authors", { name: "Bea", color: "red" }, /color/);
        await refused("books", { author_id: 5, title: "x" }, /foreign key/i);
        await assert.rejects(sql.insert("nothing", {}), /^Error: sql\.insert: no database of the API has "nothing"$/);
        assert.equal((await sql.insert("authors", { name: "after it" })).name, "after it");
        await sut.reset();
        assert.equal((await sql.insert("authors", { name: "Ann" })).id, 1, "numbers are given from where they were");
      });
    });
  }

  test("a reset by a new process takes them away, too", async () => {
    for (const driver of ["pg", "libsql"]) {
      await running(suite("restart", driver, { reset: "Restart" }), async (sql, sut) => {
        for (let n = 0; n < 2; n += 1) {
          assert.equal((await sql.insert("authors", { name: "Ann" })).id, 1, driver);
          await sut.reset();
        }
      });
    }
  });

  test("PostgreSQL: any table, any column", async () => {
    const more = [
      "CREATE SCHEMA IF NOT EXISTS sales",
      "CREATE DOMAIN sales.slug AS text NOT NULL CHECK (VALUE ~ '^[a-z]+$')",
      "CREATE TYPE mood AS ENUM ('sad', 'glad')",
      "CREATE TYPE pair AS (a int, b text)",
      `CREATE TABLE sales."Odd ""name"".x" ("some-name" int DEFAULT 4, "order" text, slug sales.slug DEFAULT 'abc',
         "row" int, twice int GENERATED ALWAYS AS ("some-name" * 2) STORED)`,
      `CREATE FUNCTION takes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      "CREATE TABLE taken (a int)",
      "CREATE TRIGGER takes BEFORE INSERT ON taken FOR EACH ROW EXECUTE FUNCTION takes()",
      `CREATE TABLE kinds (i2 smallint, i4 int, i8 bigint, n numeric(8,3), f4 real, f8 double precision, b boolean,
         t text, v varchar(5), c char(3), d date, at timestamp, tz timestamptz, ti time, iv interval, u uuid, j json,
         jb jsonb, raw bytea, ip inet, net cidr, mac macaddr, bits bit(4), vb varbit, r int4range, ns int[], ts text[],
         m mood, ms mood[], p pair, pt point, x xml, money money, q tsvector)`,
    ];
    const kinds = {
      i2: 1, i4: -2, i8: "9007199254740993", n: 12.5, f4: 0.5, f8: 1e300, b: false, t: "it's \\ \u2028", v: "abcde",
      c: "abc", d: "2020-02-03", at: "2020-02-03T04:05:06.789", tz: "2020-02-03T04:05:06+00:00", ti: "04:05:06",
      iv: "1 day 02:00:00", u: "123e4567-e89b-12d3-a456-426655440000", j: { a: [1, null, "x"] }, jb: "text",
      raw: "\\x00ff", ip: "10.0.0.1", net: "10.0.0.0/8", mac: "08:00:2b:01:02:03", bits: "0101", vb: "01", r: "[1,5)",
      ns: [1, null, 3], ts: ["a,b", '"'], m: "glad", ms: ["sad"], p: { a: 1, b: "x" }, pt: "(1,2)", x: "<a/>",
      money: "$1.50", q: "'a' 'b'",
    };
    for (const driver of ["pg", "postgres"]) {
      await running(suite("columns", driver, { more }), async (sql) => {
        // JSON has no number of 64 bits that JavaScript reads as it is.
        assert.deepEqual(await sql.insert("kinds", kinds), { ...kinds, i8: Number(kinds.i8) });
        const nulls = Object.fromEntries(Object.keys(kinds).map((name) => [name, null]));
        assert.deepEqual(await sql.insert("kinds", {}), nulls);
        assert.deepEqual(await sql.insert("kinds", nulls), nulls);
        const odd = 'sales.Odd "name".x';
        const made = { "some-name": 4, order: null, slug: "abc", row: null, twice: 8 };
        assert.deepEqual(await sql.insert(odd, {}), made);
        const given = { order: "x", "some-name": 1 };
        assert.deepEqual(await sql.insert(odd, given), { ...made, ...given, twice: 2 });
        await assert.rejects(sql.insert(odd, { slug: "A" }), /violates check constraint "slug_check"/);
        await assert.rejects(sql.insert("taken", {}), /the row for taken was refused: the database has made no row of it/);
      });
    }
  });

  test("MariaDB: any table, any column", async () => {
    const more = [
      "CREATE TABLE IF NOT EXISTS `Odd ``name.x` " +
        "(`some-name` int DEFAULT 4, `order` text, twice int AS (`some-name` * 2))",
      `CREATE TABLE IF NOT EXISTS kinds (id int AUTO_INCREMENT PRIMARY KEY, t1 tinyint, b boolean, i4 int,
         i8 bigint unsigned, n decimal(8,3), f4 float, f8 double, c char(3), v varchar(5), t text, d date,
         at datetime(3), ti time, y year, e enum('sad', 'glad'), s set('a', 'b'), j json, bits bit(5), raw blob,
         fixed binary(2), vb varbinary(9), pt point)`,
    ];
    const kinds = {
      t1: 1, b: 1, i4: -2, i8: 5, n: 12.5, f4: 0.5, f8: 1e300, c: "abc", v: "abcde", t: "it's \\ \0 é", d: "2020-02-03",
      at: "2020-02-03 04:05:06.789", ti: "04:05:06", y: 2020, e: "glad", s: "a,b", j: { a: [1, null, "x"] }, bits: 5,
      raw: "\\x00ff", fixed: "\\x0a0b", vb: "\\x", pt: "POINT(1 2)",
    };
    for (const driver of ["mysql", "mysql2", "mariadb"]) {
      await running(suite("columns", driver, { more }), async (sql) => {
        assert.deepEqual(await sql.insert("kinds", { ...kinds, b: true }), { id: 1, ...kinds });
        const nulls = Object.fromEntries(Object.keys(kinds).map((name) => [name, null]));
        assert.deepEqual(await sql.insert("shop.kinds", {}), { id: 2, ...nulls });
        assert.deepEqual(await sql.insert("kinds", { id: 0, ...nulls }), { id: 0, ...nulls });
        const made = { "some-name": 4, order: "x", twice: 8 };
        assert.deepEqual(await sql.insert("Odd `name.x", { order: "x" }), made);
        await assert.rejects(sql.insert("kinds", { v: "too long" }), /Data too long/);
        await assert.rejects(sql.insert("kinds", { e: "mad" }), /Data truncated/);
      });
    }
  });

  test("MySQL, which does not answer rows: they are found again", async () => {
    mariadb.sql(
      "shop",
      `CREATE TABLE found (a int, b varchar(9) DEFAULT 'x', c int AUTO_INCREMENT UNIQUE, PRIMARY KEY (a, c));
       CREATE TABLE keyless (a int, b varchar(9) DEFAULT 'x', raw blob)`,
    );
    const drivers = "crates/nearmiss_writer/src/formats/superagent/support/databases/drivers";
    const { open } = require(path.join(ROOT, drivers, "mysql2.cjs"));
    const { insertAndFind, tableOf } = require(path.join(ROOT, "npm/nearmiss/setup/sql/mysql.cjs"));
    const place = { host: mariadb.host, port: mariadb.port, user: "root", database: "shop" };
    const own = await open(require("mysql2"), place);
    const inserted = async (table, columns) => insertAndFind(own.ask, await tableOf(own.ask, table, "shop"), columns);
    try {
      assert.deepEqual(await inserted("found", { a: 7 }), { a: 7, b: "x", c: 1 });
      assert.deepEqual(await inserted("found", { a: 7, c: null }), { a: 7, b: "x", c: 2 });
      assert.deepEqual(await inserted("found", { a: 8, c: 9 }), { a: 8, b: "x", c: 9 });
      assert.deepEqual(await inserted("keyless", { a: null, raw: "\\xff" }), { a: null, b: "x", raw: "\\xff" });
    } finally {
      await own.close();
    }
  });

  test("SQLite: any table, any column", async () => {
    const more = [
      `CREATE TABLE IF NOT EXISTS "Odd ""name.x" ("some-name" int DEFAULT 4, "order" text,
         twice int AS ("some-name" * 2)) STRICT`,
      "CREATE TABLE IF NOT EXISTS keyed (a TEXT, b INT, PRIMARY KEY (a, b)) WITHOUT ROWID",
      `CREATE TABLE IF NOT EXISTS kinds (i INTEGER, r REAL, t TEXT, n NUMERIC, b BOOLEAN, raw BLOB, d DATE, j JSON,
         whatever)`,
    ];
    const kinds = {
      i: 5, r: 0.5, t: "it's \\x00 \0 é", n: 12.5, b: 1, raw: "\\x00ff", d: "2020-02-03", j: '{"a":[1]}',
      whatever: "\\x",
    };
    await running(suite("columns", "libsql", { more }), async (sql) => {
      assert.deepEqual(await sql.insert("kinds", { ...kinds, b: true, j: { a: [1] } }), kinds);
      const nulls = Object.fromEntries(Object.keys(kinds).map((name) => [name, null]));
      assert.deepEqual(await sql.insert("kinds", {}), nulls);
      assert.deepEqual(await sql.insert("kinds", nulls), nulls);
      assert.equal((await sql.insert("kinds", { t: 5 })).t, "5");
      assert.deepEqual(await sql.insert("keyed", { a: "x", b: 1 }), { a: "x", b: 1 });
      const odd = 'Odd "name.x';
      assert.deepEqual(await sql.insert(odd, {}), { "some-name": 4, order: null, twice: 8 });
      await assert.rejects(sql.insert(odd, { "some-name": "x" }), /cannot store TEXT value in INT column/);
    });
  });
});
