// APIs over TLS and HTTP/2 are called like others, and so are they by the suite; what cannot be called says why.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { runSuite } from "../quality/fuzz.mjs";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("transport");
const args = (way, ...more) => ["fuzz", "--start", `node server.js ${way}`, "--openapi", "openapi.json", "--seed", "1", "--calls", "200", "--schema-only", ...more];

describe("an API over", () => {
  for (const [way, scheme] of [["http", "http"], ["https", "https"], ["h2", "https"], ["h2-streams", "https"], ["h2c", "http"], ["both", "https"]]) {
    it(`${way} is searched, and its suite is green`, async () => {
      const out = emptyOut(dir, way);
      const { code, output } = await nearmiss(dir, args(way, "--reset", "/reset", "--out", out));
      assert.equal(code, 0, output);
      const text = writtenText(out);
      for (const shown of ["POST /jars 201", "POST /jars 422", "GET /jars/{id} 404", "GET /jars/{id} 500"]) {
        assert.ok(text.includes(shown), `${shown}:\n${text}`);
      }
      assert.match(text, new RegExp(`curl -i --path-as-is ${scheme === "https" ? "-k " : ""}.*${scheme}://localhost:8751`));
      // The other two answer by the same protocols: the runs that judge a suite have sent them what it sends.
      if (!["h2-streams", "both"].includes(way)) await runSuite(out);
    });
  }
});

describe("a server that is not called says why", () => {
  const cases = [
    ["socket", 1, /an HTTP server on the Unix socket .*api\.sock, which nearmiss does not call/],
    ["worker", 1, /an HTTP server in a worker thread, which nearmiss does not call/],
    ["clean", 3, /started `.*node.* http` without the environment that it was given/],
  ];
  for (const [way, exit, said] of cases) {
    it(way, async () => {
      const out = emptyOut(dir, way);
      const env = { SOCKET: path.join(out, "api.sock"), PORT: "0" };
      fs.mkdirSync(out, { recursive: true });
      const { code, stderr, output } = await nearmiss(dir, args(way, "--start-timeout", "15s", "--out", out), { env });
      assert.equal(code, exit, output);
      assert.match(stderr, said);
    });
  }
});

describe("a search that reaches nothing exits with 1 and says so", () => {
  for (const [way, said] of [["none", /each of \d+ calls was answered with 404/], ["closes", /each of \d+ calls found its connection closed/]]) {
    it(way, async () => {
      const { code, stderr, output } = await nearmiss(dir, args(way, "--out", emptyOut(dir, way)));
      assert.equal(code, 1, output);
      assert.match(stderr, said);
    });
  }
});
