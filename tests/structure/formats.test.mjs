// An output format is one folder and one line: nothing else names it, but for the registry and what the configuration offers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

const ROOT = path.join(import.meta.dirname, "../..");
const FORMATS = "crates/nearmiss_writer/src/formats";
/** Formats of which nothing is said elsewhere: the others are the default, and the one that is always there. */
const NAMES = ["mocha", "vitest"];
/** Where the names of all formats are offered; and a plugin that is for one of the runners. */
const OFFERED = [`${FORMATS}/mod.rs`, "npm/nearmiss/config/generated/options.d.ts", "npm/nearmiss/vite/setup.mjs"];

/** The code of a file: comments and tests are prose and examples. */
function codeOf(file) {
  const text = fs.readFileSync(path.join(ROOT, file), "utf8");
  if (!file.endsWith(".rs")) return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*/gm, "");
  return text.split(/^#\[cfg\(test\)\]/m)[0].replace(/\/\/[^\n]*/g, "");
}

test("nothing but its folder and the registry names an output format", () => {
  const tracked = execFileSync("git", ["ls-files", "crates", "npm/nearmiss"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
  const isCode = (file) => /^(?:crates\/\w+\/src|npm)\/.*\.(?:rs|[cm]?js|ts)$/.test(file) && !/\/tests(?:\/|\.rs)/.test(file);
  const files = tracked.filter((file) => isCode(file) && !OFFERED.includes(file) && fs.existsSync(path.join(ROOT, file)));
  assert.ok(files.length > 500, "files are looked at");
  const naming = NAMES.flatMap((name) => {
    const named = new RegExp(`(["'\`])${name}\\1`, "i");
    const others = files.filter((file) => !file.startsWith(`${FORMATS}/${name}/`));
    return others.filter((file) => named.test(codeOf(file))).map((file) => `${file} names ${name}`);
  });
  assert.deepEqual(naming, []);
});
