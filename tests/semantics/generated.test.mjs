// The small form of `npm run semantics`: generated programs, the replacements that they call, the faults put into the transform and
// into replacements, the rows of what a first instrumenter got wrong, each as its own test where it has a name.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { COUNTED } from "./programs/call_arguments.mjs";
import { COUNTS } from "./run/receivers.mjs";

const COMMAND = fileURLToPath(new URL("semantics.mjs", import.meta.url));
const PROGRAMS = 3000;

/** Runs the command; answers its lines. */
function run(...options) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...options], { encoding: "utf8", maxBuffer: 1 << 28 });
  return { status, lines: stdout.trimEnd().split("\n"), all: stdout + stderr };
}

test(`${PROGRAMS} generated programs mean the same instrumented`, () => {
  const { status, lines, all } = run("--programs", String(PROGRAMS), "--seed", "1");
  assert.strictEqual(lines.at(-1), "differences 0", all);
  assert.strictEqual(status, 0, all);
});

test("the result does not depend on how many processes there are", () => {
  const figures = (workers) => run("--programs", "450", "--seed", "7", "--workers", workers).lines.slice(1);
  assert.deepStrictEqual(figures("1"), figures("3"));
});

test("generated programs call each registered replacement", () => {
  const { status, lines, all } = run("--replacements", "--programs", "2000", "--seed", "1");
  assert.match(lines.at(-1), /^replacements \d{2,}, missed 0$/, all);
  assert.strictEqual(status, 0, all);
});

test("the generator knows how many values of each kind the world has", () => assert.deepStrictEqual(COUNTED, COUNTS));

test("each fault put into the transform or a replacement is found", () => {
  const { status, lines, all } = run("--faults", "--whole", "--programs", "12000", "--seed", "1");
  assert.match(lines.at(-1), /^faults (\d+), found \1,/, all);
  assert.strictEqual(status, 0, all);
});

test("every row of what a first instrumenter got wrong", async (t) => {
  const { status, lines, all } = run("--peer-defects");
  for (const line of lines.slice(0, -1).filter((one) => /^(?:ok {3}|MISS )/.test(one))) {
    await t.test(line.slice(5), () => assert.ok(line.startsWith("ok"), line));
  }
  assert.match(lines.at(-1), /^rows \d{2,}, missed 0$/, all);
  assert.strictEqual(status, 0, all);
});

test("a wrong option is said", () => {
  for (const options of [["--programs", "many"], ["--programs", "0"], ["--nope"]]) {
    const { status, all } = run(...options);
    assert.strictEqual(status, 2);
    assert.match(all, /semantics: .*\n.*--programs N/s);
  }
});
