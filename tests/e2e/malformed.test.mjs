// Bodies that are malformed on purpose: an API that does not answer them, one that fails at them and one that shows its insides are
// found out; one that refuses them is told of nothing, and its suite sends them as they were sent.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { runSuite } from "../quality/fuzz.mjs";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("malformed");
const CALLS = 500;

async function searched(way, more) {
  const out = emptyOut(dir, way);
  const args = ["fuzz", "--start", `node server.cjs ${way}`, "--openapi", "openapi.json", "--reset", "/reset", "--call-timeout", "1s"];
  const { code, output } = await nearmiss(dir, [...args, "--calls", String(CALLS), "--seed", "1", "--out", out, ...more], { limitMs: 300_000 });
  assert.equal(code, 0, output);
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  const found = report.faults.foundFaults.flatMap(({ operationId, faultCategories }) =>
    faultCategories.map(({ code: fault, context }) => `${fault === 999 ? context.split(":")[0] : fault} ${operationId}`),
  );
  return { out, found: [...new Set(found)].sort() };
}

describe("malformed JSON", { concurrency: 2 }, () => {
  for (const [way, fault] of [["hang", 909], ["status", 100], ["stack", 209]]) {
    it(`is what ${way} is found with`, async () => {
      const { found } = await searched(way, ["--no-replay"]);
      // Calls that are not answered are paid for: one such operation leaves little for another one.
      const operations = way === "hang" ? ["POST:/notes"] : ["POST:/notes", "PUT:/notes/{id}"];
      assert.deepEqual(found.filter((one) => operations.some((name) => one.endsWith(name))), operations.map((name) => `${fault} ${name}`));
      assert.ok(found.every((one) => one.startsWith(`${fault} `)), found.join());
    });
  }

  it("that is too large is what an API fails at that refuses the rest", async () => {
    const { out, found } = await searched("large", []);
    assert.ok(found.includes("100 POST:/notes"), found.join());
    assert.match(writtenText(out), /\{ text: "a"\.repeat\(1200000\) \}/);
    await runSuite(out);
  });

  it("is refused by a sound API, and sent by its suite as it was", async () => {
    const { out, found } = await searched("sound", []);
    assert.deepEqual(found, []);
    assert.match(writtenText(out), /\.send\((?:"no json"|'\{"text":"[^"]*",?\}?'\)|\{ text: "a")/);
    await runSuite(out);
  });
});
