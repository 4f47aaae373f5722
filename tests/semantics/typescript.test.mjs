// The small form of `npm run semantics -- --typescript`: generated TypeScript projects do what TypeScript's own output does,
// and so do those that are written by hand.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { compare } from "./typescript/compare.mjs";
import { PROJECTS } from "./typescript/written.mjs";

const COMMAND = fileURLToPath(new URL("semantics.mjs", import.meta.url));
const PROGRAMS = 40;

test(`${PROGRAMS} generated TypeScript projects mean what they mean behind tsc`, () => {
  const options = ["--typescript", "--programs", String(PROGRAMS), "--seed", "1"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...options], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.strictEqual(stdout.trimEnd().split("\n").at(-1), "differences 0", stdout + stderr);
  assert.strictEqual(status, 0, stdout + stderr);
});

test("TypeScript projects written by hand mean what they mean behind tsc", async () => {
  const differing = [];
  for (const project of PROJECTS) {
    const found = await compare(project);
    if (found !== null) differing.push({ name: project.name, theirs: found.theirs, ours: found.ours, refused: found.refused, listed: found.listed });
  }
  assert.deepStrictEqual(differing, []);
});
