// What is added is a folder and a line: a kind of problem and a kind of setup that nothing but their own folders know are searched,
// minimised, replayed and written like any other.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { exampleProgram } from "../example-program.cjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

let out;
let found;

before(async () => {
  fs.mkdirSync(path.join(ROOT, "target"), { recursive: true });
  out = fs.mkdtempSync(path.join(ROOT, "target/toy-"));
  // A package of its own, of CommonJS modules.
  fs.writeFileSync(path.join(out, "package.json"), "{}");
  const args = [process.execPath, path.join(ROOT, "npm/nearmiss"), path.join(import.meta.dirname, "api"), path.join(import.meta.dirname, "setup"), out];
  const { stdout } = await run(exampleProgram("toy_search"), args, { cwd: os.tmpdir(), maxBuffer: 1 << 26 });
  found = JSON.parse(stdout);
});
after(() => fs.rmSync(out, { recursive: true, force: true }));

test("what only a test that sets something up can reach is reached, by what the code compares it with", () => {
  for (const status of [200, 202, 404]) assert.ok(found.keys.includes(`Status_ASK_${status}`), found.keys.join("\n"));
});

test("tests set up what they need, and no more", () => {
  const opening = found.tests.filter(({ setup = [] }) => JSON.stringify(setup).includes("open sesame"));
  assert.equal(opening.length, 1, JSON.stringify(found.tests));
  assert.equal(opening[0].setup.length, 1, "what nothing asks for was taken out");
  assert.ok(found.tests.some(({ setup }) => setup === undefined), "what needs nothing sets nothing up");
});

test("the written suite sets it up in the API's own process, and passes", async () => {
  const text = fs.readFileSync(path.join(out, "success.test.js"), "utf8");
  assert.match(text, /const made = await toy\.put\("open sesame"\);/);
  assert.match(text, /call\("GET", `\/ask\/\$\{encodedOf\(made, "\/key", "[^"]*"\)\}`\)/);
  // Within a run of node:test another one says nothing that people read.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ["--test", "--test-reporter", "tap", path.join(out, "success.test.js")];
  const { stdout } = await run(process.execPath, args, { cwd: out, env });
  assert.match(stdout, new RegExp(`# pass ${found.tests.length}\\b`));
  assert.match(stdout, /# fail 0\b/);
});
