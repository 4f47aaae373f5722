// Databases of SQLite on copies: what is led, and that the original is only read.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const COPY = fileURLToPath(new URL("../../npm/nearmiss/sut/sqlite/copy.js", import.meta.url));
const { copier } = require(COPY);
const { leading } = require("../../npm/nearmiss/sut/sqlite/paths.js");
const Database = require("libsql");

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-copies-")));
after(() => fs.rmSync(folder, { recursive: true }));
const at = (...names) => path.join(folder, ...names);
const sum = (file) => createHash("sha256").update(fs.readFileSync(file)).digest("hex");

/** A database with a row, in a folder of its own. */
function database(name, journal = "delete") {
  fs.mkdirSync(at(name), { recursive: true });
  const file = at(name, "a.db");
  const db = new Database(file);
  db.exec(`PRAGMA journal_mode = ${journal}`);
  db.exec("CREATE TABLE rows (id INTEGER); INSERT INTO rows VALUES (1)");
  return { file, db };
}

const rows = (file) => {
  const db = new Database(file);
  const found = db.prepare("SELECT count(*) AS count FROM rows").get().count;
  db.close();
  return found;
};

describe("paths of databases", () => {
  const { ledPath, ledStatement } = leading((file) => `/copies${file}`);

  it("leads files and URIs of files, and leaves what is in no file", () => {
    assert.equal(ledPath("/data/a.db"), "/copies/data/a.db");
    assert.equal(ledPath("a.db"), `/copies${process.cwd()}/a.db`);
    assert.equal(ledPath("file:/data/a%20b.db?mode=ro"), "file:/copies/data/a%20b.db?mode=ro");
    assert.equal(ledPath("file:///data/a.db"), "file:/copies/data/a.db");
    for (const left of ["", ":memory:", "file::memory:?cache=shared", "file:x?mode=memory&cache=shared", "libsql://a.example"]) {
      assert.equal(ledPath(left), left);
    }
  });

  it("leads the names in ATTACH, and changes no other statement", () => {
    assert.equal(ledStatement("attach '/d/it''s.db' as a"), "attach '/copies/d/it''s.db' as a");
    assert.equal(ledStatement('ATTACH DATABASE "/d/a.db" AS a; SELECT 1'), "ATTACH DATABASE '/copies/d/a.db' AS a; SELECT 1");
    assert.equal(ledStatement("ATTACH ':memory:' AS a"), "ATTACH ':memory:' AS a");
    for (const left of ["SELECT 'attach' FROM a", "ATTACH ? AS a"]) assert.equal(ledStatement(left), left);
  });
});

describe("copies of databases", () => {
  it("a copy holds what stands in the write-ahead log only, and the original stays byte for byte", () => {
    const { file, db } = database("wal", "wal");
    assert.ok(fs.statSync(`${file}-wal`).size > 0);
    const before = ["", "-wal"].map((end) => sum(file + end));
    const copy = copier(at("copies-wal"))(file);
    assert.equal(rows(copy), 1);
    const other = new Database(copy);
    other.exec("DELETE FROM rows");
    other.close();
    assert.deepEqual(["", "-wal"].map((end) => sum(file + end)), before);
    assert.equal(db.prepare("SELECT count(*) AS count FROM rows").get().count, 1);
    db.close();
  });

  it("all processes of a start have the same copy, by whatever path they name it", () => {
    const { file, db } = database("shared");
    db.close();
    fs.symlinkSync(at("shared"), at("link"));
    const copies = at("copies-shared");
    const named = [at("link", "a.db"), `${at("shared")}/../shared/a.db`];
    const program = `console.log(require(${JSON.stringify(COPY)}).copier(${JSON.stringify(copies)})(process.argv[1]))`;
    const theirs = named.map((name) => execFileSync(process.execPath, ["-e", program, name], { encoding: "utf8" }).trim());
    assert.deepEqual(theirs, [copier(copies)(file), theirs[0]]);
    assert.equal(copier(copies)(theirs[0]), theirs[0], "a copy is led to itself");
  });

  it("a database that is not there is made among the copies, and what SQLite refuses is left to it", () => {
    fs.mkdirSync(at("new"));
    const copyOf = copier(at("copies-new"));
    const copy = copyOf(at("new", "a.db"));
    new Database(copy).exec("CREATE TABLE rows (id INTEGER)");
    assert.deepEqual(fs.readdirSync(at("new")), []);
    for (const file of [at("nowhere", "a.db"), at("new")]) assert.equal(copyOf(file), file);
  });
});
