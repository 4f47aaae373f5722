// Drivers of SQLite led to copies, each as it is installed here: what programs do reaches the copy, and no original.

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
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const Database = require("libsql");
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-drivers-")));
after(() => fs.rmSync(folder, { recursive: true }));

/** Files of a written suite that are of the writer alone. */
const SUPPORT = path.join(ROOT, "crates/nearmiss_writer/src/formats/superagent/support");
/** What a written suite loads into its API. */
const PRELOAD = path.join(folder, "support/sqlite.cjs");
fs.cpSync(path.join(SUPPORT, "sqlite.cjs"), PRELOAD);
fs.mkdirSync(path.join(folder, "support/sqlite/schemas"), { recursive: true });
for (const name of ["attach", "books", "connection", "copy", "drivers", "ground", "keeper", "paths", "plan"]) {
  fs.copyFileSync(path.join(ROOT, `npm/nearmiss/sut/sqlite/${name}.cjs`), path.join(folder, `support/sqlite/${name}.cjs`));
}
fs.cpSync(path.join(SUPPORT, "sqlite"), path.join(folder, "support/sqlite"), { recursive: true });
for (const name of ["a", "b"]) fs.writeFileSync(path.join(folder, `support/sqlite/schemas/${name}.db.sql`), "CREATE TABLE rows (id INTEGER);\n");
fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));

const sum = (file) => createHash("sha256").update(fs.readFileSync(file)).digest("hex");
const lacks = (name) => {
  try {
    require.resolve(name);
    return false;
  } catch {
    return `${name} is not installed`;
  }
};

/** A Node with a driver of its own: this one, or the one that NEARMISS_NODE_WITH_SQLITE names. */
const newer = process.env.NEARMISS_NODE_WITH_SQLITE ?? process.execPath;
const lacksBuiltin = () => {
  const has = execFileSync(newer, ["-p", 'require("node:module").isBuiltin("node:sqlite")'], { encoding: "utf8" }).trim();
  return has === "true" ? false : "this Node has no node:sqlite; NEARMISS_NODE_WITH_SQLITE may name one that has";
};

/** Each opens `a.db`, attaches `b.db` in many ways, and adds a row to both; `name`: the last word of a file's name. */
const synchronous = (uri) => `
  const open = (name) => new Database(name);
  const db = open("a.db");
  db.exec("ATTACH DATABASE 'b.db' AS b1");
  db.exec("ATTACH 'b' || '.db' AS b2");
  db.prepare("ATTACH ? AS b3").run("b.db");
  db.prepare("ATTACH 'b' || $end AS b4").run({ end: ".db" });
  db.prepare("ATTACH ? AS b5").run("${uri}b.db");
  for (const name of ["main", "b1", "b2", "b3", "b4", "b5"]) db.exec("INSERT INTO " + name + ".rows VALUES (2)");
  db.close();
  const again = open("${uri}a.db");
  console.log(again.prepare("SELECT count(*) AS count FROM rows").get().count);
  again.close();
  let refused;
  try {
    open(":memory:").exec("ATTACH printf('%s.db', 'b') AS b6");
  } catch (error) {
    refused = error.message;
  }
  console.log(refused);
`;
const ASYNCHRONOUS = `
  const { promisify } = require("node:util");
  const opened = (name) => new Promise((resolve, reject) => {
    const db = new sqlite3.Database(name, sqlite3.OPEN_READWRITE | sqlite3.OPEN_URI, (error) => (error ? reject(error) : resolve(db)));
  });
  const call = (db, method, ...args) => promisify(db[method].bind(db))(...args);
  (async () => {
    const db = await opened("a.db");
    await call(db, "exec", "ATTACH DATABASE 'b.db' AS b1");
    await call(db, "run", "ATTACH ? AS b2", "b.db");
    await call(db, "run", "ATTACH ? AS b3", ["b.db"]);
    await call(db, "run", "ATTACH $file AS b4", { $file: "file:b.db" });
    const statement = db.prepare("ATTACH 'b' || ? AS b5");
    await call(statement, "run", ".db");
    await call(statement, "finalize");
    for (const name of ["main", "b1", "b2", "b3", "b4", "b5"]) await call(db, "run", "INSERT INTO " + name + ".rows VALUES (2)");
    await call(db, "close");
    const again = await opened("file:a.db?mode=rw");
    console.log((await call(again, "get", "SELECT count(*) AS count FROM rows")).count);
    await call(again, "close");
    try {
      (await opened(":memory:")).exec("ATTACH printf('%s.db', 'b') AS b6");
    } catch (error) {
      console.log(error.message);
    }
  })();
`;
const CLIENT = `
  (async () => {
    const db = createClient({ url: "file:a.db" });
    await db.execute("INSERT INTO rows VALUES (2)");
    await db.execute({ sql: "ATTACH ? AS b1", args: ["b.db"] });
    await db.execute("INSERT INTO b1.rows VALUES (2)");
    console.log((await db.execute("SELECT count(*) AS count FROM rows")).rows[0].count);
    try {
      await db.execute("ATTACH printf('%s.db', 'b') AS b6");
    } catch (error) {
      console.log(error.message);
    }
  })();
`;

const DRIVERS = [
  { name: "libsql", program: `const Database = require("libsql"); ${synchronous("")}` },
  { name: "better-sqlite3", skip: lacks("better-sqlite3"), program: `const Database = require("better-sqlite3"); ${synchronous("")}` },
  { name: "sqlite3", skip: lacks("sqlite3"), program: `const sqlite3 = require("sqlite3"); ${ASYNCHRONOUS}` },
  { name: "@libsql/client", skip: lacks("@libsql/client"), program: `const { createClient } = require("@libsql/client"); ${CLIENT}` },
  { name: "node:sqlite", node: newer, skip: lacksBuiltin(), program: `const Database = require("node:sqlite").DatabaseSync; ${synchronous("file:")}` },
  {
    name: "node:sqlite of an ES module, with a URL",
    node: newer,
    skip: lacksBuiltin(),
    type: "module",
    program: `
      import { DatabaseSync } from "node:sqlite";
      import { pathToFileURL } from "node:url";
      const Database = function (name) {
        return new DatabaseSync(name === "a.db" ? pathToFileURL(name) : name);
      };
      ${synchronous("file:")}`,
  },
];

describe("drivers of SQLite", () => {
  for (const { name, node = process.execPath, skip = false, type = "commonjs", program } of DRIVERS) {
    it(`${name}: rows go to copies`, { skip }, () => {
      const dir = fs.mkdtempSync(path.join(folder, "run-"));
      const files = ["a.db", "b.db"].map((file) => path.join(dir, file));
      for (const file of files) {
        const db = new Database(file);
        db.exec("CREATE TABLE rows (id INTEGER); INSERT INTO rows VALUES (1)");
        db.close();
      }
      const before = files.map(sum);
      fs.writeFileSync(path.join(folder, "support/start.json"), JSON.stringify({ cwd: path.basename(dir) }));
      const env = { ...process.env, SUT_COPIES: path.join(dir, "copies"), NODE_OPTIONS: "" };
      const args = ["--require", PRELOAD, `--input-type=${type}`, "--eval", program];
      const [count, refused] = execFileSync(node, args, { cwd: dir, env, encoding: "utf8" }).trim().split("\n");
      assert.equal(count, "1", "the new row is in the copy, and no other");
      assert.match(refused, /the database of printf\('%s.db', 'b'\) is not opened/);
      assert.deepEqual(files.map(sum), before);
      assert.deepEqual(fs.readdirSync(dir).sort(), ["a.db", "b.db", "copies"]);
    });
  }
});
