// An API on SQLite, searched with a developer's database beside it: no row of that is in anything that is written, its file
// stays byte for byte, and the suite is green on it and where there is none, in any order.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { nearmiss } from "../e2e/command.mjs";
import { filesBelow } from "../e2e/files-below.mjs";
import { runSuite } from "./suites.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FIXTURE = path.join(ROOT, "fixtures/suts/db-drizzle");
const command = "node server.js";
/** Those who may log in are in no database of the developer's: the start command makes them. */
const PASSWORDS = { ADA: "mitre-saw-52", KIM: "long-ladder-19", LEA: "garden-fork-73", TOM: "cordless-drill-8" };
const SECRETS = Object.fromEntries(Object.entries(PASSWORDS).map(([name, password]) => [`NEARMISS_${name}_PASSWORD`, password]));
const CALLS = "300";
const SHUFFLED = "npx vitest run --root nearmiss-tests --sequence.shuffle";
const OURS = ["node_modules", ".nearmiss", "nearmiss-tests", "data"];

/** A copy of the fixture in a folder of its own, with the packages that it needs. */
function project(parent, name, start) {
  const dir = path.join(parent, name);
  fs.cpSync(FIXTURE, dir, { recursive: true, filter: (from) => !OURS.includes(path.basename(from)) });
  if (start !== undefined) fs.writeFileSync(path.join(dir, "server.js"), start);
  return dir;
}

/** The developer's rows in `data/app.db`, and what the file and those beside it are. */
function developed(dir) {
  const made = spawnSync(process.execPath, [path.join(FIXTURE, "developer.js")], { cwd: dir, encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
}
function sums(dir) {
  const data = path.join(dir, "data");
  return fs.readdirSync(data).sort().map((name) => [name, createHash("sha256").update(fs.readFileSync(path.join(data, name))).digest("hex")]);
}

/** Texts of the canaries that stand in a file below a folder, with its name. */
function canariesIn(folder) {
  const canaries = JSON.parse(fs.readFileSync(path.join(FIXTURE, "canaries.json"), "utf8"));
  const isTold = (text) => /canary-7f3a/.test(text) || canaries.some((canary) => text.includes(canary));
  return filesBelow(folder).filter((name) => isTold(fs.readFileSync(path.join(folder, name), "latin1")));
}

/** The program of the fixture that makes no tables itself: somebody else has. */
const UNMIGRATED = `
import { makeApp } from "./src/app.js";
import { port } from "./src/settings.js";
await makeApp().listen({ port, host: "127.0.0.1" });
`;

/** One that opens its database when it is first called, as Knex does: nothing is open when it listens. */
const LATE = `
import { createServer } from "node:http";
import { port } from "./src/settings.js";
let app;
const begun = async () => {
  const { makeApp } = await import("./src/app.js");
  const made = makeApp();
  await made.ready();
  return made;
};
createServer(async (request, response) => (await (app ??= begun())).routing(request, response)).listen(port, "127.0.0.1");
`;

for (const [what, program] of [["makes its tables", undefined], ["finds its tables", UNMIGRATED], ["finds its tables in its first call", LATE]]) {
  describe(`an API that ${what}`, () => {
    const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-suite-")));
    let [dir, bytes, searched] = [];
    before(async () => {
      fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(parent, "node_modules"));
      dir = project(parent, "api", program);
      developed(dir);
      bytes = sums(dir);
      const users = program === undefined ? ["--auth", "users.yaml"] : [];
      const args = ["fuzz", "--start", command, "--openapi", "openapi.json", "--calls", CALLS, "--format", "vitest", "--seed", "7", "--archive", "found.json", ...users];
      searched = await nearmiss(dir, args);
    });
    after(() => fs.rmSync(parent, { recursive: true, force: true }));

    it("it is searched, and people are told what it works on", () => {
      assert.equal(searched.code, 0, searched.output);
      const filled = program === undefined ? /an empty one in its place, and what the start command makes in it/ : /one in its place with its tables, without their rows/;
      assert.match(searched.output, filled);
      assert.match(searched.output, /SQLite in .*app\.db \(libsql\)/);
      assert.doesNotMatch(searched.output, /was not put back|were not put back|not tried: the tests/);
    });

    it("the developer's file is as it was, and no row of it is in what was written", () => {
      assert.deepEqual(sums(dir), bytes);
      assert.deepEqual(canariesIn(dir).filter((name) => !/^data\/|^developer\.js$|^canaries\.json$/.test(name)), []);
      assert.doesNotMatch(searched.output, /canary-7f3a/);
    });

    it("its suite is green on the developer's file and where there is none, twice, in any order", async () => {
      const start = JSON.parse(fs.readFileSync(path.join(dir, "nearmiss-tests/support/start.json"), "utf8"));
      assert.equal(start.reset, "database");
      const schemas = path.join(dir, "nearmiss-tests/support/sqlite/schemas");
      assert.equal(fs.existsSync(schemas), program !== undefined);
      for (const isThere of [true, false]) {
        if (!isThere) fs.rmSync(path.join(dir, "data"), { recursive: true });
        for (let round = 0; round < 2; round += 1) {
          const { code, output } = await runSuite(dir, SHUFFLED, SECRETS);
          assert.equal(code, 0, output);
        }
        if (isThere) assert.deepEqual(sums(dir), bytes);
      }
    });
  });
}

describe("an API whose database git has", () => {
  it("gets a copy of it with its rows, and so does its suite", async () => {
    const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-shipped-")));
    fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(parent, "node_modules"));
    const dir = project(parent, "api", UNMIGRATED);
    developed(dir);
    const git = (...words) => spawnSync("git", ["-C", dir, ...words], { encoding: "utf8" });
    assert.equal(git("init", "-q").status, 0);
    assert.equal(git("add", "-f", "data/app.db").status, 0);
    const bytes = sums(dir);
    const args = ["fuzz", "--start", command, "--openapi", "openapi.json", "--calls", "60", "--format", "vitest", "--seed", "7", "--no-replay"];
    const searched = await nearmiss(dir, args);
    assert.equal(searched.code, 0, searched.output);
    assert.match(searched.output, /a copy, with its rows, since it is part of the project \(git has it\)/);
    const { shippedDatabases } = JSON.parse(fs.readFileSync(path.join(dir, "nearmiss-tests/support/start.json"), "utf8"));
    assert.deepEqual(shippedDatabases, ["data/app.db"]);
    const run = await runSuite(dir, SHUFFLED);
    assert.equal(run.code, 0, run.output);
    assert.deepEqual(sums(dir), bytes);
    fs.rmSync(parent, { recursive: true, force: true });
  });
});
