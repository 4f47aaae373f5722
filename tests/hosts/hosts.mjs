// What the tests of all hosts share: the projects under fixtures/hosts, running their tools, and the target tables that
// nearmiss/register gives the files of the app, against which every host is held.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withCore } from "../register/with_core.mjs";

export const HOSTS = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../fixtures/hosts");
export const APP = path.join(HOSTS, "app");
export const EXPECTED = JSON.parse(fs.readFileSync(path.join(APP, "expected.json"), "utf8"));
const LIMIT_MS = 180_000;

/** Runs Node in a folder; answers what it printed. Fails when it ends with anything but 0. */
export function node(cwd, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NODE_OPTIONS: "", NEARMISS_CONTROL: "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LIMIT_MS,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (text) => (stdout += text));
    child.stderr.on("data", (text) => (stderr += text));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve({ stdout, stderr });
      else reject(new Error(`node ${args.join(" ")} ended with ${signal ?? code}\n${stdout}\n${stderr}`));
    });
  });
}

/** A folder that is removed after the body. */
export async function withFolder(body) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-host-"));
  try {
    return await body(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The tables that `nearmiss/register` tells a core for the files of the app, by file. */
export async function registerTables() {
  let tables;
  await withCore(async (core) => {
    const env = { NEARMISS_CONTROL: core.socket, NEARMISS_OPTIONS: JSON.stringify({ root: APP }) };
    const { stdout } = await node(path.join(HOSTS, "register"), ["--import", "nearmiss/register", "entry.js"], env);
    assert.deepEqual(JSON.parse(stdout).result, EXPECTED);
    tables = Object.fromEntries([...core.tables.values()].map(({ file, slots }) => [file, { file, slots }]));
  });
  return tables;
}

/** Fails unless a host gave the files of the app the targets that `nearmiss/register` gives them. */
export async function sameTables(tables) {
  const expected = await registerTables();
  assert.ok(Object.keys(expected).length >= 5, "the app has several files");
  assert.deepEqual(Object.keys(tables).sort(), Object.keys(expected).sort());
  for (const file of Object.keys(expected)) assert.deepEqual(tables[file], expected[file], file);
}

/** How much of the files is covered, by file and metric: `[covered, all]`; paths relative to the app. */
export function summary(coverage) {
  const count = (hits) => [Object.values(hits).flat().filter((hit) => hit > 0).length, Object.values(hits).flat().length];
  return Object.fromEntries(
    Object.entries(coverage).map(([file, { s, b, f }]) => [
      path.relative(APP, file),
      { statements: count(s), branches: count(b), functions: count(f) },
    ]),
  );
}
