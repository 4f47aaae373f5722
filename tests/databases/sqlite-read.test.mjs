// An API that only reads a database that git does not have: its rows are somebody's, and none of them is in anything that is
// written, though the API compares them with what calls say; unless the user has named the file.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { nearmiss } from "../e2e/command.mjs";
import { filesBelow } from "../e2e/files-below.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const Database = createRequire(import.meta.url)("libsql");
const SERVER = `
const { createServer } = require("node:http");
const Database = require("libsql");
const db = new Database("people.db", { readonly: true });
createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const person = db.prepare("SELECT * FROM people WHERE id = 1").get();
  const isKnown = pathname === "/people" && person !== undefined && person.name === searchParams.get("name");
  const found = db.prepare("SELECT town FROM people WHERE name = ?").get(person?.name ?? "nobody");
  response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(found ?? {}));
}).listen(process.env.PORT, "127.0.0.1");
`;
const parameters = [{ name: "name", in: "query", schema: { type: "string" } }];
const OPENAPI = { openapi: "3.0.0", info: { title: "people", version: "1" }, paths: { "/people": { get: { parameters, responses: { 200: { description: "ok" } } } } } };
const CANARIES = ["canary-7f3a-ann", "canary-7f3a-oslo"];

describe("an API that only reads a database", () => {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-read-")));
  after(() => fs.rmSync(dir, { recursive: true, force: true }));
  fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(dir, "node_modules"));
  for (const [name, text] of [["server.js", SERVER], ["openapi.json", JSON.stringify(OPENAPI)], ["package.json", "{}"]]) fs.writeFileSync(path.join(dir, name), text);
  const db = new Database(path.join(dir, "people.db"));
  db.exec("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT)");
  db.prepare("INSERT INTO people VALUES (1, ?, ?)").run(...CANARIES);
  db.close();
  const bytes = fs.readFileSync(path.join(dir, "people.db"));
  const searched = (...more) => nearmiss(dir, ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--calls", "150", "--seed", "1", "--no-replay", "--report", "report.json", "--log", "search.log", ...more]);
  /** Names of the files that hold a canary. */
  const told = () => {
    const files = filesBelow(dir).filter((name) => name !== "people.db");
    const textOf = (name) => fs.readFileSync(path.join(dir, name), "latin1");
    return files.filter((name) => CANARIES.some((canary) => textOf(name).includes(canary)));
  };

  it("gets its tables, rows of nearmiss's own, and none of the developer's", async () => {
    const { code, output } = await searched("--archive", "found.json");
    assert.equal(code, 0, output);
    assert.match(output, /SQLite in .*people\.db \(libsql\): left alone; the API gets one in its place with its tables, without their rows/);
    assert.deepEqual([CANARIES.filter((canary) => output.includes(canary)), told()], [[], []]);
    const tests = fs.readdirSync(path.join(dir, "nearmiss-tests")).filter((name) => /\.test\./.test(name));
    assert.match(tests.map((name) => fs.readFileSync(path.join(dir, "nearmiss-tests", name), "utf8")).join("\n"), /sql\.insert\("people"/);
    assert.deepEqual(fs.readFileSync(path.join(dir, "people.db")), bytes);
  });

  it("gets a copy with its rows where the user says so", async () => {
    const { code, output } = await searched("--database", "with-rows=people.db", "--out", "named");
    assert.equal(code, 0, output);
    assert.match(output, /people\.db \(libsql\): left alone; the API gets a copy, with its rows, since it is part of the project \(git has it\), or was named/);
    assert.notDeepEqual(told(), []);
    assert.deepEqual(fs.readFileSync(path.join(dir, "people.db")), bytes);
    const missing = await searched("--database", "with-rows=nowhere.db");
    assert.equal(missing.code, 2, missing.output);
    assert.match(missing.output, /--database: the database nowhere\.db cannot be read: No such file/);
  });
});
