// Several processes of the API: one archive, one numbering of targets, one outcome for a number of calls.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { project } from "./projects.mjs";
import { fixture } from "./sut-process.mjs";

async function search(dir, label, args) {
  const out = emptyOut(dir, label);
  const targets = path.join(out, "targets.json");
  const run = await nearmiss(dir, ["fuzz", "--out", out, "--log-targets", targets, "--no-replay", ...args]);
  assert.equal(run.code, 0, run.output);
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  return { ...run, ...JSON.parse(fs.readFileSync(targets, "utf8")), report, own: report.nearmiss, text: writtenText(out) };
}

describe("several workers", () => {
  it("search with one numbering, and write the same bytes for the same seed and calls", async () => {
    const dir = fixture("ncs");
    const api = ["--start", "node server.js", "--openapi", "openapi.json", "--calls", "700", "--seed", "4"];
    const two = await search(dir, "two-workers", [...api, "--workers", "2"]);
    const again = await search(dir, "two-workers-again", [...api, "--workers", "2"]);
    const one = await search(dir, "one-worker", api);
    assert.equal(two.own.workers, 2);
    assert.equal(two.report.problemDetails.rest.evaluatedHttpCalls, 700);
    assert.match(two.output, /^calls +700 in .* by 2 workers/m);
    assert.match(two.output, /the API wanted port 8701 and listens on \d+ instead/);
    const bytes = (run) => run.text.replaceAll("two-workers-again", "two-workers");
    assert.equal(bytes(again), bytes(two));
    assert.deepEqual(again.byTests, two.byTests);
    assert.deepEqual(two.known.filter((key) => !key.startsWith("Status_") && !key.startsWith("Fault_")), one.known.filter((key) => !key.startsWith("Status_") && !key.startsWith("Fault_")));
    assert.ok(two.byTests.length > one.byTests.length * 0.9, `${two.byTests.length} of ${one.byTests.length}`);
    // Everything that is numbered has one key only.
    assert.equal(new Set(two.known).size, two.known.length);
  });

  it("of which one cannot be started are fewer, which is told", async () => {
    // Only one process may hold the file: a second one ends at once.
    const server = `
const fs = require("node:fs");
const http = require("node:http");
fs.openSync("lock", "wx");
http.createServer((request, response) => response.end(request.url.includes("x") ? "x" : "y")).listen(3000);
`;
    const paths = { "/a": { get: { parameters: [{ name: "q", in: "query", schema: { type: "string" } }], responses: {} } } };
    const openapi = JSON.stringify({ openapi: "3.0.0", info: { title: "lock", version: "1" }, paths });
    const dir = project({ "server.js": server, "openapi.json": openapi });
    const run = await search(dir, "locked", ["--start", "node server.js", "--openapi", "openapi.json", "--calls", "40", "--workers", "2"]);
    assert.match(run.output, /1 of 2 workers could not be started, the search goes on with 1 worker; the start command .* exited with code 1/);
    assert.equal(run.report.problemDetails.rest.evaluatedHttpCalls, 40);
  });

  it("go on when the process of one hangs", async () => {
    const server = `
const http = require("node:http");
http.createServer((request, response) => {
  if (request.url.startsWith("/hang")) return;
  response.end("ok");
}).listen(0);
`;
    const get = { get: { responses: {} } };
    const openapi = JSON.stringify({ openapi: "3.0.0", info: { title: "hang", version: "1" }, paths: { "/a": get, "/hang": get } });
    const dir = project({ "server.js": server, "openapi.json": openapi });
    const args = ["--start", "node server.js", "--openapi", "openapi.json", "--schema-only", "--calls", "30", "--call-timeout", "500ms", "--max-actions", "2"];
    const run = await search(dir, "hanging", [...args, "--workers", "2"]);
    assert.match(run.output, /GET:\/hang: no whole answer within 500 ms/);
    assert.ok(run.byTests.includes("Status_GET:/a_200"), run.byTests.join());
    assert.equal(run.own.stopped, "the budget is used up");
  });
});
