// nearmiss instrument as a host: the example project gives the app's answers and the target tables that the load hooks give.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withCore } from "../register/with_core.mjs";

const HOSTS = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../fixtures/hosts");
const APP = path.join(HOSTS, "app");
const PROJECT = path.join(HOSTS, "instrument");
const BIN = path.resolve(HOSTS, "../../npm/nearmiss/bin/nearmiss.js");
const EXPECTED = JSON.parse(fs.readFileSync(path.join(APP, "expected.json"), "utf8"));

/** Runs Node and answers what the app answered. */
async function answers(cwd, args, env = {}) {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env: { ...process.env, NEARMISS_CONTROL: "", ...env }, timeout: 900_000 });
  return JSON.parse(stdout).result;
}

/** The tables that a core is told, by file. */
async function tables(cwd, args) {
  let told;
  await withCore(async (core) => {
    const env = { NEARMISS_CONTROL: core.socket, NEARMISS_OPTIONS: JSON.stringify({ root: APP }) };
    assert.deepEqual(await answers(cwd, args, env), EXPECTED);
    told = Object.fromEntries([...core.tables.values()].map(({ file, slots }) => [file, slots]));
  });
  return told;
}

const ON_LOAD = ["--import", "nearmiss/register", "--input-type=module", "-e", `import { run } from "./src/main.js"; console.log(JSON.stringify({ result: run() }))`];

test("built ahead of time: the same answers and the same targets, alone, with the load hooks and under a core", async () => {
  fs.rmSync(path.join(PROJECT, "build"), { recursive: true, force: true });
  await promisify(execFile)(process.execPath, [BIN, "instrument", "src", "-o", path.join(PROJECT, "build")], { cwd: APP, timeout: 900_000 });
  assert.deepEqual(await answers(PROJECT, ["entry.js"]), EXPECTED);
  assert.deepEqual(await answers(PROJECT, ["--import", "nearmiss/register", "entry.js"]), EXPECTED);
  const expected = await tables(APP, ON_LOAD);
  assert.ok(Object.keys(expected).length >= 5, "the app has several files");
  const built = await tables(PROJECT, ["entry.js"]);
  for (const [file, slots] of Object.entries(expected)) assert.deepEqual(built[file], slots, file);
  assert.deepEqual(Object.keys(built).sort(), Object.keys(expected).sort());
  const both = await tables(PROJECT, ["--import", "nearmiss/register", "entry.js"]);
  for (const file of Object.keys(expected)) assert.deepEqual(both[file], built[file], `${file} is instrumented once`);
});
