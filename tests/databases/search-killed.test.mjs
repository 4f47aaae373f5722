// Searches whose API and whose databases' servers are killed at the start, in the midst of calls and while the suite is
// verified: they go on, the original stays as it is, nothing that was found is lost and nothing is left behind.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { apiIn, kill, ownTemporary, serversIn, until } from "./killed.mjs";
import { beginSearch, fixture, processesIn, smallApi } from "./searches.mjs";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { runSuite } from "./suites.mjs";

const APIS = [
  { name: "shelf", begin: startPostgres, make: (label) => ({ folder: smallApi("shelf", label), start: "node migrate.js && node server.js" }), users: null },
  { name: "db-koa", begin: startMariaDB, make: (label) => fixture("db-koa", label), users: "users.yaml" },
];
/** The last share of the budget that a search has told, and targets that it had covered by then. */
const progress = (output) => [...output.matchAll(/^ *(\d+) % +(\d+) targets/gm)].at(-1)?.slice(1).map(Number) ?? [0, 0];

describe("searches of which something is killed", () => {
  for (const { name, begin, make, users } of APIS) {
    it(`${name}: the API or its server at the start: it goes on, or says what has ended`, async () => {
      const server = await begin();
      const temporary = ownTemporary();
      try {
        server.createDatabase("main");
        const { folder, start } = make("killed-at-start");
        const dump = server.dump();
        for (const victims of [() => serversIn(temporary), () => apiIn(folder, temporary)]) {
          const env = { DATABASE_URL: server.url("main"), TMPDIR: temporary };
          const search = beginSearch(folder, start, { calls: 20, users, env, more: ["--no-replay"] });
          await until(search, "victim", () => kill(victims()) > 0);
          const found = await search.done;
          assert.ok(found.code === 0 || found.code === 3, found.output);
          if (found.code === 3) assert.match(found.output, /(?:postgres|mariadbd) failed\. It ended \(signal: 9|ended by signal|exited with code 137/);
          assert.deepEqual(server.dump(), dump);
          assert.deepEqual([processesIn(temporary), fs.readdirSync(temporary)], [[], []]);
        }
      } finally {
        await server.stop();
        fs.rmSync(temporary, { recursive: true, force: true });
      }
    });

    // Of one kind of server: the other's suites take minutes, and die in the same places.
    if (name !== "shelf") continue;
    it(`${name}: the API and its server, in the midst of calls and while the suite is verified`, async () => {
      const server = await begin();
      const temporary = ownTemporary();
      try {
        server.createDatabase("main");
        const { folder, start } = make("search-killed");
        const env = { DATABASE_URL: server.url("main"), TMPDIR: temporary };
        const dump = server.dump();
        const search = beginSearch(folder, start, { calls: 80, users, env, more: users === null ? [] : ["--write-secrets"] });
        const says = (pattern) => () => pattern.test(search.result.output);
        const killServers = async (when) => {
          await until(search, `server ${when}`, () => serversIn(temporary).length > 0);
          assert.ok(kill(serversIn(temporary)) > 0, when);
        };
        const killApi = async (when) => {
          await until(search, `API ${when}`, () => apiIn(folder, temporary).length > 0);
          assert.ok(kill(apiIn(folder, temporary)) > 0, when);
        };
        await until(search, "search", says(/searching with seed/));
        await until(search, "first calls", () => progress(search.result.output)[0] >= 20);
        await killApi("in the midst of calls");
        await until(search, "further calls", () => progress(search.result.output)[0] >= 50);
        const covered = progress(search.result.output)[1];
        await killServers("in the midst of calls");
        await until(search, "runs", says(/running the tests three times/));
        await killServers("in verifying runs");
        await until(search, "runs elsewhere", says(/at another time and place/));
        await killApi("in runs elsewhere");
        const found = await search.done;
        assert.equal(found.code, 0, found.output);
        assert.ok(progress(found.output)[1] >= covered, found.output);
        // What was killed is no variable that is missing: others than these no test follows.
        const [, needed = ""] = /^needs +([^:]*):/m.exec(found.output) ?? [];
        assert.deepEqual(needed.split(", ").filter((one) => !/^(?:|DATABASE_URL|NEARMISS_\w+)$/.test(one)), []);
        assert.deepEqual(server.dump(), dump);
        assert.deepEqual(processesIn(temporary), []);
        assert.deepEqual(fs.readdirSync(temporary), []);
        const run = await runSuite(folder, `node --test ${path.join(search.out, "suite")}`, { DATABASE_URL: server.url("main") });
        assert.equal(run.code, 0, run.output.slice(-4_000));
        assert.match(run.output, /^# pass [1-9]/m);
        assert.deepEqual(server.dump(), dump);
      } finally {
        await server.stop();
        fs.rmSync(temporary, { recursive: true, force: true });
      }
    });
  }
});
