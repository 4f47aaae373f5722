// What calls do to their databases: a search of an API with faults of each kind, and with what only looks like them, tells
// most of the first and none of the others.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { ownCopy } from "../e2e/command.mjs";
import { missing } from "./missing.mjs";
import { search } from "./searches.mjs";
import { startPostgres } from "./servers.mjs";

const API = path.resolve(import.meta.dirname, "../../fixtures/suts/db-oracles");
/** Codes of faults by what the list of the fixture calls them. */
const CODES = { 990: "n-plus-one", 991: "connection-leak", 992: "open-transaction", 993: "constraint-as-500", 994: "half-done" };
const CALLS = 1_500;
/** Faults that so many calls come to, of 18: all on a machine that is not too busy, 10 once beside thirty other programs. */
const LEAST = 9;

describe("an API that treats its database badly", { skip: missing.length > 0, timeout: 600_000 }, () => {
  it("is reported for that, and for nothing that only looks like it", async (t) => {
    const server = await startPostgres({ log: true });
    t.after(() => server.stop());
    await server.createDatabase("club");
    const folder = ownCopy(API, "oracles");
    const listed = JSON.parse(fs.readFileSync(path.join(folder, "faults.json"), "utf8"));
    const env = { DATABASE_URL: server.url("club") };
    const found = await search(folder, "node migrate.js && node server.js", { calls: CALLS, users: null, env, more: ["--no-replay"] });
    assert.equal(found.code, 0, found.output);
    const report = JSON.parse(fs.readFileSync(path.join(found.out, "report.json"), "utf8"));
    const told = report.faults.foundFaults.flatMap(({ operationId, faultCategories }) =>
      faultCategories.filter(({ code }) => code in CODES).map(({ code }) => `${operationId.replace(":", " ")}: ${CODES[code]}`),
    );
    const wanted = listed.faults.map(({ endpoint, kind }) => `${endpoint}: ${kind}`);
    const others = [...new Set(told)].filter((one) => !wanted.includes(one));
    assert.deepEqual(others, [], `also told: ${others.join(", ")}\n${found.output}`);
    const missed = wanted.filter((one) => !told.includes(one));
    assert.ok(wanted.length - missed.length >= LEAST, `missed: ${missed.join(", ")}\n${found.output}`);
  });
});
