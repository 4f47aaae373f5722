// APIs without any schema, each behind another framework and with validators of its own: routes are read off the router, and
// inputs and their shapes off the code.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { emptyOut, nearmiss } from "./command.mjs";

const dir = fileURLToPath(new URL("../adapters/apps/frameworks", import.meta.url));

/** Calls by framework: 100 at least for each route; what Nest makes needs three inputs right at once (of 1,200 calls 7 of 11 seeds made one). */
const CALLS = { express: 1000, fastify: 600, koa: 600, nest: 2400, nest_pipes: 600 };

describe("an API without a schema", () => {
  for (const [framework, calls] of Object.entries(CALLS)) {
    it(`of ${framework}: each route takes an input and refuses one`, async () => {
      const out = emptyOut(dir, framework);
      const { code, output } = await nearmiss(dir, ["fuzz", "--start", `node ${framework}.cjs`, "--calls", String(calls), "--seed", "1", "--out", out]);
      assert.equal(code, 0, output);
      const answered = new Map();
      const { rest } = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8")).problemDetails;
      for (const { endpointId, httpStatus } of rest.coveredHttpStatus) {
        const before = answered.get(endpointId) ?? [];
        answered.set(endpointId, [...before, ...httpStatus.map((status) => Math.floor(status / 100))]);
      }
      assert.deepEqual([...answered.keys()].sort(), [...rest.endpointIds].sort());
      for (const [endpoint, kinds] of answered) assert.ok(kinds.includes(2) && kinds.includes(4), `${endpoint}: ${kinds}`);
    });
  }
});
