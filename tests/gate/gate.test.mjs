// The gate counts what happened, names what failed and what was slow, and knows its parts.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { argsFor, byFolder } from "./node-tests.mjs";
import { ROOT, slowOf } from "./step.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-gate-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Runs texts of test files as the gate does; answers its exit code and what it printed. */
function run(...texts) {
  const files = texts.map((text, at) => {
    const file = path.join(folder, `${at}.test.mjs`);
    fs.writeFileSync(file, `import assert from "node:assert/strict"; import { describe, it, test, before } from "node:test";\n${text}`);
    return file;
  });
  // A runner inside of a test would be taken for a part of it.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status, stdout } = spawnSync(process.execPath, argsFor(files), { encoding: "utf8", env });
  return { status, stdout };
}

test("tests are counted, suites are not; what was skipped is no test that passed", () => {
  const { status, stdout } = run(`test("a", () => {}); describe("s", () => { it("b", () => {}); it("c", { skip: "why" }, () => {}); });`);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^# pass 2\n# fail 0\n# skipped 1$/m);
});

test("a test that fails is shown with its error and with what its file printed", () => {
  const { status, stdout } = run(
    `test("good", () => { console.log("of the good one"); });`,
    `test("bad", () => { console.log("of the bad one"); assert.equal(1, 2); });`,
  );
  assert.equal(status, 1);
  assert.match(stdout, /FAILED .*1\.test\.mjs > bad\nAssertionError/);
  assert.match(stdout, /of the bad one/);
  assert.doesNotMatch(stdout, /of the good one/);
  assert.match(stdout, /^# pass 1\n# fail 1$/m);
});

test("a file that does not load, and a hook that throws, are failures", () => {
  const { status, stdout } = run(`throw new Error("on loading");`, `describe("s", () => { before(() => { throw new Error("hook"); }); it("x", () => {}); });`);
  assert.equal(status, 1);
  assert.match(stdout, /on loading/);
  assert.match(stdout, /Error: hook/);
  const [, failed] = /^# fail (\d+)$/m.exec(stdout);
  assert.ok(Number(failed) >= 2, stdout);
});

test("what took long is told by node:test, by cargo and by experiments", () => {
  const { stdout } = run(`test("slow", () => new Promise((resolve) => setTimeout(resolve, 1_100)));`);
  const [[ms, name]] = slowOf(stdout);
  assert.ok(ms >= 1_000 && name.endsWith("0.test.mjs > slow"), stdout);
  const cargo = "     Running unittests src/lib.rs (target/release/deps/a-1)\ntest result: ok. 3 passed; 0 failed; finished in 4.50s\n";
  assert.deepEqual(slowOf(cargo), [[4_500, "cargo test: unittests src/lib.rs"]]);
  assert.deepEqual(slowOf("gallery: met\ngallery: 31 s\n"), [[31_000, "gallery (small)"]]);
});

test("each folder with tests is a part, and a part that is none is named with those that there are", () => {
  assert.ok(byFolder().get("gate").some((file) => file.endsWith("gate.test.mjs")));
  const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, "tests/gate/main.mjs"), "--only", "e2e,nothing"], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /there is no part nothing;[\s\S]*\n {2}rust +cargo test\n[\s\S]*\n {2}e2e +tests\/e2e: \d+ files/);
});
