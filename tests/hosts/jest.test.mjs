// nearmiss/jest: the example project in Jest's CommonJS and as ES modules, its reports, and beside other transformers.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { APP, HOSTS, node, sameTables, summary, withFolder } from "./hosts.mjs";

const require = createRequire(import.meta.url);
const PROJECT = path.join(HOSTS, "jest");
const JEST = require.resolve("jest/bin/jest");
const ESM = ["--experimental-vm-modules", "--no-warnings"];

/** Runs the project's tests with coverage; answers its files, coverage and what it printed. */
async function jest(folder, nodeArgs = [], args = [], env = {}) {
  const files = path.join(folder, "files.json");
  const jestArgs = [JEST, "--coverage", "--no-cache", "--runInBand", ...args];
  const output = await node(PROJECT, [...nodeArgs, ...jestArgs], { FILES: files, COVERAGE_DIRECTORY: folder, ...env });
  const read = (name) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));
  return { tables: read("files.json").tables, coverage: read("coverage-final.json"), ...output };
}

for (const [mode, nodeArgs] of [["CommonJS", []], ["ES modules", ESM]]) {
  test(`the example project in Jest, ${mode}: same answers, register's targets, Jest's reports`, async () => {
    await withFolder(async (folder) => {
      const { tables, coverage, stdout } = await jest(folder, nodeArgs);
      await sameTables(tables);
      assert.match(stdout, /price\.js +\| +100 \| +90\.47 \| +100 \| +100 \| 6,23/);
      const price = summary(coverage)["src/price.js"];
      assert.deepEqual({ statements: price.statements[0] > 15, branches: price.branches }, { statements: true, branches: [19, 21] });
      const lcov = fs.readFileSync(path.join(folder, "lcov.info"), "utf8");
      assert.match(lcov, /SF:.*app\/src\/stock\.ts/);
      assert.match(lcov, /BRDA:6,/);
    });
  });
}

test("a file that no test loads is in the report, with nothing covered", async () => {
  await withFolder(async (folder) => {
    const config = require(path.join(PROJECT, "jest.config.cjs"));
    const file = path.join(folder, "jest.config.json");
    const alone = path.join(folder, "alone.test.js");
    fs.writeFileSync(alone, 'test("nothing is loaded", () => {});\n');
    fs.writeFileSync(file, JSON.stringify({ ...config, roots: [folder, APP], testMatch: [alone], coverageDirectory: folder }));
    await node(PROJECT, [JEST, "--coverage", "--no-cache", "--config", file]);
    const coverage = JSON.parse(fs.readFileSync(path.join(folder, "coverage-final.json"), "utf8"));
    const { statements, branches } = summary(coverage)["src/price.js"];
    assert.deepEqual([statements[0], branches], [0, [0, 21]]);
    assert.ok(statements[1] > 15);
  });
});

test("behind another transformer, which compiles, the targets are the same and nothing is counted twice", async () => {
  await withFolder(async (folder) => {
    const config = require(path.join(PROJECT, "jest.config.cjs"));
    const transformer = require.resolve("babel-jest");
    const file = path.join(folder, "jest.config.json");
    const transform = { "\\.js$": ["nearmiss/jest", { root: APP, transformer: [transformer, { configFile: false, plugins: [require.resolve("@babel/plugin-syntax-import-attributes")] }] }], "\\.ts$": ["nearmiss/jest", { root: APP }] };
    fs.writeFileSync(file, JSON.stringify({ ...config, coverageDirectory: folder, transform }));
    const { tables, coverage } = await jest(folder, ESM, ["--config", file]);
    await sameTables(tables);
    assert.deepEqual(summary(coverage)["src/price.js"].branches, [19, 21]);
  });
});

test("without --coverage the code runs as it is, with `always` instrumented", async () => {
  await withFolder(async (folder) => {
    const files = path.join(folder, "files.json");
    const config = require(path.join(PROJECT, "jest.config.cjs"));
    const file = path.join(folder, "jest.config.json");
    for (const always of [false, true]) {
      const transform = { "\\.[cm]?[jt]sx?$": ["nearmiss/jest", { root: APP, always }] };
      fs.writeFileSync(file, JSON.stringify({ ...config, transform }));
      await node(PROJECT, [JEST, "--no-cache", "--config", file], always ? { FILES: files } : {});
      assert.equal(fs.existsSync(files), always);
    }
    await sameTables(JSON.parse(fs.readFileSync(files, "utf8")).tables);
  });
});

test("Jest under nearmiss/register: the files that Jest loads are instrumented once, by Jest", async () => {
  await withFolder(async (folder) => {
    const { tables, coverage } = await jest(folder, ["--import", import.meta.resolve("nearmiss/register")]);
    await sameTables(tables);
    assert.deepEqual(summary(coverage)["src/price.js"].branches, [19, 21]);
  });
});

test("the cache key changes with the source, the options and what Jest asks", () => {
  const { createTransformer } = require("nearmiss/jest");
  const config = { rootDir: APP, extensionsToTreatAsEsm: [] };
  const request = { config, configString: "{}", instrument: true, supportsStaticESM: false, transformerConfig: {} };
  const filename = path.join(APP, "src/price.js");
  const key = (source, changes = {}, own = {}) => createTransformer(own).getCacheKey(source, filename, { ...request, ...changes });
  const keys = [
    key("a"),
    key("b"),
    key("a", { instrument: false }),
    key("a", { supportsStaticESM: true }),
    key("a", { transformerConfig: { exclude: ["x"] } }),
    key("a", {}, { logical: "closure" }),
  ];
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(key("a"), keys[0]);
});
