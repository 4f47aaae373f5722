// A search puts in rows that its queries ask for: what stands behind a query over tables that no endpoint fills is
// reached, and the written suite, which has these rows, passes.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { missing } from "./missing.mjs";
import { search, smallApi } from "./searches.mjs";
import { startPostgres } from "./servers.mjs";
import { runSuite } from "./suites.mjs";

const OPERATIONS = ["GET:/libraries/{libraryId}/loans", "GET:/readers/{email}", "POST:/readers/{email}/renewals"];

describe("rows as part of a test", { skip: missing.length > 0, timeout: 300_000 }, () => {
  it("reach what no endpoint fills, and stand in the suite", async (t) => {
    const server = await startPostgres({ log: true });
    t.after(() => server.stop());
    await server.createDatabase("reading");
    const folder = smallApi("reading", "search-rows");
    const env = { DATABASE_URL: server.url("reading") };
    const more = ["--no-oracle", "invalid-input-accepted"];
    const found = await search(folder, "node migrate.js && node server.js", { calls: 300, users: null, env, more });
    assert.equal(found.code, 0, found.output);
    const report = JSON.parse(fs.readFileSync(path.join(found.out, "report.json"), "utf8"));
    const good = report.problemDetails.rest.coveredHttpStatus
      .filter(({ httpStatus }) => httpStatus.some((status) => Number(status) === 200))
      .map(({ endpointId }) => endpointId);
    assert.deepEqual(OPERATIONS.filter((operation) => !good.includes(operation)), [], found.output);
    const suite = path.join(found.out, "suite");
    const texts = fs.readdirSync(suite).filter((file) => file.endsWith(".test.js"));
    const text = texts.map((file) => fs.readFileSync(path.join(suite, file), "utf8")).join("\n");
    assert.match(text, /= await sql\.insert\("readers", \{/);
    assert.match(text, /\$\{(?:encodeURIComponent\()?library\.id/, "a key is taken from its row");
    assert.doesNotMatch(text, /_EM_\d+_XYZ_/, "values are such as people write");
    assert.match(text, /GET \/readers\/\{email\} 500/, "a column that is null is met");
    const ran = await runSuite(folder, `node --test ${suite}`, { ...env, SUT_DATABASE_URL: env.DATABASE_URL });
    assert.equal(ran.code, 0, ran.output);
  });
});
