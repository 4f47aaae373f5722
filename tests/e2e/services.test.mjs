// An API whose lines depend on what other services answer: the search answers in their place, and so does the suite that it writes.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { runSuite } from "../quality/fuzz.mjs";
import { emptyOut, nearmiss } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("services-weather");
const { faults } = JSON.parse(fs.readFileSync(path.join(dir, "faults.json"), "utf8"));
const ARGS = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--reset", "none", "--seed", "2", "--start-timeout", "1h", "--call-timeout", "10m"];
/** Places of faults of the two categories that a crash may have. */
const PLACE = /thrown at (src\/\w+\.js:\d+)/g;

async function searched(label, more) {
  const out = emptyOut(dir, label);
  const { code, output } = await nearmiss(dir, [...ARGS, "--out", out, ...more]);
  assert.equal(code, 0, output);
  const text = (name) => fs.readFileSync(path.join(out, name), "utf8");
  return { out, output, text };
}

describe("services that an API calls", () => {
  it("are answered for, which shows what is wrong with the code behind them", async () => {
    const { output, text } = await searched("services", ["--calls", "3000", "--no-replay"]);
    assert.match(output, /the API calls https:\/\/api\.weather\.example \(src\/forecast\.js:\d+\): nearmiss answers in its place/);
    const shown = new Set([...text("faults.test.js").matchAll(PLACE)].map(([, place]) => place));
    const missed = faults.filter(({ where }) => !shown.has(where));
    assert.deepEqual(missed, [], output);
    // Who fails because a service does may say so.
    assert.doesNotMatch(text("faults.test.js"), /answers 50[234]/);
  });

  it("are answered for by the suite as they were by the search", async () => {
    const { out, text } = await searched("answered", ["--calls", "300", "--only", "GET:/forecasts/{city}", "--only", "GET:/health"]);
    assert.match(text("success.test.js"), /await services\.reply\("https:\/\/api\.weather\.example", "GET", "\/v1\/cities\/\*", 200, \{/);
    // What calls no service needs no answer.
    const [, health] = /GET \/health 200"[^]*?\{\n([^]*?)\n\}/.exec(text("success.test.js"));
    assert.doesNotMatch(health, /services/);
    await runSuite(out);
  });

  it("are refused as ever where that is asked for", async () => {
    const { output, text } = await searched("refused-services", ["--calls", "200", "--without", "services", "--no-replay"]);
    assert.match(output, /the API wants to reach api\.weather\.example/);
    assert.doesNotMatch(text("faults.test.js"), /services\.reply/);
    assert.equal(fs.existsSync(path.join(dir, "nearmiss-tests/refused-services/support/setup")), false);
  });
});
