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
const COPY = fileURLToPath(new URL("../../npm/nearmiss/sut/sqlite/copy.cjs", import.meta.url));
const { copier } = require(COPY);
const attach = require("../../npm/nearmiss/sut/sqlite/attach.cjs");
const { leading } = require("../../npm/nearmiss/sut/sqlite/paths.cjs");
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
  const ledPath = leading((file) => `/copies${file}`);

  it("leads files and URIs of files, and leaves what is in no file", () => {
    assert.equal(ledPath("/data/a.db"), "/copies/data/a.db");
    assert.equal(ledPath("a.db"), `/copies${process.cwd()}/a.db`);
    assert.equal(ledPath("file:/data/a%20b.db?mode=ro"), "file:/copies/data/a%20b.db?mode=ro");
    assert.equal(ledPath("file:///data/a.db"), "file:/copies/data/a.db");
    for (const left of ["", ":memory:", "file::memory:?cache=shared", "file:x?mode=memory&cache=shared", "libsql://a.example"]) {
      assert.equal(ledPath(left), left);
    }
    const literal = leading((file) => `/copies${file}`, false);
    assert.equal(literal("file:a.db?mode=ro"), `/copies${process.cwd()}/file:a.db?mode=ro`);
  });

  it("finds the databases that statements attach, and nothing else", () => {
    const names = (sql) => attach.attached(sql).map(({ start, end, name }) => [sql.slice(start, end), name]);
    const text = (before) => ({ before, parameter: null, after: "" });
    assert.deepEqual(names("attach '/d/it''s.db' as a"), [["'/d/it''s.db'", text("/d/it's.db")]]);
    assert.deepEqual(names('SELECT 1; ATTACH DATABASE "/d/a.db" AS a; SELECT 1'), [['"/d/a.db"', text("/d/a.db")]]);
    assert.deepEqual(names("ATTACH /* here */ a -- there\n AS a;ATTACH('b' || '.db')AS[b]"), [["a", text("a")], ["('b' || '.db')", text("b.db")]]);
    assert.deepEqual(names("ATTACH 'd/' || :name || '.db' AS a"), [["'d/' || :name || '.db'", { before: "d/", parameter: ":name", after: ".db" }]]);
    assert.deepEqual(names("ATTACH ?1 AS a"), [["?1", { before: "", parameter: "?1", after: "" }]]);
    assert.deepEqual(names("ATTACH printf('%s', 'a.db') AS a"), [["printf('%s', 'a.db')", null]]);
    for (const none of ["SELECT 'attach ''a'' as b' FROM a", "-- \nSELECT 1 -- ; attach 'a' as b", "SELECT attach AS a", "ATTACH 'a"]) {
      assert.deepEqual(names(none), [], none);
    }
  });

  it("leads the value that is bound, however it is given", () => {
    const led = (parameter, ...args) => attach.ledArguments(args, parameter, (value) => `/copies${value}`);
    const done = () => {};
    assert.deepEqual(led("?", "/a", "key", done), ["/copies/a", "key", done]);
    assert.deepEqual(led("?2", ["a", "/b"]), [["a", "/copies/b"]]);
    assert.deepEqual(led("?2", "a", "/b"), ["a", "/copies/b"]);
    assert.deepEqual(led(":file", { file: "/a", name: "n" }), [{ file: "/copies/a", name: "n" }]);
    assert.deepEqual(led("$file", { $file: "/a" }, "n"), [{ $file: "/copies/a" }, "n"]);
  });
});

describe("copies of databases", () => {
  it("a copy of what is part of the project holds what stands in the write-ahead log only, and the original stays byte for byte", () => {
    const { file, db } = database("wal", "wal");
    assert.ok(fs.statSync(`${file}-wal`).size > 0);
    const before = ["", "-wal"].map((end) => sum(file + end));
    const copy = copier(at("copies-wal"), { isShipped: (original) => original === file })(file);
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

  it("a copy of any other is empty, or has the tables alone, be it only read", () => {
    const { file, db } = database("empty");
    db.close();
    const asked = [];
    const about = { grounds: at("grounds"), makeGround: (original, name, module, isReadOnly) => asked.push([original, isReadOnly]) };
    for (const isReadOnly of [true, false]) {
      const copy = copier(at(`copies-empty-${isReadOnly}`), about)(file, { isReadOnly });
      assert.equal(fs.statSync(copy).size, 0);
    }
    assert.deepEqual(asked, [[file, true], [file, false]]);
    assert.equal(rows(file), 1);
  });

  it("URIs say what is only read", () => {
    const told = [];
    const ledPath = leading((file, { isReadOnly }) => told.push(isReadOnly) && file);
    for (const uri of ["file:/a.db?mode=ro", "file:/a.db?immutable=1", "file:/a.db?mode=rw", "file:/a.db"]) ledPath(uri, { isReadOnly: false });
    assert.deepEqual(told, [true, true, false, false]);
  });

  it("a database that is not there is made among the copies, and what SQLite refuses is left to it", () => {
    fs.mkdirSync(at("new"));
    const copyOf = copier(at("copies-new"));
    const copy = copyOf(at("new", "a.db"));
    new Database(copy).exec("CREATE TABLE rows (id INTEGER)");
    assert.deepEqual(fs.readdirSync(at("new")), []);
    for (const file of [at("nowhere", "a.db"), at("new")]) assert.equal(copyOf(file), file);
  });

  it("a database whose folder was taken away since has the same copy, for each process of the start", () => {
    fs.mkdirSync(at("gone"));
    const copyOf = copier(at("copies-gone"));
    const copy = copyOf(at("gone", "a.db"));
    fs.rmdirSync(at("gone"));
    assert.equal(copyOf(at("gone", "a.db")), copy);
    assert.equal(copier(at("copies-gone"))(at("gone", "a.db")), copy);
    assert.equal(copyOf(at("gone", "b.db")), at("gone", "b.db"));
  });
});
