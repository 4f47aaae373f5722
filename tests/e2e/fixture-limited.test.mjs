// The library behind each limiter answers as alone, until a client has made 50 calls in a minute.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { fixture } from "./sut-process.mjs";

const LIMITERS = ["express-rate-limit", "rate-limiter-flexible", "nest-throttler", "fastify-rate-limit", "koa-ratelimit"];
const SCRIPT = (limiter) => `
  (async () => {
    const { default: Driver } = require("./limited/${limiter}.ts");
    const driver = new Driver();
    const url = await driver.startSut();
    const body = JSON.stringify({ title: "a", author: "b", isbn: "978-0123456789", pages: 1, genre: "novel" });
    const made = await fetch(url + "/books", { method: "POST", headers: { "content-type": "application/json" }, body });
    const book = await made.json();
    await driver.resetStateOfSUT();
    const statuses = [made.status];
    let refused;
    while (statuses.length < 52) {
      const answer = await fetch(url + "/books/" + book.id, { method: statuses.length === 1 ? "GET" : "DELETE" });
      await answer.text();
      statuses.push(answer.status);
      if (answer.status === 429) refused ??= answer.headers.get("retry-after");
    }
    await driver.stopSut();
    process.stdout.write(JSON.stringify({ statuses, refused }));
  })();`;

describe("books behind a limiter", () => {
  for (const limiter of LIMITERS) {
    it(limiter, async () => {
      const args = ["--require", "tsx/cjs", "--eval", SCRIPT(limiter)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: fixture("books"), timeout: 30_000 });
      const { statuses, refused } = JSON.parse(stdout);
      // The reset clears the library, and not the limiter.
      assert.deepEqual(statuses, [201, ...Array(49).fill(404), 429, 429]);
      assert.match(refused, /^(5\d|60)$/);
    });
  }
});
