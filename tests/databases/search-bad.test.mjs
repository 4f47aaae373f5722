// Searches where something is wrong with the database, or odd: what is said names it, nothing is lost, nothing is written to it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { ownTemporary, until } from "./killed.mjs";
import { beginSearch, otherThanReads, search, smallApi } from "./searches.mjs";
import { startPostgres } from "./servers.mjs";
import { runSuite } from "./suites.mjs";

const MIGRATED = "node migrate.js && node server.js";
/** Found before the suite is verified, which others look at. */
const ONLY_FOUND = ["--no-replay"];
/** Megabytes of a folder that has room for a server and for little else, and of one that has not. */
const [LITTLE, NONE] = [320, 12];

describe("searches of an API on PostgreSQL", () => {
  let server;
  let folder;
  before(async () => {
    server = await startPostgres({ log: true });
    folder = smallApi("shelf", "search-bad");
  });
  after(() => server.stop());

  /** A database of its own with the table of the API and more; what is answered is the variables that name it. */
  function original(name, more = "", { as = "postgres" } = {}) {
    server.createDatabase(name);
    server.sql(name, fs.readFileSync(path.join(folder, "schema.sql"), "utf8") + more);
    return { DATABASE_URL: server.url(name).replace("postgres@", `${as}@`) };
  }

  /** Searches; the server must be as before, and have got nothing but reads. */
  async function searched(start, options) {
    const [dump, said] = [server.dump(), server.statements().length];
    const found = await search(folder, start, { calls: 100, users: null, more: ONLY_FOUND, ...options });
    assert.deepEqual(server.dump(), dump);
    assert.deepEqual(otherThanReads(server.statements().slice(said)), []);
    return found;
  }

  it("a table without a key and columns of unusual types: its suite is green, time and again", async () => {
    const env = original("odd");
    const found = await searched(MIGRATED, { env, calls: 50, more: [] });
    assert.equal(found.code, 0, found.output);
    assert.doesNotMatch(found.output, /not written|not put back/);
    for (let round = 0; round < 2; round += 1) {
      const run = await runSuite(folder, `node --test ${path.join(found.out, "suite")}`, env);
      assert.equal(run.code, 0, run.output.slice(-4_000));
    }
  });

  it("migrations that fail: they are named, with the database that they had", async () => {
    fs.writeFileSync(path.join(folder, "broken.sql"), "SELECT no_such_function()");
    const found = await searched("node migrate.js broken.sql && node server.js", { env: original("broken") });
    assert.equal(found.code, 3, found.output);
    assert.match(found.output, /exited with code 4/);
    assert.match(found.output, /migrate: function no_such_function\(\) does not exist/);
    assert.match(found.output, /a database of its own in place of PostgreSQL at 127\.0\.0\.1:\d+\/broken/);
  });

  it("a role that may only read: the API is answered as on the original, and one that may not read all is named", async () => {
    server.sql("postgres", "CREATE ROLE reader LOGIN");
    const may = "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader;";
    const reading = await searched("node server.js", { env: original("reading", may, { as: "reader" }) });
    assert.equal(reading.code, 0, reading.output);
    const answers = fs.readFileSync(path.join(reading.out, "report.json"), "utf8");
    assert.match(answers, /POST:\/things/);
    const shut = await searched("node server.js", { env: original("shut", `${may} CREATE TABLE hidden (id int);`, { as: "reader" }), calls: 20 });
    assert.match(shut.output, /the user `reader` may not read all of \S+shut/);
    assert.equal(shut.code, 3, shut.output);
  });

  it("two thousand tables: the first call waits for them, which is none of the API's time", async () => {
    const made = "DO $$ BEGIN FOR n IN 1..2000 LOOP EXECUTE format('CREATE TABLE heap_%s (id int PRIMARY KEY)', n); END LOOP; END $$;";
    const began = performance.now();
    const found = await searched("node server.js", { env: original("many", made), calls: 30 });
    assert.equal(found.code, 0, found.output);
    assert.match(found.output, /the tables of the original, without their rows/);
    assert.doesNotMatch(found.output, /no whole answer/);
    console.log(`2,000 tables: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  });

  describe("a full disk", () => {
    /** Gives a folder for temporary files so many megabytes, for as long as `act` lasts. */
    async function within(megabytes, act) {
      const temporary = ownTemporary();
      assert.equal(spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "none", temporary]).status, 0);
      try {
        return await act(temporary);
      } finally {
        spawnSync("umount", ["-l", temporary]);
        fs.rmdirSync(temporary);
      }
    }
    const probe = ownTemporary();
    const mounts = spawnSync("mount", ["-t", "tmpfs", "none", probe]).status === 0 && spawnSync("umount", [probe]).status === 0;
    fs.rmdirSync(probe);
    const skip = mounts ? false : "this user may not mount a folder of limited size";

    it("no room for a home: that is said, and where", { skip }, () =>
      within(NONE, async (temporary) => {
        const found = await searched(MIGRATED, { env: { ...original("full"), TMPDIR: temporary } });
        assert.equal(found.code, 3, found.output);
        assert.ok(found.output.includes(`no room for the copy of the database in ${temporary}`), found.output);
        assert.match(found.output, /set TMPDIR to a folder with more/);
      }));

    it("it fills up in mid-search: what was found is written", { skip }, () =>
      within(LITTLE, async (temporary) => {
        const env = { ...original("filling"), TMPDIR: temporary };
        const dump = server.dump();
        const running = beginSearch(folder, MIGRATED, { calls: 100_000, users: null, env, more: [...ONLY_FOUND, "--time", "12s"] });
        await until(running, "calls", () => /^ *\d+ % +\d+ targets/m.test(running.result.output));
        const filler = fs.openSync(path.join(temporary, "filler"), "w");
        try {
          for (const block = Buffer.alloc(1 << 16); ; ) fs.writeSync(filler, block);
        } catch (error) {
          assert.equal(error.code, "ENOSPC");
        }
        const found = await running.done;
        fs.closeSync(filler);
        assert.equal(found.code, 0, found.output);
        assert.match(found.output, /suite +\d+ tests?/);
        assert.deepEqual(server.dump(), dump);
      }));
  });
});
