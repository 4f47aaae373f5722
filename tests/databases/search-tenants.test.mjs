// A search of an API that makes a database for each tenant while it runs: the original has none of them, then and after.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { otherThanReads, search, smallApi } from "./searches.mjs";
import { startPostgres } from "./servers.mjs";
import { runSuite } from "./suites.mjs";

/** Enough for each way of the API, and few enough that its suite is soon tried: each database takes a while to make. */
const CALLS = 60;

test("databases of tenants, views and functions of their owner's rights are made on the home alone, and in the suite's place", async () => {
  const server = await startPostgres({ log: true });
  try {
    server.sql("postgres", "CREATE ROLE landlord LOGIN CREATEDB PASSWORD 'key'");
    server.sql("postgres", "CREATE DATABASE landlord OWNER landlord");
    const folder = smallApi("landlord", "search-tenants");
    const env = { DATABASE_URL: `postgres://landlord:key@127.0.0.1:${server.port}/landlord` };
    const [dump, said] = [server.dump(), server.statements().length];
    // Rows of tenants that have no database are another matter.
    const found = await search(folder, "node server.js", { calls: CALLS, users: null, env, more: ["--without", "rows"] });
    assert.equal(found.code, 0, found.output);
    assert.deepEqual(server.dump(), dump);
    assert.deepEqual(otherThanReads(server.statements().slice(said)), []);
    assert.doesNotMatch(found.output, /not written/);
    const written = path.join(found.out, "suite");
    const run = await runSuite(folder, `node --test ${written}`, env);
    assert.equal(run.code, 0, run.output.slice(-4_000));
    // Views show rooms that functions have let: both were in the tenant's database, which each test makes anew.
    for (const way of ["POST /tenants/{name}/rooms 201", "GET /tenants/{name}/rooms 200", "DELETE /tenants/{name} 200"]) {
      assert.ok(run.output.includes(way), `${way}\n${run.output}`);
    }
    assert.deepEqual(server.dump(), dump);
  } finally {
    await server.stop();
  }
});
