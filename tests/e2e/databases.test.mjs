// Databases on servers: named with what uses them, never with credentials; no call is made before the user has said that data may change.

import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import { once } from "node:events";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";
import { ROOT } from "./sut-process.mjs";

const LIMITS = { limitMs: 600_000 };
const SCHEMA = JSON.stringify({ openapi: "3.0.3", info: { title: "x", version: "1" }, paths: { "/rows": { get: { responses: { 200: { description: "ok" } } } } } });

/** An API that connects with the Redis driver: when it starts, or when it is first called. */
const server = (early) => `
  const Redis = require("ioredis");
  const { appendFileSync } = require("node:fs");
  const url = new URL(process.env.REDIS_URL);
  const redis = new Redis({ host: url.hostname, port: Number(url.port), lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  redis.on("error", () => {});
  const server = require("node:http").createServer(async (request, response) => {
    appendFileSync("calls", request.url + "\\n");
    if (request.url.startsWith("/rows")) await redis.set("a", "b").catch(() => { response.statusCode = 503; });
    response.end("ok");
  });
  ${early ? "redis.connect().catch(() => {}).then(() => server.listen(3000));" : "server.listen(3000);"}
`;

describe("databases on servers", () => {
  let redis;
  let queries = 0;
  let env;
  before(async () => {
    // Answers whatever it is asked as Redis does what it has done.
    redis = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (data) => {
        const commands = String(data).match(/^\*\d+/gm) ?? [];
        queries += /\bset\b/i.test(String(data)) ? 1 : 0;
        socket.write("+OK\r\n".repeat(commands.length));
      });
    });
    await once(redis.listen(0, "127.0.0.1"), "listening");
    env = { REDIS_URL: `redis://user:very-secret@127.0.0.1:${redis.address().port}/7` };
  });
  after(() => redis.close());

  const api = (early) => {
    const dir = project({ "server.js": server(early), "openapi.json": SCHEMA }, { manifest: { dependencies: { ioredis: "5" } } });
    for (const name of ["ioredis", ...fs.readdirSync(path.join(ROOT, "node_modules")).filter((name) => !["nearmiss", ".bin", "ioredis"].includes(name) && !name.startsWith("sut-"))]) {
      const from = path.join(ROOT, "node_modules", name);
      if (fs.existsSync(from)) fs.symlinkSync(from, path.join(dir, "node_modules", name));
    }
    return dir;
  };
  // The search alone reaches them, or does not: how its suite is verified is the business of other tests.
  const ARGS = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--calls", "20", "--format", "node", "--reset", "none", "--start-timeout", "1h", "--no-replay"];
  const named = () => new RegExp(`Redis at 127\\.0\\.0\\.1:${redis.address().port}/7 \\(ioredis\\)`);

  for (const [when, early] of [["when it starts", true], ["when it is called", false]]) {
    it(`are not reached by calls before the user has agreed, where the API connects ${when}`, async () => {
      const dir = api(early);
      const before = queries;
      const { code, output } = await nearmiss(dir, ARGS, { ...LIMITS, env });
      assert.equal(code, 2, output);
      assert.match(output, named());
      assert.match(output, /--data-may-change/);
      assert.doesNotMatch(output, /very-secret/);
      assert.equal(queries, before);
      if (early) assert.ok(!fs.existsSync(path.join(dir, "calls")), output);
      assert.ok(!fs.existsSync(path.join(dir, "nearmiss-tests", "report.json")));
    });
  }

  it("are reached once he has, on the command line or in the configuration", async () => {
    const typed = await nearmiss(api(true), [...ARGS, "--data-may-change"], { ...LIMITS, env });
    assert.equal(typed.code, 0, typed.output);
    assert.match(typed.output, named());
    const dir = api(false);
    fs.writeFileSync(path.join(dir, "nearmiss.config.json"), JSON.stringify({ dataMayChange: true }));
    const before = queries;
    const { code, output } = await nearmiss(dir, ARGS, { ...LIMITS, env });
    assert.equal(code, 0, output);
    assert.ok(queries > before);
  });

  it("are reached on servers that he names, and no others", async () => {
    const { port } = redis.address();
    const before = queries;
    const { code, output } = await nearmiss(api(false), [...ARGS, "--database", `in-place=localhost:${port}`], { ...LIMITS, env });
    assert.equal(code, 0, output);
    assert.ok(queries > before);
    const other = await nearmiss(api(true), [...ARGS, "--database", "in-place=localhost:1"], { ...LIMITS, env });
    assert.equal(other.code, 2, other.output);
    const wrong = await nearmiss(api(true), [...ARGS, "--database", `localhost:${port}`], { ...LIMITS, env });
    assert.match(wrong.output, /--database takes in-place=HOST, in-place=HOST:PORT or with-rows=FILE, not `localhost:\d+`/);
  });

  it("are named by init, which leaves the choice to the user, and by doctor", async () => {
    const dir = api(true);
    const init = await nearmiss(dir, ["init", "--start", "node server.js", "--no-install"], { ...LIMITS, env });
    assert.equal(init.code, 0, init.output);
    assert.match(init.output, named());
    const config = fs.readFileSync(path.join(dir, "nearmiss.config.mjs"), "utf8");
    assert.match(config, /^ {2}\/\/ dataMayChange: true,$/m);
    assert.doesNotMatch(config + init.output, /very-secret/);
    const doctor = await nearmiss(dir, ["doctor"], { ...LIMITS, env });
    assert.match(doctor.output, named());
    assert.match(doctor.output, /dataMayChange/);
  });
});
