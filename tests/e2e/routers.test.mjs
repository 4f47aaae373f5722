// Calls are counted for the operation whose route handled them, not for the one that they were made for.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";

const dir = fileURLToPath(new URL("../../fixtures/routers", import.meta.url));

/** What each operation answers by its own route when it succeeds. */
const SUCCESSES = { "GET:/cores": [200], "GET:/cores/latest": [203], "GET:/cores/{id}": [200] };
const PROGRAMS = ["express.cjs", "fastify.cjs", "h3.mjs", "hapi.cjs", "hono.mjs", "koa.cjs", "nest.cjs"];

/** Searches by a document; answers what came of it. */
async function search(program, label, document) {
  const out = emptyOut(dir, `${label}-${program}`);
  const targets = path.join(out, "targets.json");
  const openapi = path.join(out, "openapi.json");
  fs.mkdirSync(out, { recursive: true });
  fs.writeFileSync(openapi, JSON.stringify(document));
  const args = ["--start", `node ${program}`, "--openapi", openapi, "--schema-only", "--calls", "200", "--seed", "1"];
  const { code, output } = await nearmiss(dir, ["fuzz", ...args, "--out", out, "--log-targets", targets]);
  assert.equal(code, 0, output);
  const { faults, problemDetails } = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  const successes = {};
  for (const { endpointId, httpStatus } of problemDetails.rest.coveredHttpStatus) {
    const own = httpStatus.filter((status) => status < 300);
    if (own.length > 0) successes[endpointId] = [...new Set([...(successes[endpointId] ?? []), ...own])].sort();
  }
  return { successes, faults: faults.foundFaults, keys: fs.readFileSync(targets, "utf8"), text: writtenText(out) };
}

const described = () => JSON.parse(fs.readFileSync(path.join(dir, "openapi.json"), "utf8"));

describe("a call of an id that is another route's path", () => {
  for (const program of PROGRAMS) {
    // Express and Koa tell no upper case from lower: there `LATEST` is the path, too, though no document says so.
    it(`counts for the operation of that route (${program})`, async () => {
      const { successes, faults, keys, text } = await search(program, "operation", described());
      assert.deepEqual(successes, SUCCESSES);
      assert.match(keys, /Status_GET:\/cores\/latest_203/);
      assert.doesNotMatch(keys, /Status_GET:\/cores\/\{id\}_203/);
      assert.match(text, /"GET \/cores\/latest 203/);
      assert.doesNotMatch(text, /"GET \/cores\/\{id\} 203/);
      // What `latest` answers is not what the other one declares: that would be a fault.
      assert.deepEqual(faults, []);
    });

  }

  // Routes that are a list of layers, and routes that are a tree.
  for (const program of ["express.cjs", "fastify.cjs"]) {
    it(`counts for none where no operation has that route (${program})`, async () => {
      const document = described();
      delete document.paths["/cores/latest"];
      const { successes, faults, keys, text } = await search(program, "none", document);
      const { "GET:/cores/latest": _, ...others } = SUCCESSES;
      assert.deepEqual(successes, others);
      assert.doesNotMatch(keys, /Status_GET:[^"]*_203/);
      assert.doesNotMatch(text, /"GET \/cores\/\{id\} 203/);
      assert.deepEqual(faults, []);
    });
  }
});

it("routes are told by a process that is busy for a while once it listens", async () => {
  const out = emptyOut(dir, "late");
  const { code, output } = await nearmiss(dir, ["fuzz", "--start", "node late.cjs", "--calls", "30", "--no-replay", "--out", out]);
  assert.equal(code, 0, output);
  assert.match(output, /the API's router has 1 routes?\b/);
});
