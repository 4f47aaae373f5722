// The example project fixtures/hosts/swc, compiled by swc with the plugin in every way that it is used: the program means
// the same, and it has the targets that nearmiss/register gives it.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { registerUrl } from "../../register/fake_core.mjs";
import { withCore } from "../../register/with_core.mjs";

const require = createRequire(import.meta.url);
const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const project = join(here, "../../../fixtures/hosts/swc");
const options = { cwd: project, timeout: 900_000, maxBuffer: 64 << 20 };
const node = (...args) => run(process.execPath, args, options);
const FILES = ["src/classify.js", "src/cycle.js", "src/main.ts", "src/orders.ts", "src/view.tsx"];

/** Runs a program under a core: what it printed, its tables by file, and the covered slots of each. */
async function observe(args) {
  let seen;
  await withCore(async (core) => {
    const child = core.node(["--enable-source-maps", ...args], { cwd: project, options: { root: project } });
    assert.equal(await child.ended, 0, core.output);
    assert.equal(core.maps.length > 0, true, `no core was asked\n${core.output}`);
    const tables = {};
    const covered = {};
    for (const { base, file, slots } of core.tables.values()) {
      assert.equal(tables[file], undefined, `${file} has one table`);
      tables[file] = slots;
      covered[file] = slots.map((_, i) => Math.max(...core.maps.map((map) => map.slot(base + i))));
    }
    seen = { output: core.output, tables, covered };
  });
  return seen;
}

let registered;
before(async () => {
  mkdirSync(join(project, "build"), { recursive: true });
  for (const folder of ["plain", "esm", "cjs", "webpack"]) rmSync(join(project, "build", folder), { recursive: true, force: true });
  await node("build.mjs", "build/plain", "es6", "--plain");
  registered = await observe(["--import", registerUrl, "src/main.ts"]);
});

/** Same program, same targets, same heuristics as under nearmiss/register. */
async function assertSame(seen) {
  const plain = await node("--enable-source-maps", "build/plain/src/main.js");
  assert.equal(seen.output, plain.stdout, "the program means the same");
  assert.deepEqual(Object.keys(seen.tables).sort(), FILES);
  for (const file of FILES) {
    assert.deepEqual(seen.tables[file], registered.tables[file], `the targets of ${file}`);
    assert.deepEqual(seen.covered[file], registered.covered[file], `what is covered of ${file}`);
  }
}

test("the project is instrumented by nearmiss/register", () => {
  assert.deepEqual(Object.keys(registered.tables).sort(), FILES);
  const hit = registered.covered["src/classify.js"].filter((value) => value === 1).length;
  assert.ok(hit > 30, String(hit));
});

test("@swc/core to ES modules", async () => {
  await node("build.mjs", "build/esm", "es6");
  await assertSame(await observe(["--import", registerUrl, "build/esm/src/main.js"]));
});

test("@swc/core to CommonJS", async () => {
  await node("build.mjs", "build/cjs", "commonjs");
  await assertSame(await observe(["--import", registerUrl, "build/cjs/src/main.js"]));
});

test("what was built runs without nearmiss/register too", async () => {
  for (const folder of ["esm", "cjs"]) {
    const alone = await observe([`build/${folder}/src/main.js`]);
    await assertSame(alone);
    const plain = await node("--enable-source-maps", "build/plain/src/main.js");
    assert.equal((await node("--enable-source-maps", `build/${folder}/src/main.js`)).stdout, plain.stdout);
  }
});

test("swc-loader in webpack", async () => {
  await node("bundle.mjs");
  const seen = await observe(["--import", registerUrl, "build/webpack/main.cjs"]);
  await assertSame(seen);
});

test("@swc/jest", async () => {
  const jest = join(dirname(require.resolve("jest/package.json")), "bin/jest.js");
  const { stderr } = await node(jest, "--no-cache", "--config", "jest.config.cjs");
  assert.match(stderr, /Tests: +2 passed/);
});
