// The runner itself, on a tiny checkout of our own; and the small form of test262 when TEST262 names a checkout of it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { frontmatter, modes } from "./frontmatter.mjs";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const FIXTURE = path.join(HERE, "fixture");
const TEXT = "test/language/function_text.js sloppy";

function run(args, accepted) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-test262-"));
  try {
    const list = path.join(folder, "accepted.json");
    fs.writeFileSync(list, JSON.stringify(accepted));
    const env = { ...process.env };
    delete env.TEST262;
    const result = spawnSync(process.execPath, [path.join(HERE, "main.mjs"), ...args, "--accepted", list], { encoding: "utf8", env });
    return { code: result.status, output: result.stdout + result.stderr };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test("every kind of test is run; the one whose subject is the text of a function is new", () => {
  const { code, output } = run([FIXTURE, "--timeout", "3"], []);
  assert.equal(code, 1, output);
  assert.match(output, /^17 tests, 23 runs \(sloppy 14, strict 7, module 2\)/m);
  // An assertion that is wrong, a promise that never settles, a loop that never ends.
  assert.match(output, /^plain failures 3$/m);
  assert.match(output, /20 runs, 19 of them ran a probe/);
  assert.deepEqual(output.match(/^NEW .*/gm), [`NEW      ${TEXT}`], output);
  assert.match(output, /^MISS no difference but the accepted ones: 1$/m);
});

for (const form of ["saturated", "closure"]) {
  test(`form ${form}: the same difference, which may be accepted`, () => {
    const accepted = [{ reason: "it measures the text of a function", runs: [TEXT] }];
    const { code, output } = run([FIXTURE, "--form", form, "--filter", "function_text"], accepted);
    assert.match(output, /accepted test\/language\/function_text.js sloppy: it measures the text of a function/);
    assert.equal(code, 0, output);
  });
}

test("a listed run that does not differ any more is an error", () => {
  const listed = "test/language/includes.js strict";
  const { code, output } = run([FIXTURE, "--filter", "includes"], [{ reason: "once", runs: [listed] }]);
  assert.equal(code, 1, output);
  assert.match(output, new RegExp(`^STALE    ${listed}`, "m"));
});

test("what is no checkout is refused with what to do", () => {
  const { code, output } = run([HERE], []);
  assert.equal(code, 2, output);
  assert.match(output, /is no checkout of test262: it has no harness\/assert.js/);
});

test("flags and includes are read in both YAML forms", () => {
  const meta = frontmatter("/*---\nflags:\n  - async\n  - onlyStrict\nincludes: [a.js, b.js]\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/");
  assert.deepEqual([...meta.flags], ["async", "onlyStrict"]);
  assert.deepEqual(meta.includes, ["a.js", "b.js"]);
  assert.deepEqual(meta.negative, { phase: "parse", type: "SyntaxError" });
  assert.deepEqual(modes(meta), ["strict"]);
});

test("test262, every 25th test", (context) => {
  const checkout = process.env.TEST262;
  if (!checkout) {
    console.log("test262 itself was not run: set TEST262 to a checkout of it");
    return context.skip("TEST262 is not set");
  }
  const result = spawnSync(process.execPath, [path.join(HERE, "main.mjs"), checkout, "--small"], { encoding: "utf8" });
  assert.equal(result.status, 0, result.stdout + result.stderr);
});
