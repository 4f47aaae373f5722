// What the SWC plugin says when something does not fit.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";

const require = createRequire(import.meta.url);
const { swcPlugin } = require("nearmiss/swc");
const here = dirname(fileURLToPath(import.meta.url));

function compile(source, options = {}, { parser = { syntax: "ecmascript" }, experimental = {}, ...more } = {}) {
  return transformSync(source, {
    filename: "a.js",
    swcrc: false,
    jsc: { target: "es2022", parser, experimental: { ...experimental, plugins: [[swcPlugin(), options]] } },
    ...more,
  }).code;
}

test("the plugin is chosen by the version of the host", () => {
  for (const version of ["1.16.0", "1.16.22", "1.16.99"]) assert.match(swcPlugin({ version }), /nearmiss_swc_1\.16\.wasm$/);
  for (const version of ["1.15.47", "1.3.100", "1.17.0", "2.0.0"]) {
    assert.throws(() => swcPlugin({ version }), (error) => {
      assert.ok(error.message.includes(`@swc/core ${version}; there is one for >=1.16 <1.17`), error.message);
      return true;
    });
  }
  assert.throws(() => swcPlugin({ from: tmpdir() }), /@swc\/core cannot be found from .*install @swc\/core >=1\.16 <1\.17/);
});

test("options that are none are refused by name", () => {
  assert.throws(() => compile("f()", { excludes: [] }), /the options of the nearmiss plugin: unknown field `excludes`/);
  assert.throws(() => compile("f()", { include: ["[a"] }), /the options of the nearmiss plugin: include: /);
});

test("what is not to be instrumented is left as it is", () => {
  const plain = transformSync("a < b;", { filename: "a.js", swcrc: false }).code;
  for (const [options, filename] of [
    [{ exclude: ["*.js"] }, "a.js"],
    [{ include: ["src/**"] }, "a.js"],
    [{}, "node_modules/x/a.js"],
  ]) {
    assert.equal(compile("a < b;", options, { filename }), plain);
  }
  const once = compile("a < b;");
  assert.match(once, /__nm\.lt/);
  assert.equal(compile(once), once, "a file is instrumented once");
});

/** Runs a program that the plugin made; its warnings. */
function warnings(code) {
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: here, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stderr;
}

test("a file that cannot be instrumented runs and is named", () => {
  const outside = compile("export const x = 1;", { root: join(here, "sub") }, { filename: join(here, "a.js") });
  assert.match(warnings(outside), /nearmiss: .*a\.js is not instrumented: it lies outside the plugin's root/);
  const typed = compile("export const x: number = 1;", {}, {
    filename: "a.ts",
    parser: { syntax: "typescript" },
    experimental: { runPluginFirst: true },
  });
  assert.match(warnings(typed), /nearmiss: a\.ts is not instrumented: .*no "runPluginFirst"/);
});

test("deep nesting is refused with a word or instrumented, and never a crash", () => {
  for (const depth of [100, 1000, 5000]) {
    const source = `export const deep = ${"[".repeat(depth)}1 < 2${"]".repeat(depth)};`;
    const plain = spawnSync(process.execPath, [join(here, "compile.mjs"), "--plain"], { input: source, encoding: "utf8" });
    const probed = spawnSync(process.execPath, [join(here, "compile.mjs")], { input: source, encoding: "utf8" });
    if (plain.status === 0) assert.match(probed.stdout, /__nm|leave/, `${depth}: ${probed.stderr.slice(0, 500)}`);
  }
});
