// Searches of a NestJS API with TypeORM on PostgreSQL, and of one with Knex on MariaDB: no word of the user's is needed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, it } from "node:test";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { everythingIn, fixture, otherThanMariadbReads, otherThanReads, search } from "./searches.mjs";
import { runSuite } from "./suites.mjs";

const APIS = [
  // Its starts take seconds each: its suite is written without the runs that verify it, which db-pg has in another file.
  { name: "db-nest", more: ["--no-replay"], database: "academy", product: "PostgreSQL", begin: startPostgres, others: otherThanReads },
  { name: "db-koa", more: [], database: "guesthouse", product: "MySQL or MariaDB", begin: startMariaDB, others: otherThanMariadbReads },
];

describe("searches of APIs by their ORMs", () => {
  for (const { name, more, database, product, begin, others } of APIS) {
    it(`${name}: nothing is written to the original, and the suite runs on any server`, async () => {
      const api = fixture(name, "search-others");
      const servers = [await begin({ log: true }), await begin({ log: true })];
      try {
        for (const server of servers) server.createDatabase(database);
        const [full] = servers;
        const env = { DATABASE_URL: full.url(database) };
        const filled = spawnSync("npm", ["run", "--silent", "developer"], { cwd: api.folder, env: { ...process.env, ...env }, encoding: "utf8" });
        assert.equal(filled.status, 0, filled.stderr);
        const [dump, said] = [full.dump(), full.statements().length];
        const found = await search(api.folder, api.start, { calls: 60, env, more: ["--write-secrets", ...more] });
        assert.equal(found.code, 0, found.output);
        assert.match(found.output, new RegExp(`${product} at \\S+/${database} \\(\\w+\\): left alone`));
        assert.deepEqual(full.dump(), dump);
        assert.deepEqual(others(full.statements().slice(said)), []);
        const written = everythingIn(found.out) + found.output;
        assert.ok(written.includes("test("), "a suite was written");
        assert.deepEqual(api.canaries.filter((canary) => written.includes(canary)), []);
        for (const server of servers) {
          const before = server.dump();
          const run = await runSuite(api.folder, `node --test ${path.join(found.out, "suite")}`, { DATABASE_URL: server.url(database) });
          assert.equal(run.code, 0, run.output.slice(-4_000));
          assert.deepEqual(server.dump(), before);
        }
      } finally {
        for (const server of servers) await server.stop();
      }
    });
  }
});
