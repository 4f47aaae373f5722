// Rate limiters of an API: what they count in memory hides nothing, their refusal is a test, and it is no fault; counts elsewhere are
// said, and waits that are asked for are kept if they are short.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { runSuite } from "../quality/fuzz.mjs";
import { emptyOut, nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";
import { fixture } from "./sut-process.mjs";

/** The document of an API that answers 200 at these paths. */
function openapi(paths) {
  const get = { responses: { 200: { description: "ok" }, 400: { description: "wrong" } } };
  return JSON.stringify({ openapi: "3.0.0", info: { title: "limits", version: "1" }, paths: Object.fromEntries(paths.map((at) => [at, { get }])) });
}

async function search(files, args) {
  const dir = project({ "openapi.json": openapi(["/a", "/b"]), ...files });
  const out = emptyOut(dir, "limits");
  const all = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--schema-only", "--out", out, ...args];
  const { code, output } = await nearmiss(dir, all);
  assert.equal(code, 0, output);
  return { out, output, report: JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8")) };
}

const textOf = (out) =>
  fs.readdirSync(out).filter((name) => name.endsWith(".test.js")).map((name) => fs.readFileSync(path.join(out, name), "utf8")).join("\n");

describe("rate limiters", () => {
  it("in memory count each test alone, refuse once, and leave the suite green", async () => {
    const dir = fixture("books");
    const out = emptyOut(dir, "limits-koa");
    const args = ["fuzz", "--driver", "limited/koa-ratelimit.ts", "--calls", "2100", "--seed", "1", "--out", out];
    const { code, output } = await nearmiss(dir, args);
    assert.equal(code, 0, output);
    assert.match(output, /koa-ratelimit \(lets 50 calls through\) counts in memory, which is forgotten/);
    assert.doesNotMatch(output, /status 429/);
    assert.match(textOf(out), /for \(let n = 1; n <= 50; n \+= 1\) \{[^]*?toBe\(429\)/);
    await runSuite(out);
    await runSuite(out, { args: ["--runInBand"] });
  });

  it("elsewhere are left alone and named", async () => {
    // A package of the name that a store has, which counts nothing.
    const server = `
      const http = require("node:http");
      const { RedisStore } = require("rate-limit-redis");
      const store = new RedisStore();
      http.createServer((request, response) => {
        store.increment("one");
        response.end("ok");
      }).listen(3000);`;
    const files = {
      "server.js": server,
      "node_modules/rate-limit-redis/package.json": JSON.stringify({ name: "rate-limit-redis", version: "4.0.0", main: "dist/index.cjs" }),
      "node_modules/rate-limit-redis/dist/index.cjs": "exports.RedisStore = class RedisStore { increment() {} };",
    };
    const { output, out } = await search(files, ["--calls", "20", "--no-replay"]);
    assert.match(output, /express-rate-limit keeps its counts in Redis, which are left alone/);
    assert.equal(fs.existsSync(path.join(out, "support/limiters")), false);
  });

  it("that are not known are told once, and a short wait is kept", async () => {
    const server = `
      const http = require("node:http");
      let first = Date.now();
      let calls = 0;
      http.createServer((request, response) => {
        if (Date.now() - first >= 1_000) [first, calls] = [Date.now(), 0];
        calls += 1;
        response.statusCode = calls > 20 ? 429 : 200;
        if (calls > 20) response.setHeader("Retry-After", "1");
        response.end("ok");
      }).listen(3000);`;
    const { output, report } = await search({ "server.js": server }, ["--calls", "60", "--no-replay"]);
    assert.equal(output.match(/answered 429, one after another/g)?.length, 1, output);
    assert.match(output, /it waits as it is asked to/);
    assert.deepEqual(report.faults.foundFaults ?? [], []);
    assert.ok(report.nearmiss.searchSeconds >= 1, `${report.nearmiss.searchSeconds} s`);
  });

  it("are kept to with --rate-limit", async () => {
    const server = `require("node:http").createServer((request, response) => response.end("ok")).listen(3000);`;
    const { report } = await search({ "server.js": server }, ["--calls", "21", "--no-replay", "--rate-limit", "20"]);
    assert.ok(report.nearmiss.searchSeconds >= 0.9, `${report.nearmiss.searchSeconds} s`);
  });
});
