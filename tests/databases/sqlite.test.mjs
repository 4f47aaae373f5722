// Drivers of SQLite: what they are asked and answer is told, what they open is told and led, and the program sees
// nothing of it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { lacks, programs } from "./programs.mjs";

const PACKAGES = ["better-sqlite3", "sqlite3", "libsql", "@libsql/client", "sql.js"];
const { alike, folder, run } = programs(PACKAGES);

/** A Node with a driver of its own: this one, or the one that NEARMISS_NODE_WITH_SQLITE names. */
const newer = process.env.NEARMISS_NODE_WITH_SQLITE ?? process.execPath;
const lacksBuiltin = () => {
  const has = execFileSync(newer, ["-p", 'require("node:module").isBuiltin("node:sqlite")'], { encoding: "utf8" }).trim();
  return has === "true" ? false : "this Node has no node:sqlite; NEARMISS_NODE_WITH_SQLITE may name one that has";
};

const SYNCHRONOUS = `
const db = new Database(process.argv[2] ?? "shop.db");
shape(Database.prototype, ["prepare", "exec", "close", "transaction"]);
print(db instanceof Database, Object.getPrototypeOf(db) === Database.prototype, db.constructor === Database, Database.name);
db.exec("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT UNIQUE)");
const add = db.prepare("INSERT INTO books (title) VALUES (?)");
shape(Object.getPrototypeOf(add), ["run", "get", "all", "iterate"]);
print(add.run("a").changes);
print(db.prepare("SELECT * FROM books").all());
print(db.prepare("SELECT * FROM books WHERE title = ?").get("b") ?? "none");
try { add.run("a"); } catch (error) { shown(error); print(error.stack.split("\\n").slice(0, 3)); }
try { db.exec("nonsense"); } catch (error) { shown(error); }
try { db.prepare("SELECT nothing"); } catch (error) { shown(error); }
db.exec("BEGIN"); add.run("c"); db.exec("ROLLBACK");
print([...db.prepare("SELECT title FROM books").iterate()]);
if (globalThis.nearmissRaw) globalThis.nearmissRaw(globalThis.lastQuery.driver, db).run("SELECT 1 AS one", []).then(({ rows }) => rows[0].one === 1 || process.exit(7));
db.close();
`;
const clean = () => fs.rmSync(path.join(folder, "shop.db"), { force: true });

/** Lines that every driver that answers at once tells of the program above. */
function isTold({ connects, begun, ended }, driver, hasTransactions = true) {
  assert.deepEqual(connects.map(({ driver: name, file }) => [name, file]), [[driver, "shop.db"]]);
  assert.match(connects[0].version, /^\d+\.\d+\.\d+/);
  const run = begun.filter(({ kind, text }) => kind === "query" && text.startsWith("INSERT"));
  assert.deepEqual(run.map(({ values }) => values), [["a"], ["a"], ["c"]]);
  assert.equal(run[0].place, 'print(add.run("a").changes);');
  if (hasTransactions) assert.deepEqual(run.map(({ transaction }) => transaction), [false, false, true]);
  const prepared = begun.filter(({ kind }) => kind === "prepare");
  assert.equal(prepared[0].text, "INSERT INTO books (title) VALUES (?)");
  const inserted = ended.filter(({ text }) => text.startsWith("INSERT"));
  assert.deepEqual(inserted.map(({ count }) => count), [1, null, 1]);
  assert.match(inserted[1].error.code, /SQLITE/);
  assert.equal(inserted[1].error.constraint, "books.title");
  const selected = ended.filter(({ text }) => text.startsWith("SELECT *"));
  assert.deepEqual(selected.map(({ rows }) => rows), [[{ id: 1, title: "a" }], []]);
  assert.ok(!begun.some(({ text }) => text === "SELECT 1 AS one"), "what is ours is not told");
}

