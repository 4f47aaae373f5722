// A query whose rows cannot be worked out is reached by coming nearer to them, and an input that stands beside a column
// learns its type.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { missing } from "./missing.mjs";
import { otherThanReads, search, smallApi } from "./searches.mjs";
import { startPostgres } from "./servers.mjs";

const CALLS = 600;

/** Answers the tests of an operation that put in rows: only one whose query finds something needs them. */
function withRows({ out }, operation) {
  const suite = path.join(out, "suite");
  const texts = fs.readdirSync(suite).filter((file) => file.endsWith(".test.js"));
  const tests = texts.flatMap((file) => fs.readFileSync(path.join(suite, file), "utf8").split(/\btest\("/));
  return tests.filter((test) => test.startsWith(operation) && test.includes("await sql.insert("));
}

describe("distances of queries", { skip: missing.length > 0, timeout: 400_000 }, () => {
  it("lead to rows that cannot be worked out", async (t) => {
    const server = await startPostgres({ log: true });
    t.after(() => server.stop());
    await server.createDatabase("boxes");
    const folder = smallApi("boxes", "search-distances");
    const env = { DATABASE_URL: server.url("boxes") };
    const run = (label, ...more) =>
      search(folder, "node migrate.js && node server.js", { calls: CALLS, users: null, env, label, more: ["--no-replay", ...more] });
    const found = await run("with");
    assert.equal(found.code, 0, found.output);
    assert.notDeepEqual(withRows(found, "GET /boxes/{size}"), [], found.output);
    assert.notDeepEqual(withRows(found, "GET /made/{day}"), [], "an input learns the type of the column beside it");
    const without = await run("without", "--without", "query-distance");
    assert.deepEqual(withRows(without, "GET /boxes/{size}"), [], without.output);
    assert.deepEqual(otherThanReads(server.statements()), []);
  });
});
