// A search on an API that a driver of the JVM runs: what that wants of inputs, in its own words, is enough to get
// behind each branch that only such inputs take.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { emptyOut, nearmiss } from "../e2e/command.mjs";
import { APIS } from "./client.mjs";
import { BRANCHES, branchOf, startJvmDriver } from "./jvm-driver.mjs";

const CALLS = 4000;

let driver;
let covered;
let log;
before(async () => {
  driver = await startJvmDriver();
  const out = emptyOut(APIS, "jvm");
  const [targets, logFile] = ["targets.json", "search.log"].map((name) => path.join(out, name));
  fs.mkdirSync(out, { recursive: true });
  const args = ["fuzz", "--controller", driver.url, "--calls", String(CALLS), "--seed", "1", "--out", out, "--no-replay"];
  const { code, output } = await nearmiss(APIS, [...args, "--log-targets", targets, "--log", logFile]);
  assert.equal(code, 0, output);
  covered = JSON.parse(fs.readFileSync(targets, "utf8")).byTests;
  log = fs.readFileSync(logFile, "utf8");
});
after(() => driver?.stop());

for (const name of BRANCHES) {
  test(`the branch behind ${name} is taken`, () => {
    assert.ok(covered.includes(branchOf(name)), `of ${covered.filter((key) => key.startsWith("Branch_")).join(", ")}`);
  });
}

test("nothing is asked for that the driver refuses", () => {
  assert.deepEqual(driver.refused, []);
  assert.ok(driver.actions > CALLS / 2, `${driver.actions} actions were announced`);
});

test("an expression that cannot be translated is named once", () => {
  const named = log.split("\n").filter((line) => line.includes("\\N{SNOWMAN}"));
  assert.equal(named.length, 1, named.join("\n"));
  assert.match(named[0], /the controller wants a text that matches .*, which is not followed: `\\N`/);
});
