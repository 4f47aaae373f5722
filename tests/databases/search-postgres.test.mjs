// Searches of an API on PostgreSQL without a word from its user: the database is left alone, and the suite stands on its own.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { start } from "../e2e/command.mjs";
import { startPostgres } from "./servers.mjs";
import { everythingIn, fixture, otherThanReads, processesIn, search } from "./searches.mjs";
import { runSuite } from "./suites.mjs";

/** Line of a search that leaves the original alone; migrations of another process connect first. */
const LEFT_ALONE = /PostgreSQL at 127\.0\.0\.1:\d+\/depot \(pg\): left alone/;

describe("a search of an API on PostgreSQL", () => {
  let server;
  let api;
  let env;
  before(async () => {
    server = await startPostgres({ log: true });
    server.createDatabase("depot");
    api = fixture("db-pg", "search-postgres");
    env = { DATABASE_URL: server.url("depot") };
    const filled = spawnSync("npm", ["run", "--silent", "developer"], { cwd: api.folder, env: { ...process.env, ...env }, encoding: "utf8" });
    assert.equal(filled.status, 0, filled.stderr);
  });
  after(() => server.stop());

  /** Does something, and answers what that sent to the server but for reads of ours; what is in it must be as before. */
  async function watched(act) {
    const [dump, said] = [server.dump(), server.statements().length];
    const result = await act();
    assert.deepEqual(server.dump(), dump);
    return { result, sent: otherThanReads(server.statements().slice(said)) };
  }

  it("writes nothing to the original, and none of its rows anywhere, while others use it; its suite runs on any server", async () => {
    const other = new pg.Client({ connectionString: server.url("depot") });
    await other.connect();
    await other.query("BEGIN; SELECT count(*) FROM people");
    const { result, sent } = await watched(() => search(api.folder, api.start, { calls: 60, env, more: ["--write-secrets"] }));
    await other.query("COMMIT");
    await other.end();
    assert.equal(result.code, 0, result.output);
    assert.match(result.output, LEFT_ALONE);
    assert.deepEqual(sent, []);
    const written = everythingIn(result.out) + result.output;
    assert.ok(written.includes("test("), "a suite was written");
    assert.deepEqual(api.canaries.filter((canary) => written.includes(canary)), []);
    const empty = await startPostgres();
    try {
      empty.createDatabase("depot");
      for (const url of [server.url("depot"), empty.url("depot")]) {
        const { result: runs, sent: all } = await watched(() => {
          const command = `node --test ${path.join(result.out, "suite")}`;
          return Promise.all([runSuite(api.folder, command, { DATABASE_URL: url }), runSuite(api.folder, command, { DATABASE_URL: url })]);
        });
        for (const run of runs) assert.equal(run.code, 0, run.output.slice(-4_000));
        assert.deepEqual(all.filter((line) => line.startsWith("database=depot ")), [], "nothing is sent to the developer's database");
      }
    } finally {
      await empty.stop();
    }
  });

  it("has the tables of the original, without their rows, where the start command makes none", async () => {
    const { result, sent } = await watched(() => search(api.folder, "node server.js", { calls: 60, env, more: ["--no-replay"] }));
    assert.equal(result.code, 0, result.output);
    assert.match(result.output, /the tables of the original, without their rows/);
    // People of the seeds are rows of the original: who cannot log in for that is told so, not to look for a typing error.
    assert.match(result.output, /user `mia`: login: POST \/login was answered 401; the API works on a database of our own, which begins without the rows of yours/);
    assert.deepEqual(sent, []);
    const written = everythingIn(result.out);
    assert.deepEqual(api.canaries.filter((canary) => written.includes(canary)), []);
    assert.doesNotMatch(result.output, /answered 500/);
  });

  it("finds it in `.env`, behind a Unix socket, as a user who may make no database", async () => {
    server.sql("depot", "CREATE ROLE clerk LOGIN PASSWORD 'a b/c' NOCREATEDB; GRANT ALL ON ALL TABLES IN SCHEMA public TO clerk; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO clerk; GRANT CREATE ON SCHEMA public TO clerk");
    const url = `postgres://clerk:${encodeURIComponent("a b/c")}@${encodeURIComponent(server.socketFolder)}:${server.port}/depot`;
    fs.writeFileSync(path.join(api.folder, ".env"), `DATABASE_URL="${url}"\n`);
    try {
      const { result, sent } = await watched(() => search(api.folder, api.start, { calls: 60, more: ["--no-replay"] }));
      assert.equal(result.code, 0, result.output);
      assert.match(result.output, /PostgreSQL at \S+\/depot \(pg\): left alone/);
      assert.doesNotMatch(everythingIn(result.out) + result.output, /a b\/c|a%20b/);
      assert.deepEqual(sent, []);
    } finally {
      fs.rmSync(path.join(api.folder, ".env"));
    }
  });

  it("gives the API an empty one where there is none, and says what is wrong where that is certain", async () => {
    const more = ["--no-replay"];
    const absent = await search(api.folder, api.start, { calls: 20, env: { DATABASE_URL: server.url("nowhere") }, more });
    assert.equal(absent.code, 0, absent.output);
    const down = await search(api.folder, api.start, { calls: 20, env: { DATABASE_URL: "postgres://a:b@127.0.0.1:1/depot" }, more });
    assert.equal(down.code, 0, down.output);
    assert.match(down.output, /127\.0\.0\.1:1\/depot/);
    const strict = await startPostgres({ access: "scram-sha-256" });
    try {
      strict.sql("postgres", "CREATE ROLE clerk LOGIN PASSWORD 'right'");
      strict.createDatabase("depot");
      const url = `postgres://clerk:very-wrong@127.0.0.1:${strict.port}/depot`;
      const refused = await search(api.folder, api.start, { calls: 20, env: { DATABASE_URL: url }, more });
      assert.notEqual(refused.code, 0);
      assert.match(refused.output, /does not take the password of the user `clerk`/);
      assert.doesNotMatch(refused.output, /very-wrong/);
    } finally {
      await strict.stop();
    }
  });

  it("leaves no server and no folder when it is killed: the next run takes away what is left", async () => {
    const out = path.join(api.folder, "killed");
    fs.mkdirSync(out);
    const asked = ["fuzz", "--start", api.start, "--openapi", "openapi.json", "--auth", "users.yaml", "--calls", "1000000", "--out", out];
    const homes = fs.mkdtempSync(path.join(os.tmpdir(), "homes-"));
    // The servers of root's homes run as another user.
    fs.chmodSync(homes, 0o755);
    const { child, result, done } = start(api.folder, asked, { env: { ...env, TMPDIR: homes } });
    for (let tries = 0; !/searching with seed/.test(result.output) && result.code === null && tries < 2_000; tries += 1) await sleep(50);
    await sleep(1_000);
    const servers = () => processesIn(homes);
    assert.ok(servers().length > 0, result.output);
    child.kill("SIGKILL");
    await assert.rejects(done);
    for (let tries = 0; servers().length > 0 && tries < 200; tries += 1) await sleep(50);
    assert.deepEqual(servers(), []);
    const next = await search(api.folder, api.start, { calls: 20, env: { ...env, TMPDIR: homes }, more: ["--no-replay"] });
    assert.equal(next.code, 0, next.output);
    assert.deepEqual(fs.readdirSync(homes), []);
    fs.rmdirSync(homes);
  });
});
