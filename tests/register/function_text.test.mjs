// The text of a function with probes: what the developer wrote, so that it runs where there is no runtime.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { here, registerUrl } from "./fake_core.mjs";

const cwd = path.join(here, "apps", "function_text");
const BIN = path.resolve(fileURLToPath(import.meta.url), "../../../npm/nearmiss/bin/nearmiss.js");
const env = { ...process.env, NEARMISS_CONTROL: "" };
const run = (args, folder = cwd) => execFileSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });

for (const file of ["main.js", "main.mjs"]) {
  test(`${file}: texts are those of the plain program, and run elsewhere`, () => {
    const plain = run([file]);
    assert.match(plain, /vm big 18/);
    assert.equal(run(["--import", registerUrl, file]), plain);
  });
}

for (const compiler of ["nearmiss", "typescript"]) {
  test(`the text of a function that ${compiler} has compiled is JavaScript without probes`, () => {
    const args = ["--import", registerUrl, "typed.ts"];
    const options = { ...env, NEARMISS_OPTIONS: JSON.stringify({ compiler }) };
    const [text, answer] = execFileSync(process.execPath, args, { cwd, env: options, encoding: "utf8" }).trim().split("\n");
    assert.equal(text, "true", "no probe is in it");
    assert.equal(answer, "big 12");
  });
}

test("built ahead of time: the same texts", () => {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-function-text-"));
  try {
    run([BIN, "instrument", ".", "-o", path.join(out, "build")]);
    const built = path.join(out, "build");
    assert.match(fs.readFileSync(path.join(built, "main.js"), "utf8"), /__nm\.S\[/);
    fs.mkdirSync(path.join(out, "node_modules"));
    fs.symlinkSync(path.resolve(BIN, "../.."), path.join(out, "node_modules/nearmiss"), "dir");
    assert.equal(run(["main.js"], built), run(["main.js"]));
  } finally {
    fs.rmSync(out, { recursive: true, force: true });
  }
});