describe("better-sqlite3", { skip: lacks("better-sqlite3") }, () => {
  it("is told, required and imported", async () => {
    isTold(await alike(`const Database = require("better-sqlite3");${SYNCHRONOUS}`, { before: clean }), "better-sqlite3");
    isTold(await alike(`import Database from "better-sqlite3";${SYNCHRONOUS}`, { before: clean, kind: "mjs" }), "better-sqlite3");
  });
  it("tells of its own transactions, and is made without `new`", async () => {
    const { begun } = await alike(`const Database = require("better-sqlite3");
      const db = Database(":memory:");
      db.exec("CREATE TABLE t (a)");
      const insert = db.prepare("INSERT INTO t VALUES (?)");
      print(db.transaction((all) => { for (const a of all) insert.run(a); return all.length; })([1, 2]));
      class Mine extends Database { mine() { return 1; } }
      print(new Mine(":memory:").mine(), new Mine(":memory:") instanceof Database);`);
    const run = begun.filter(({ kind }) => kind === "query").map(({ text, transaction }) => [text, transaction]);
    assert.deepEqual(run.slice(1), [["BEGIN", false], ["INSERT INTO t VALUES (?)", true], ["INSERT INTO t VALUES (?)", true], ["COMMIT", true]]);
  });
  it("is led to another file, and refused", async () => {
    clean();
    const text = `const Database = require("better-sqlite3"); const db = new Database("shop.db"); db.exec("CREATE TABLE t (a)"); db.close();`;
    const other = path.join(folder, "home.db");
    assert.equal((await run(text, { hooks: { leadFile: { "shop.db": other } } })).code, 0);
    assert.ok(fs.existsSync(other) && !fs.existsSync(path.join(folder, "shop.db")));
    const refused = await run(text, { hooks: { refuse: "not this file" } });
    assert.match(refused.stderr, /Refused: not this file/);
    assert.ok(!fs.existsSync(path.join(folder, "shop.db")));
  });
});

describe("libsql", { skip: lacks("libsql") }, () => {
  it("is told, required and imported", async () => {
    isTold(await alike(`const Database = require("libsql");${SYNCHRONOUS}`, { before: clean }), "libsql");
    isTold(await alike(`import Database from "libsql";${SYNCHRONOUS}`, { before: clean, kind: "mjs" }), "libsql");
  });
  it("is what @libsql/client stands on", { skip: lacks("@libsql/client") }, async () => {
    const body = `
      const main = async () => {
        const db = createClient({ url: "file:shop.db" });
        await db.execute("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT UNIQUE)");
        print((await db.execute({ sql: "INSERT INTO books (title) VALUES (?)", args: ["a"] })).rowsAffected);
        print((await db.batch([{ sql: "INSERT INTO books (title) VALUES (?)", args: ["b"] }, "SELECT count(*) AS n FROM books"], "write"))[1].rows);
        await db.execute({ sql: "INSERT INTO books (title) VALUES (?)", args: ["a"] }).catch(shown);
        const tx = await db.transaction("write");
        await tx.execute("DELETE FROM books");
        await tx.rollback();
        print((await db.execute("SELECT title FROM books ORDER BY id")).rows);
      };
      main();`;
    for (const [kind, head] of [["cjs", 'const { createClient } = require("@libsql/client");'], ["mjs", 'import { createClient } from "@libsql/client";']]) {
      const { connects, begun, ended } = await alike(head + body, { before: clean, kind });
      assert.match(connects[0].file, /shop\.db/);
      assert.ok(begun.some(({ text, transaction }) => text === "DELETE FROM books" && transaction));
      assert.ok(ended.some(({ error }) => error?.constraint === "books.title"));
      assert.match(begun.find(({ text }) => text.startsWith("INSERT")).place, /rowsAffected/);
    }
  });
});

