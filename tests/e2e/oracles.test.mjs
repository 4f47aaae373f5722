// Each oracle on an API with its fault and on one without: what the command reports, and that what it writes runs.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { runSuite } from "../quality/fuzz.mjs";
import { emptyOut, nearmiss } from "./command.mjs";

const apis = fileURLToPath(new URL("../../fixtures/suts/oracles", import.meta.url));
const LIMITS = { limitMs: 300_000 };

/** The code that each API is reported for; codes that the schema of reports lacks stand in its text. */
const CODES = {
  "invalid-input-accepted": [102],
  "delete-without-effect": [103],
  "failed-call-effect": [104],
  xss: [201],
  "mass-assignment": [203],
  "stack-trace": [209],
  "hidden-endpoint": [210],
  "put-not-idempotent": [905],
  "created-without-location": [970],
  "misleading-create": [907],
  "update-without-effect": [904],
};
/** Those that need users, on the diary; the command takes them once logins are there. */
const USER_CODES = {
  "existence-leak": [204],
  "wrongly-unauthenticated": [205],
  "missed-authorization": [206],
  "anonymous-allowed": [207],
  "anonymous-modification": [208],
};
/** How the command is told of users. */
const USERS = ["--auth", "../users.yaml"];
/** Those of which the suite is written with expectations, and run. */
const RUN = new Set(["delete-without-effect", "xss"]);
/** Those that share an API without a fault with others: one search shows it for all. */
const OWN_SOUND = new Set(["delete-without-effect", "xss", "hidden-endpoint"]);

/** Calls, twice what finds the fault. */
const CALLS = 600;
/** Of those that need more. */
const MANY_CALLS = 2_000;
const SELDOM = new Set(["put-not-idempotent", "update-without-effect", "wrongly-unauthenticated", "missed-authorization", "anonymous-allowed", "anonymous-modification"]);

/** What a search tells; `label`: its folder, since searches of one API may run at the same time. */
async function faults(name, kind, more = [], label = kind) {
  const dir = path.join(apis, name);
  const out = emptyOut(dir, label);
  const own = path.join(dir, "openapi.json");
  const document = fs.existsSync(own) ? "openapi.json" : name in USER_CODES ? "../diary.json" : "../notes.json";
  const args = ["fuzz", "--start", `node ${kind}.cjs`, "--openapi", document, "--reset", "/reset"];
  const { code, output } = await nearmiss(dir, [...args, "--calls", String(SELDOM.has(name) ? MANY_CALLS : CALLS), "--seed", "1", "--out", out, ...more], LIMITS);
  assert.equal(code, 0, output);
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  const found = report.faults.foundFaults.flatMap(({ faultCategories }) => faultCategories);
  const told = found.map(({ code, context }) => (code === 999 ? context : `${code}: ${context}`));
  return { out, told: [...new Set(told)].sort() };
}

const codes = (told) => [...new Set(told.map((text) => Number(text.split(":")[0])))];

describe("an API with a fault", { concurrency: 2 }, () => {
  for (const [name, expected] of Object.entries(CODES)) {
    it(`of ${name} is reported for that and nothing else`, async () => {
      const { out, told } = await faults(name, "faulty", RUN.has(name) ? [] : ["--no-replay"]);
      assert.deepEqual(codes(told), expected, told.join("\n"));
      if (RUN.has(name)) {
        await runSuite(out);
        assert.match(fs.readdirSync(out).join(" "), /fault/);
      }
    });
  }

  it("is reported alike for the same seed, and not at all when its oracle is off", async () => {
    const first = await faults("update-without-effect", "faulty", ["--no-replay"], "again");
    const second = await faults("update-without-effect", "faulty", ["--no-replay"], "again");
    assert.deepEqual(second.told, first.told);
    const off = await faults("update-without-effect", "faulty", ["--no-replay", "--no-oracle", "update-without-effect"], "again");
    assert.deepEqual(off.told, []);
  });
});

describe("an API without a fault", { concurrency: 2 }, () => {
  for (const name of OWN_SOUND) {
    it(`as ${name} has it is reported for nothing`, async () => {
      assert.deepEqual((await faults(name, "sound", ["--no-replay"])).told, []);
    });
  }
});

describe("an API whose users are known", { concurrency: 2 }, () => {
  for (const [name, expected] of Object.entries(USER_CODES)) {
    it(`with the fault of ${name} is reported for that and nothing else`, async () => {
      const { told } = await faults(name, "faulty", [...USERS, "--no-replay"]);
      assert.deepEqual(codes(told), expected, told.join("\n"));
    });
  }
  // Others are told 404 here and 403 there.
  for (const name of ["missed-authorization", "anonymous-allowed"]) {
    it(`as ${name} has it without the fault is reported for nothing`, async () => {
      assert.deepEqual((await faults(name, "sound", [...USERS, "--no-replay"])).told, []);
    });
  }
});
