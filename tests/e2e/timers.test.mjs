// Waits and schedules of an API under search: what is suppressed is in the report and in what the command prints.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("timers");
const ARGS = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--calls", "24", "--seed", "1", "--max-actions", "2"];
const LIMITS = { limitMs: 600_000 };

async function searched(label, more) {
  const out = emptyOut(dir, label);
  const { code, output } = await nearmiss(dir, [...ARGS, "--out", out, ...more], LIMITS);
  assert.equal(code, 0, output);
  const { suppressed } = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8")).nearmiss;
  return { out, output, suppressed };
}

describe("waits and scheduled jobs of an API", () => {
  it("are short or do not happen, which is told; written tests run without any of it", async () => {
    const { out, output, suppressed } = await searched("suppressed", ["--call-timeout", "2s"]);
    const told = suppressed.map(({ what, place }) => `${what} at ${place.replace(/:\d+$/, "")}`);
    for (const name of ["cron", "node-cron", "node-schedule"]) assert.ok(told.some((text) => text.startsWith(`${name} at `)), told.join("\n"));
    assert.ok(told.includes("setTimeout capped at 1000 ms at server.js"), told.join("\n"));
    assert.match(output, /^suppressed {2}cron at 1 place$/m);
    assert.match(output, /^ {12}setTimeout capped at 1000 ms at \d places?$/m);
    assert.match(writtenText(out), /\/wait\//);
    assert.match(writtenText(out), /accepted/);
  });

  it("are as the code says where that is wanted", async () => {
    const { output, suppressed } = await searched("real", ["--real-timers", "--run-schedules", "--call-timeout", "500ms", "--no-replay"]);
    assert.deepEqual(suppressed, []);
    assert.doesNotMatch(output, /^suppressed/m);
  });
});
