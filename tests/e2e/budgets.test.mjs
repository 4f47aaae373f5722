// Budgets are kept: calls to the call; time is used, also when a call hangs or the API ends at the end. How exactly time is kept is
// measured by `npm run experiment -- kills`.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { emptyOut, nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";

const SERVER = `
const http = require("node:http");
http.createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  if (pathname === "/hang") return;
  if (pathname === "/exit") process.exit(3);
  setTimeout(() => response.end("ok"), 3);
}).listen(3000);
`;

function openapi(paths) {
  const responses = { 200: { description: "ok" } };
  const parameters = [{ name: "q", in: "query", schema: { type: "string" } }];
  return JSON.stringify({
    openapi: "3.0.0",
    info: { title: "budgets", version: "1" },
    paths: Object.fromEntries(paths.map((name) => [name, { get: { parameters, responses } }])),
  });
}

async function search(paths, args) {
  const dir = project({ "server.js": SERVER, "openapi.json": openapi(paths) });
  const out = emptyOut(dir, "budget");
  const log = path.join(dir, "requests.jsonl");
  const all = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--schema-only", "--no-replay", "--log-requests", log];
  const { code, output } = await nearmiss(dir, [...all, "--out", out, ...args]);
  assert.equal(code, 0, output);
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  const sent = fs.readFileSync(log, "utf8").split("\n").filter(Boolean).length;
  return { ...report.nearmiss, calls: report.problemDetails.rest.evaluatedHttpCalls, sent };
}

describe("a budget", () => {
  it("in calls is kept to the call", async () => {
    for (const [calls, workers] of [[1, 1], [53, 1], [47, 2]]) {
      const { calls: made, sent } = await search(["/a", "/b"], ["--calls", String(calls), "--workers", String(workers)]);
      assert.equal(made, calls);
      assert.equal(sent, calls);
    }
  });

  for (const [what, seconds, paths, more] of [
    ["while calls hang", 5, ["/a", "/hang"], ["--call-timeout", "2s"]],
    ["while the API ends again and again", 3, ["/a", "/exit"], []],
  ]) {
    it(`in time ends the search ${what}, and not before`, async (context) => {
      const { searchSeconds, stopped } = await search(paths, ["--time", `${seconds}s`, ...more]);
      assert.equal(stopped, "the budget is used up");
      assert.ok(searchSeconds >= seconds * 0.98, `${searchSeconds} s`);
      context.diagnostic(`${searchSeconds.toFixed(2)} s of ${seconds} s`);
    });
  }
});
