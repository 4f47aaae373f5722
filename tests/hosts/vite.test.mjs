// nearmiss/vite: the example project in Vitest, as a server bundle and as a bundle for browsers.

import assert from "node:assert/strict";
import fs from "node:fs";
import { SourceMap, createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import vm from "node:vm";
import { APP, EXPECTED, HOSTS, node, registerTables, sameTables, summary, withFolder } from "./hosts.mjs";

const require = createRequire(import.meta.url);
const PROJECT = path.join(HOSTS, "vite");
const program = (name) => path.join(path.dirname(require.resolve(`${name}/package.json`)), require(`${name}/package.json`).bin[name]);

/** Builds the project; answers the folder of the bundle, in the project, from where `nearmiss/load` can be found. */
async function withBuild(args, body, env = {}) {
  const out = fs.mkdtempSync(path.join(PROJECT, "dist-"));
  try {
    await node(PROJECT, [program("vite"), "build", "--outDir", out, "--logLevel", "warn", ...args], env);
    await body(out);
  } finally {
    fs.rmSync(out, { recursive: true, force: true });
  }
}

/**
 * Fails unless the files of the app have register's targets. Vite compiles TypeScript with esbuild, before us: the function that
 * it makes up for an enum has places in the original, so it has targets, which are none of the developer's.
 */
async function sameTablesAsRegister(tables) {
  const expected = await registerTables();
  const enumTables = [expected, tables].map((all) => all["src/shelf.ts"].slots.length);
  assert.ok(enumTables[0] < enumTables[1], `${enumTables}`);
  const ofApp = Object.entries(tables).filter(([file]) => !file.startsWith(".."));
  await sameTables({ ...Object.fromEntries(ofApp), "src/shelf.ts": expected["src/shelf.ts"] });
}

test("the example project in Vitest: same answers, register's targets, coverage", async () => {
  await withFolder(async (folder) => {
    const FILES = path.join(folder, "files.json");
    await node(PROJECT, [program("vitest"), "run"], { FILES });
    const { tables, coverage } = JSON.parse(fs.readFileSync(FILES, "utf8"));
    await sameTablesAsRegister(tables);
    assert.deepEqual(summary(coverage)["src/price.js"].branches, [19, 21]);
  });
});

test("with NEARMISS_COVERAGE Vitest leaves the coverage of each test file behind", async () => {
  await withFolder(async (folder) => {
    for (const pool of ["forks", "threads"]) {
      const out = path.join(folder, pool);
      await node(PROJECT, [program("vitest"), "run", "--pool", pool], { NEARMISS_COVERAGE: out });
      const [file] = fs.readdirSync(out);
      assert.deepEqual(summary(JSON.parse(fs.readFileSync(path.join(out, file), "utf8")))["src/price.js"].branches, [19, 21]);
    }
  });
});

test("a server bundle asks nearmiss/load for its slots, and its map leads to the original files", async () => {
  await withBuild([], async (out) => {
    const bundle = path.join(out, "entry.js");
    const { result, tables } = JSON.parse((await node(PROJECT, [bundle])).stdout);
    assert.deepEqual(result, EXPECTED);
    await sameTablesAsRegister(tables);
    const text = fs.readFileSync(bundle, "utf8");
    assert.match(text, /from ?"nearmiss\/load"/);
    const lines = text.split("\n");
    const map = new SourceMap(JSON.parse(fs.readFileSync(`${bundle}.map`, "utf8")));
    const line = lines.findIndex((each) => each.includes("the shelf is full"));
    const { originalSource, originalLine } = map.findEntry(line, lines[line].indexOf("the shelf is full"));
    const original = fs.readFileSync(path.join(APP, "src/stock.ts"), "utf8").split("\n");
    assert.match(originalSource, /src\/stock\.ts$/);
    assert.ok(original[originalLine].includes("the shelf is full"), `stock.ts:${originalLine + 1}`);
  });
});

test("a server bundle under nearmiss/register is instrumented once", async () => {
  await withBuild([], async (out) => {
    const { stdout } = await node(PROJECT, ["--import", import.meta.resolve("nearmiss/register"), path.join(out, "entry.js")]);
    const { result, tables } = JSON.parse(stdout);
    assert.deepEqual(result, EXPECTED);
    assert.ok(tables["src/stock.ts"].slots.length > 10);
  });
});

test("NEARMISS_COVERAGE writes what the bundle covered when it ends", async () => {
  const write = async (out) => {
    const folder = path.join(out, "coverage");
    await node(PROJECT, [path.join(out, "entry.js")], { NEARMISS_COVERAGE: folder });
    const [file] = fs.readdirSync(folder);
    assert.match(file, /^coverage-\d+\.json$/);
    assert.deepEqual(summary(JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")))["src/price.js"].branches, [19, 21]);
  };
  await withBuild([], write, { NEARMISS_COVERAGE: "set" });
});

test("a bundle for browsers needs nothing of Node", async () => {
  await withBuild(["--config", "client.config.js"], async (out) => {
    const printed = [];
    vm.runInNewContext(fs.readFileSync(path.join(out, "client.js"), "utf8"), { console: { log: (line) => printed.push(line) } });
    const { result, tables } = JSON.parse(printed[0]);
    assert.deepEqual(result, EXPECTED);
    await sameTablesAsRegister(tables);
  });
});