describe("sqlite3", { skip: lacks("sqlite3") }, () => {
  const body = `
    const db = new sqlite3.Database("shop.db", (error) => print("open", error));
    shape(sqlite3.Database.prototype, ["run", "get", "all", "each", "map", "exec", "prepare", "close"]);
    shape(sqlite3.Statement.prototype, ["run", "get", "all", "bind"]);
    print(db instanceof sqlite3.Database, sqlite3.Database.name, sqlite3.Database.length);
    db.serialize(() => {
      db.exec("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT UNIQUE)", (error) => print("exec", error));
      print(db.run("INSERT INTO books (title) VALUES (?)", "a", function (error) { print("run", error, this.lastID, this.changes, arguments.length); }) === db);
      db.run("INSERT INTO books (title) VALUES ($title)", { $title: "a" }, (error) => shown(error));
      db.run("INSERT INTO books (title) VALUES ('b')");
      db.all("SELECT * FROM books WHERE id > ?", [0], (error, rows) => print("all", error, rows));
      db.get("SELECT * FROM books WHERE id = 9", (error, row) => print("get", error, row ?? "none"));
      db.each("SELECT title FROM books", (error, row) => print("each", row), (error, count) => print("complete", error, count));
      db.map("SELECT id, title FROM books", (error, map) => print("map", error, map));
      const statement = db.prepare("INSERT INTO books (title) VALUES (?)", (error) => print("prepared", error));
      statement.run("d", (error) => print("statement", error));
      statement.finalize();
      db.all("nonsense", (error) => shown(error));
      db.prepare("SELECT nothing", (error) => shown(error));
      db.close((error) => print("closed", error));
    });`;
  it("is told, required and imported", async () => {
    for (const [kind, head] of [["cjs", 'const sqlite3 = require("sqlite3");'], ["mjs", 'import sqlite3 from "sqlite3";'], ["cjs", 'const sqlite3 = require("sqlite3").verbose();']]) {
      const { connects, begun, ended } = await alike(head + body, { before: clean, kind });
      assert.deepEqual(connects.map(({ driver, file }) => [driver, file]), [["sqlite3", "shop.db"]]);
      const insert = begun.filter(({ text, kind: asked }) => asked === "query" && text.startsWith("INSERT INTO books (title) VALUES (?)"));
      assert.deepEqual(insert.map(({ values }) => values), [["a"], ["d"]]);
      assert.match(insert[0].place, /^print\(db\.run/);
      const failed = ended.filter(({ error }) => error !== null);
      assert.deepEqual(failed.map(({ error }) => [error.code, error.constraint]), [["SQLITE_CONSTRAINT", "books.title"], ["SQLITE_ERROR", null]]);
      const all = ended.find(({ text }) => text === "SELECT * FROM books WHERE id > ?");
      assert.deepEqual(all.rows.map(({ title }) => title), ["a", "b"]);
      assert.equal(ended.find(({ text }) => text.includes("VALUES (?)")).count, 1);
      assert.equal(ended.find(({ text }) => text === "SELECT title FROM books").count, 2);
    }
  });
  it("is led to another file", async () => {
    clean();
    const other = path.join(folder, "home3.db");
    const text = `const sqlite3 = require("sqlite3"); const db = new sqlite3.Database("shop.db"); db.run("CREATE TABLE t (a)", () => {
      new sqlite3.cached.Database("shop.db").all("SELECT * FROM t", (error, rows) => print(error, rows)); });`;
    const { lines } = await run(text, { hooks: { leadFile: { "shop.db": other } } });
    assert.deepEqual(lines, ["null []"]);
    assert.ok(fs.existsSync(other) && !fs.existsSync(path.join(folder, "shop.db")));
  });
});

describe("node:sqlite", { skip: lacksBuiltin() }, () => {
  it("is told, required and imported", async () => {
    for (const [kind, head] of [["cjs", 'const { DatabaseSync: Database } = require("node:sqlite");'], ["mjs", 'import { DatabaseSync as Database } from "node:sqlite";']]) {
      const told = await alike(head + SYNCHRONOUS, { before: clean, kind, node: newer, env: { NODE_NO_WARNINGS: "1" } });
      isTold(told, "node:sqlite", false);
    }
  });
});

describe("sql.js", { skip: lacks("sql.js") }, () => {
  it("is told", async () => {
    const body = `
      const main = async () => {
        const SQL = await initialise();
        shape(SQL.Database.prototype, ["run", "exec", "each", "prepare"]);
        const db = new SQL.Database();
        db.run("CREATE TABLE books (title TEXT UNIQUE)");
        print(db.run("INSERT INTO books VALUES (?)", ["a"]) === db);
        print(db.exec("SELECT * FROM books"));
        try { db.run("INSERT INTO books VALUES (?)", ["a"]); } catch (error) { shown(error); }
        db.each("SELECT title FROM books", (row) => print(row, db.exec("SELECT 1 AS one")), () => print("done"));
      };
      main();`;
    for (const [kind, head] of [["cjs", 'const initialise = require("sql.js");'], ["mjs", 'import initialise from "sql.js";']]) {
      const { connects, begun, ended } = await alike(head + body, { kind });
      assert.deepEqual(connects.map(({ driver, file }) => [driver, file]), [["sql.js", ":memory:"]]);
      assert.deepEqual(begun.filter(({ text }) => text.startsWith("INSERT")).map(({ values }) => values), [["a"], ["a"]]);
      assert.deepEqual(ended.find(({ text }) => text === "SELECT * FROM books").rows, [["a"]]);
      assert.equal(ended.find(({ error }) => error !== null).error.constraint, "books.title");
      assert.ok(begun.some(({ text }) => text === "SELECT 1 AS one"));
    }
  });
});
