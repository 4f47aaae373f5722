// How near queries are to finding something, as SQLite computes it: it grows with each step towards what a query wants.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { exampleProgram } from "../example-program.cjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(import.meta.url);
const { open } = require(path.join(ROOT, "npm/nearmiss/sut/sqlite/connection.cjs"));
const driver = path.join(ROOT, "node_modules/libsql/index.js");

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-distances-")));
after(() => fs.rmSync(folder, { recursive: true }));

const SCHEMA = `
CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, m NUMERIC, name TEXT, at DATETIME, doc JSON);
CREATE TABLE u (id INTEGER PRIMARY KEY, t_id INT, k INT);`;
const TABLES = ["t", "u"].map((name) => ({ database: "a.db", name, primaryKey: ["id"], columns: [{ name: "id", type: "integer" }] }));

/** Nearest that a query is told to be: its predicates hold. */
const ALL_HOLDS = 0.99;
/** A query, its values, and rows from step to step: each is nearer, and the last one is found. */
const CASES = [
  ["SELECT * FROM t WHERE n = ?", [100], ["", "t(n): 1", "t(n): 50", "t(n): 99", "t(n): 100"]],
  ["SELECT * FROM t WHERE n IS :n", [{ n: 100 }], ["t(n): 1", "t(n): 99", "t(n): 100"]],
  ["SELECT * FROM t WHERE name LIKE ?", ["%it's"], ["t(name): 'q'", "t(name): 'it'", "t(name): 'IT''S'"]],
  ["SELECT * FROM t WHERE name GLOB 'ab*'", [], ["", "t(name): 'q'", "t(name): 'abc'"]],
  ["SELECT * FROM t WHERE n * 3 + m = ?2 - ?1", [5, 105], ["t(n, m): 1, 1", "t(n, m): 20, 1", "t(n, m): 33, 1"]],
  ["SELECT * FROM t WHERE n BETWEEN 10 AND 20", [], ["t(n): 100", "t(n): 30", "t(n): 21", "t(n): 15"]],
  ["SELECT * FROM t WHERE at > ?", ["2030-01-01"], ["t(at): '2001-01-01'", "t(at): '2029-12-31'", "t(at): '2030-01-02'"]],
  ["SELECT * FROM t WHERE json_extract(doc, '$.a') = ?", ["xyz"], ["", `t(doc): '{"a":"q"}'`, `t(doc): '{"a":"xyq"}'`, `t(doc): '{"a":"xyz"}'`]],
  ["SELECT * FROM t JOIN u ON u.t_id = t.id WHERE k = 5", [], ["", "t(n): 1", "t(id): 9; u(t_id, k): 1, 5", "t(id): 2; u(t_id, k): 1, 5", "t(id): 1; u(t_id, k): 1, 5"]],
  ["SELECT name FROM t GROUP BY name HAVING sum(n) > 10", [], ["", "t(name, n): 'a', 1", "t(name, n): 'a', 9", "t(name, n): 'a', 11"]],
  ["DELETE FROM t WHERE n IN (7, 9) AND NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.n)", [], ["", "t(n): 20", "t(n): 9"]],
];

/** Begins the program; answers what asks it how near a query is, with `all(text)` for what it asks itself. */
function measuring(all) {
  const file = path.join(folder, "tables.json");
  fs.writeFileSync(file, JSON.stringify(TABLES));
  const child = spawn(exampleProgram("distance"), [file, "sqlite"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const say = (value) => child.stdin.write(`${JSON.stringify(value)}\n`);
  const measure = async (text, values) => {
    say({ text, values });
    for (;;) {
      const { ask, near } = JSON.parse((await lines.next()).value);
      if (ask === undefined) return near;
      say(await all(ask));
    }
  };
  return { measure, end: () => child.stdin.end() };
}

/** Statements that insert the rows of a step: `t(n, m): 1, 2; u(k): 3`. */
const inserted = (step) =>
  step
    .split("; ")
    .filter(Boolean)
    .map((row) => `INSERT INTO ${row.replace("): ", ") VALUES (")});`)
    .join("");

describe("distances of queries on SQLite", { skip: !fs.existsSync(driver), timeout: 300_000 }, () => {
  it("grow with each step", async (t) => {
    const database = await open(driver, path.join(folder, "a.db"));
    await database.exec(SCHEMA);
    const { measure, end } = measuring((text) => database.once(text).catch(() => null));
    t.after(end);
    const wrong = [];
    for (const [text, values, steps] of CASES) {
      const found = [];
      for (const step of steps) {
        await database.exec(`DELETE FROM t; DELETE FROM u; ${inserted(step)}`);
        found.push(await measure(text, values));
      }
      const grows = found.every((near, at) => near !== null && (at === 0 || near > found[at - 1]));
      if (!grows || found.at(-1) < ALL_HOLDS || found.at(-2) >= ALL_HOLDS) wrong.push(`${text}: ${found}`);
    }
    assert.deepEqual(wrong, []);
  });
});
