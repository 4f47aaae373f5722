// Whoever logs in is a row that a search has put in: it takes the password of the call, its session or its key. Tests have
// such rows with the columns alone that they need, and values as the models of the API's ORM ask for.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { missing } from "./missing.mjs";
import { search, smallApi } from "./searches.mjs";
import { startPostgres } from "./servers.mjs";

const OFFER = "GET:/offers/{sku}";
const LOGINS = ["POST:/login", "POST:/staff/login", "POST:/operators/login", "GET:/profile", "GET:/usage"];

describe("logins by rows", { skip: missing.length > 0, timeout: 900_000 }, () => {
  it("succeed with passwords, sessions and keys, and stand in the suite", async (t) => {
    const server = await startPostgres({ log: true });
    t.after(() => server.stop());
    await server.createDatabase("portal");
    const folder = smallApi("portal", "search-logins");
    const env = { DATABASE_URL: server.url("portal") };
    const found = await search(folder, "node migrate.js && node server.js", { calls: 900, users: null, env });
    assert.equal(found.code, 0, found.output);
    const report = JSON.parse(fs.readFileSync(path.join(found.out, "report.json"), "utf8"));
    const covered = report.problemDetails.rest.coveredHttpStatus;
    const isCovered = (operation, status) => covered.some(({ endpointId, httpStatus }) => endpointId === operation && httpStatus.map(Number).includes(status));
    const without = (status, operations) => operations.filter((operation) => !isCovered(operation, status));
    assert.deepEqual(without(200, LOGINS), [], found.output);
    assert.deepEqual(without(401, LOGINS), [], found.output);
    assert.deepEqual(without(403, ["POST:/login"]), [], "an account that is not confirmed");
    assert.deepEqual(without(200, [OFFER]), [], "rows keep to what the models of an ORM ask for");
    const codes = report.faults.foundFaults.flatMap(({ operationId, faultCategories }) => faultCategories.map(({ code }) => [operationId, code]));
    assert.deepEqual(codes.filter(([, code]) => code === 100), [], "what the models forbid has a category of its own");
    const suite = path.join(found.out, "suite");
    const texts = fs.readdirSync(suite).filter((file) => file.endsWith(".test.js"));
    const text = texts.map((file) => fs.readFileSync(path.join(suite, file), "utf8")).join("\n");
    const rows = [...text.matchAll(/sql\.insert\("(\w+)", (\{[^]*?\})\)/g)];
    const accounts = rows.filter(([, table]) => table === "accounts").map(([, , row]) => row);
    assert.ok(accounts.some((row) => /password_hash: "\$2b\$04\$/.test(row)), text);
    assert.ok(text.includes('password: "Correct-Horse-7"'), "the password stands in the call");
    assert.deepEqual(accounts.filter((row) => /phone|picture|notes|created_at/.test(row)), [], "columns that no test needs");
    // The search has run its suite, three times and in other orders, and says what was not shown there again.
    assert.doesNotMatch(found.output, /not reported|left out: /);
  });
});
