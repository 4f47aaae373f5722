// The configuration as hosts load it and as `nearmiss fuzz` reads it: every form of file, and what is said about wrong ones.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const { loadConfig, defineConfig } = require("../../npm/nearmiss/config/index.js");
const { OPTIONS } = require("../../npm/nearmiss/config/options.js");
const BIN = fileURLToPath(new URL("../../npm/nearmiss/bin/nearmiss.js", import.meta.url));
const TYPES = new URL("../../npm/nearmiss/config/generated/options.d.ts", import.meta.url);

const top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-config-")));
after(() => fs.rmSync(top, { recursive: true, force: true }));

let made = 0;
/** A package folder of its own with these files. */
function project(files, manifest = {}) {
  const folder = path.join(top, String((made += 1)));
  for (const [name, text] of Object.entries({ "package.json": JSON.stringify(manifest), ...files })) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  return folder;
}

const EXPECTED = { include: ["src/**"], seed: 7, sourceMaps: "inline" };
const BODY = `{ include: "src/**", seed: 7, sourceMaps: "inline" }`;

describe("every form of configuration holds the same options", () => {
  const FORMS = [
    ["nearmiss.config.mjs", `export default ${BODY};`],
    ["nearmiss.config.cjs", `module.exports = ${BODY};`],
    ["nearmiss.config.js", `module.exports = ${BODY};`],
    ["nearmiss.config.js", `export default ${BODY};`, { type: "module" }],
    ["nearmiss.config.ts", `import type { A } from "./a"; enum E { Seed = 7 }\nexport default { ...${BODY}, seed: E.Seed } as object;`],
    ["nearmiss.config.ts", `enum E { Seed = 7 }\nexport default { ...${BODY}, seed: E.Seed } as object;`, { type: "module" }],
    ["nearmiss.config.json", `\uFEFF${JSON.stringify(EXPECTED)}`],
    ["nearmiss.config.mjs", `export default async () => (${BODY});`],
    ["nearmiss.config.mjs", `console.log("words"); setInterval(() => {}, 1000); export default ${BODY};`],
  ];
  for (const [name, text, manifest] of FORMS) {
    it(`${name}: ${text.slice(0, 50)}`, () => {
      const folder = project({ [name]: text }, manifest);
      assert.deepEqual(loadConfig(folder), { file: path.join(folder, name), options: EXPECTED });
    });
  }

  it('the key "nearmiss" of package.json', () => {
    const folder = project({}, { nearmiss: EXPECTED });
    assert.deepEqual(loadConfig(folder), { file: path.join(folder, "package.json"), options: EXPECTED });
  });

  it("none: no options", () => {
    assert.deepEqual(loadConfig(project({})), { file: null, options: {} });
  });
});

describe("where it is looked for", () => {
  it("above the folder, up to that of the package and no further", () => {
    const folder = project({
      "nearmiss.config.json": `{"seed":1}`,
      "src/deep/a.js": "",
      "inner/package.json": "{}",
      "inner/src/a.js": "",
    });
    assert.equal(loadConfig(path.join(folder, "src/deep")).options.seed, 1);
    assert.equal(loadConfig(path.join(folder, "inner/src")).file, null);
  });

  it("a file that is given wins", () => {
    const folder = project({ "nearmiss.config.json": `{"seed":1}`, "other.mjs": "export default { seed: 2 }" });
    assert.equal(loadConfig(folder, { file: "other.mjs" }).options.seed, 2);
  });

  it("two of them are refused by name", () => {
    const folder = project({ "nearmiss.config.json": "{}" }, { nearmiss: {} });
    assert.throws(() => loadConfig(folder), /nearmiss\.config\.json and the key "nearmiss" of package\.json; keep one/);
  });
});

