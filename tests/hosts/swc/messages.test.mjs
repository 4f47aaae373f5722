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
  assert.throws(() => compile("f()", { excludes: [] }), /the options of the nearmiss plugin: there is no option "excludes"; known are root,/);
  assert.throws(() => compile("f()", { coverage: true }), /there is no option "coverage"; coverage comes from nearmiss\/jest/);
  assert.throws(() => compile("f()", { include: ["[a"] }), /the options of the nearmiss plugin: include: /);
});

test("what is not to be instrumented is left as it is", () => {
  const plain = transformSync("a < b;", { filename: "a.js", swcrc: false }).code;
  for (const [options, filename] of [
    [{ exclude: ["*.js"] }, "a.js"],
    [{ exclude: "*.js" }, "a.js"],
    [{ root: "sub" }, join(process.cwd(), "a.js")],
    [{ include: ["src/**"] }, "a.js"],
    [{}, "node_modules/x/a.js"],
    [{ root: join(here, "sub") }, join(here, "a.js")],
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
  const typed = compile("export const x: number = 1;", {}, {
    filename: "a.ts",
    parser: { syntax: "typescript" },
    experimental: { runPluginFirst: true },
  });
  assert.match(warnings(typed), /nearmiss: a\.ts is not instrumented: .*no "runPluginFirst"/);
});

// Beyond this, swc's own passing of the tree to any plugin and back ends in "call stack exhausted".
test("deep nesting is instrumented or refused with a word, where swc takes it itself", () => {
  const shapes = ["arrays 500", "arrays 1000", "sums 700", "sums 1500", "ors 1500", "elses 1000", "nots 1500", "functions 100"];
  const run = (script, args, input) => spawnSync(process.execPath, [join(here, script), ...args], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  for (const shape of shapes) {
    const { stdout: source } = run("shapes.mjs", shape.split(" "));
    const plain = run("compile.mjs", ["--plain"], source);
    assert.equal(plain.status, 0, `${shape}: ${plain.stderr}`);
    const probed = run("compile.mjs", [], source);
    assert.equal(probed.status, 0, `${shape}: ${probed.stderr.slice(0, 2000)}`);
    assert.match(probed.stdout, /__nm\.S|leave as .*nested too deeply to be instrumented \(limit 800\)/s, shape);
  }
});
