// What the written suite does about rate limiters: their counts in memory are forgotten when the tests ask for it, however the
// API loads them, and within a test they refuse as ever.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { SUITES } from "../quality/fuzz.mjs";
import { ROOT } from "../quality/suts.mjs";

const OURS = path.join(ROOT, "npm/nearmiss/sut/limiters");
const SUPPORT = path.join(ROOT, "crates/nearmiss_writer/src/formats/superagent/support/limiters");
const LIMIT = 3;

const EXPRESS = `
const app = express();
app.use(rateLimit({ windowMs: 600_000, limit: ${LIMIT}, validate: false }));
app.get("/", (request, response) => response.end("ok"));
app.listen(0, "127.0.0.1", function () { listens(this.address().port); });`;
const FLEXIBLE = `
const limiter = new RateLimiterMemory({ points: ${LIMIT}, duration: 600, blockDuration: 900 });
http.createServer(async (request, response) => {
  response.statusCode = await limiter.consume("one").then(() => 200, () => 429);
  response.end();
}).listen(0, "127.0.0.1", function () { listens(this.address().port); });`;

/** Programs by how they load their limiter. */
const PROGRAMS = {
  "express-rate-limit, by import": `import express from "express"; import { rateLimit } from "express-rate-limit"; ${EXPRESS}`,
  "express-rate-limit, by require": `const express = require("express"); const { rateLimit } = require("express-rate-limit"); ${EXPRESS}`,
  "rate-limiter-flexible, by import": `import http from "node:http"; import { RateLimiterMemory } from "rate-limiter-flexible"; ${FLEXIBLE}`,
  "rate-limiter-flexible, by require": `const http = require("node:http"); const { RateLimiterMemory } = require("rate-limiter-flexible"); ${FLEXIBLE}`,
  "@fastify/rate-limit, by import": `
    import fastify from "fastify"; import rateLimit from "@fastify/rate-limit";
    const app = fastify();
    await app.register(rateLimit, { max: ${LIMIT}, timeWindow: 600_000 });
    app.get("/", async () => "ok");
    await app.listen({ port: 0, host: "127.0.0.1" });
    listens(app.server.address().port);`,
  "koa-ratelimit, beside what is the program's own": `
    const Koa = require("koa"); const ratelimit = require("koa-ratelimit");
    const db = new Map([["own", 1]]);
    const app = new Koa();
    app.use(ratelimit({ driver: "memory", db, duration: 600_000, max: ${LIMIT}, id: () => "one" }));
    app.use((context) => { context.body = String(db.get("own")); });
    app.listen(0, "127.0.0.1", function () { listens(this.address().port); });`,
  "@nestjs/throttler, its storage": `
    const http = require("node:http"); require("reflect-metadata");
    const { ThrottlerStorageService } = require("@nestjs/throttler");
    const storage = new ThrottlerStorageService();
    http.createServer(async (request, response) => {
      const { isBlocked } = await storage.increment("one", 600_000, ${LIMIT}, 600_000, "default");
      response.statusCode = isBlocked ? 429 : 200;
      response.end();
    }).listen(0, "127.0.0.1", function () { listens(this.address().port); });`,
};

describe("rate limiters of an API whose tests are written", () => {
  let folder;
  before(() => {
    // Where packages are found, as a suite is.
    const suites = path.join(ROOT, "tests/contract", SUITES);
    fs.mkdirSync(suites, { recursive: true });
    folder = fs.mkdtempSync(path.join(suites, "limiters-"));
    for (const from of [OURS, SUPPORT]) {
      for (const name of fs.readdirSync(from)) if (/\.[cm]js$/.test(name)) fs.copyFileSync(path.join(from, name), path.join(folder, name));
    }
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  for (const [index, [name, text]] of Object.entries(PROGRAMS).entries()) {
    it(name, async () => {
      const isModule = /^\s*import /.test(text);
      const attach = JSON.stringify(path.join(folder, "attach.cjs"));
      const own = isModule ? `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);` : "";
      const listens = `${own} function listens(port) { require(${attach}).listen(process.env.SUT_LIMITS); console.log(port); }`;
      const file = path.join(folder, `program-${index}.${isModule ? "mjs" : "cjs"}`);
      fs.writeFileSync(file, `${listens}\n${text}`);
      const sockets = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-limits-"));
      const { addressIn, forget } = createRequire(import.meta.url)(path.join(folder, "forget.cjs"));
      const address = addressIn(sockets);
      const env = { ...process.env, SUT_LIMITS: address };
      const child = spawn(process.execPath, ["--require", JSON.parse(attach), file], { env, stdio: ["ignore", "pipe", "inherit"] });
      try {
        const [port] = await once(child.stdout.setEncoding("utf8"), "data");
        const calls = async (count) => {
          const statuses = [];
          for (let n = 0; n < count; n += 1) statuses.push((await fetch(`http://127.0.0.1:${port.trim()}/`)).status);
          return statuses;
        };
        const allowed = Array(LIMIT).fill(200);
        assert.deepEqual(await calls(LIMIT + 2), [...allowed, 429, 429]);
        await forget(address);
        assert.deepEqual(await calls(LIMIT + 1), [...allowed, 429]);
        await forget(address);
        assert.deepEqual(await calls(1), [200]);
        if (name.startsWith("koa")) assert.equal(await (await fetch(`http://127.0.0.1:${port.trim()}/`)).text(), "1");
      } finally {
        child.kill("SIGKILL");
        fs.rmSync(sockets, { recursive: true, force: true });
      }
    });
  }
});