describe("what is wrong is named: file, key, value, what is allowed", () => {
  const json = (value) => ["nearmiss.config.json", JSON.stringify(value)];
  const CASES = [
    [json({ includes: [] }), /there is no option "includes"; did you mean include\?/],
    [json({ velocity: 1 }), /there is no option "velocity"; known are include, exclude/],
    [json({ sourceMaps: "yes" }), /sourceMaps is 'yes', but must be true, false or "inline"/],
    [json({ include: ["a", 5] }), /include\[1\] is 5, but must be a glob/],
    [json({ header: "no colon" }), /header is 'no colon', but must be "Name: value"/],
    [json({ port: 70000 }), /port is 70000, but must be a port from 1 to 65535/],
    [json({ time: "soon" }), /time is 'soon', but must be a time such as "500ms"/],
    [json({ calls: 0 }), /calls is 0, but must be a whole number from 1 up/],
    [json({ algorithm: "luck" }), /algorithm is 'luck', but must be "mio" or "random"/],
    [json({ failOnFault: 1, start: "" }), /failOnFault is 1, but must be true or false\n[\s\S]*start is '', but must be a text/],
    [json([1]), /must hold an object with options, not \[ 1 \]/],
    [["nearmiss.config.json", `{\n  "seed": 3,\n}`], /nearmiss\.config\.json:3 is not JSON/],
    [["nearmiss.config.mjs", "export default { include: /x/ }"], /include is \/x\/, but must be a glob/],
    [["nearmiss.config.mjs", "export default {\n a: = 3 }"], /nearmiss\.config\.mjs:2\)/],
    [["nearmiss.config.mjs", `\n\nthrow new Error("boom")`], /boom \(at .*nearmiss\.config\.mjs:3/],
    [["nearmiss.config.mjs", "export const seed = 1"], /no default export/],
    [["nearmiss.config.mjs", "process.exit(0)"], /must not call process\.exit/],
    [["nearmiss.config.ts", "export default {\n a: = 3 }"], /nearmiss\.config\.ts[\s\S]*2:5/],
  ];
  for (const [[name, text], message] of CASES) {
    it(`${name}: ${text.replaceAll("\n", " ")}`, () => {
      const folder = project({ [name]: text });
      assert.throws(() => loadConfig(folder), (error) => {
        assert.match(error.message, message);
        assert.ok(error.message.includes(path.join(folder, name)), `the file is named: ${error.message}`);
        return true;
      });
    });
  }

  it("the command line says the same, with exit code 2", () => {
    const folder = project({ "nearmiss.config.mjs": `export default { sourceMaps: "yes" }` });
    const { status, stderr } = spawnSync(process.execPath, [BIN, "fuzz", "--start", "node a.js"], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /nearmiss\.config\.mjs: sourceMaps is 'yes', but must be true, false or "inline"/);
  });

  it("the command line takes its options from a program", () => {
    const folder = project({ "nearmiss.config.ts": `export default { start: "exit 9" as string, time: "1s" }` });
    const { status, stderr } = spawnSync(process.execPath, [BIN, "fuzz"], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 3, stderr);
    assert.match(stderr, /exit(ed with)? code 9/);
  });
});

describe("one list of options", () => {
  it("the types name the same options as the checks", () => {
    const text = fs.readFileSync(TYPES, "utf8");
    const body = text.slice(text.indexOf("interface NearmissConfig"), text.indexOf("\n}\n"));
    const typed = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name);
    assert.deepEqual(typed.sort(), Object.keys(OPTIONS).sort());
  });

  it("the compiler takes what the checks take, and nothing else", () => {
    const lines = [
      `import { defineConfig, loadConfig } from ${JSON.stringify(path.dirname(fileURLToPath(TYPES)).replace(/generated$/, "index.js"))};`,
      `defineConfig({ start: "node a.js", include: "src/**", seed: 7, sourceMaps: "inline", time: "90s", format: "node", realTimers: true });`,
      `defineConfig(async () => ({ auth: { auth: [{ name: "bob" }] }, only: ["/a", "/b"], allowHost: ["a.example"] }));`,
      `const { options } = loadConfig(".");`,
      `const lists: (string[] | undefined)[] = [options.include, options.only, options.header, options.seedFrom, options.allowHost];`,
      `const others: [string | undefined, number | undefined, boolean | "inline" | undefined] = [options.start, options.seed, options.sourceMaps];`,
      "// @ts-expect-error: a number",
      `defineConfig({ seed: "7" });`,
      "// @ts-expect-error: one of four",
      `defineConfig({ format: "tap" });`,
      "// @ts-expect-error: no such option",
      `export const wrong: ReturnType<typeof loadConfig>["options"] = { seeds: 1 };`,
      "export { lists, others };",
    ];
    const folder = project({ "a.ts": lines.join("\n") }, { type: "module" });
    const tsc = require.resolve("typescript/bin/tsc");
    const args = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext", "--target", "es2022", "a.ts"];
    const { stdout } = spawnSync(process.execPath, [tsc, ...args], { cwd: folder, encoding: "utf8" });
    assert.equal(stdout, "");
  });

  it("defineConfig answers what it is given", () => {
    const options = { seed: 1 };
    assert.equal(defineConfig(options), options);
    execFileSync(process.execPath, ["-e", `require("nearmiss/config").defineConfig({})`], { cwd: path.dirname(BIN) });
  });
});
