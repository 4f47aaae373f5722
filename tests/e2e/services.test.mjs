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
const ARGS = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--reset", "none", "--start-timeout", "1h", "--call-timeout", "10m"];
/** Faults that are told by the line of an error that was caught before. */
const TOLD_OTHERWISE = ["src/invoices.js:20", "src/invoices.js:22"];
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
    const search = (...more) => searched("services", ["--calls", "4500", "--no-replay", ...more]);
    const { output, text } = await search("--seed", "1");
    assert.match(output, /the API calls https:\/\/api\.weather\.example \(src\/forecast\.js:\d+\): nearmiss answers in its place/);
    const shown = new Set([...text("faults.test.js").matchAll(PLACE)].map(([, place]) => place));
    assert.match(text("faults.test.js"), /await services\.fail\("https:\/\/api\.weather\.example", "GET", "\/v1\/alerts", "\w+"\);/);
    // All that this API does has a limit and a bound.
    assert.doesNotMatch(text("faults.test.js"), /Fault 98[56]-/);
    // Who fails because a service does may say so.
    assert.doesNotMatch(text("faults.test.js"), /answers 50[234]/);
    const missed = () => faults.filter(({ where }) => !shown.has(where) && !TOLD_OTHERWISE.includes(where));
    // Beside others that work, one that never answers takes a search another way, which may miss one of them.
    if (missed().length > 0) {
      const again = await search("--seed", "2");
      for (const [, place] of again.text("faults.test.js").matchAll(PLACE)) shown.add(place);
    }
    assert.deepEqual(missed(), [], output);
  });

  it("are answered for by the suite as they were by the search", async () => {
    const { out, text } = await searched("answered", ["--seed", "1", "--calls", "300", "--only", "GET:/forecasts/{city}", "--only", "GET:/health"]);
    assert.match(text("success.test.js"), /await services\.reply\("https:\/\/api\.weather\.example", "GET", "\/v1\/cities\/\*", 200, \{/);
    // What calls no service needs no answer.
    const [, health] = /GET \/health 200"[^]*?\{\n([^]*?)\n\}/.exec(text("success.test.js"));
    assert.doesNotMatch(health, /services/);
    await runSuite(out);
  });

  it("are asked before the API listens, and answer there, too, in the suite", async () => {
    const login = fixture("services-login");
    const out = emptyOut(login, "started");
    const { code, output } = await nearmiss(login, [...ARGS, "--seed", "1", "--calls", "150", "--only", "POST:/refresh", "--only", "GET:/health", "--out", out]);
    assert.equal(code, 0, output);
    const success = fs.readFileSync(path.join(out, "success.test.js"), "utf8");
    assert.match(success, /issuer: "https:\/\/id\.login\.example"/);
    assert.doesNotMatch(success, /openid-configuration|jwks/);
    await runSuite(out);
  });

  it("are refused as ever where that is asked for", async () => {
    const { output, text } = await searched("refused-services", ["--seed", "1", "--calls", "200", "--without", "services", "--no-replay"]);
    assert.match(output, /the API wants to reach api\.weather\.example/);
    assert.doesNotMatch(text("faults.test.js"), /services\.reply/);
    assert.equal(fs.existsSync(path.join(dir, "nearmiss-tests/refused-services/support/setup")), false);
  });
});
