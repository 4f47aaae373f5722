// The runner itself, on tiny packages of our own. The packages of packages.json need checkouts and run by
// `npm run packages -- <folder>`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { differences, results, summary } from "./tap.mjs";

const HERE = path.dirname(fileURLToPath(import.meta.url));

/** Runs the runner as a command: a suite run by node:test inside node:test would report to its parent. */
function run(...args) {
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT;
  const main = path.join(HERE, "main.mjs");
  const list = path.join(HERE, "fixture/packages.json");
  const result = spawnSync(process.execPath, [main, path.join(HERE, "fixture"), "--small", "--list", list, ...args], { encoding: "utf8", env });
  return { code: result.status, output: result.stdout + result.stderr };
}

test("a CommonJS package, failures and skipped tests included, is the same in both forms", () => {
  const { code, output } = run("--only", "tiny-commonjs");
  assert.equal(code, 0, output);
  assert.match(output, /^ {2}plain {8}6 tests: 4 passed, 1 failed, 1 skipped; exit 1;/m);
  assert.match(output, /^ {2}instrumented 6 tests: 4 passed, 1 failed, 1 skipped; exit 1; .* [1-9]\d* targets touched$/m);
  assert.match(output, /^ok {3}tiny-commonjs: identical results/m);
});

test("a package of ES modules is the same in both forms", () => {
  const { code, output } = run("--only", "tiny-modules");
  assert.equal(code, 0, output);
  assert.match(output, /^tiny-modules +2\.0\.0 +3 +3 +0 +0 +0$/m);
});

test("a difference is reported by the name of its test, and the command fails", () => {
  const { code, output } = run("--only", "shows-options");
  assert.equal(code, 1, output);
  assert.match(output, /DIFFERS ok the options of Node: 1 times plain, 0 instrumented/);
  assert.match(output, /DIFFERS not ok the options of Node: 0 times plain, 1 instrumented/);
  assert.match(output, /^MISS shows-options: identical results plain and instrumented \(2 differences\)$/m);
});

test("a package that is not there is named with what to do", () => {
  const { code, output } = run("--list", path.join(HERE, "packages.json"), "--only", "chalk");
  assert.equal(code, 2, output);
  assert.match(output, /check out github:chalk\/chalk at v\d/);
});

test("results are read from TAP, nested and with directives", () => {
  const counts = results("TAP version 13\nok 1 - a\n    not ok 2 - b\n    ok 3 c # SKIP slow\nok 4 - a\n# ok\nokay\n");
  assert.deepEqual([...counts], [["ok a", 2], ["not ok b", 1], ["skip c", 1]]);
  assert.deepEqual(summary(counts), { tests: 4, passed: 2, failed: 1, skipped: 1 });
  assert.deepEqual(differences(counts, results("ok 1 a\nok 2 a\nok 3 b\nok 4 c # SKIP\n")), [
    { name: "not ok b", plain: 1, instrumented: 0 },
    { name: "ok b", plain: 0, instrumented: 1 },
  ]);
});
