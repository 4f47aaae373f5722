// nearmiss/webpack-loader: the example project, and the loader in other places of a build.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import vm from "node:vm";
import { createRequire, SourceMap } from "node:module";
import webpack from "webpack";

import { APP, EXPECTED, HOSTS, node, sameTables, withFolder } from "./hosts.mjs";

const PROJECT = path.join(HOSTS, "webpack");
const config = createRequire(import.meta.url)(path.join(PROJECT, "webpack.config.js"));

/** Builds with changes to the project's configuration; answers the folder of the bundle. */
function build(out, changes = {}) {
  return new Promise((resolve, reject) => {
    webpack({ ...config, output: { ...config.output, path: out }, mode: "development", devtool: "source-map", ...changes }, (error, stats) => {
      if (error) reject(error);
      else if (stats.hasErrors()) reject(new Error(stats.toString({ colors: false })));
      else resolve(path.join(out, "bundle.js"));
    });
  });
}

test("the example project builds and answers what it does without probes, with register's targets", async () => {
  await withFolder(async (out) => {
    await node(PROJECT, ["build.js", out]);
    const { result, tables, coverage } = JSON.parse((await node(out, ["bundle.js"])).stdout);
    assert.deepEqual(result, EXPECTED);
    delete tables["../webpack/entry.js"];
    await sameTables(tables);
    const price = coverage[path.join(APP, "src/price.js")];
    assert.deepEqual([price.s[0], Object.values(price.fnMap).map(({ name }) => name)], [1, ["taxOf", "discountOf", "(anonymous_2)"]]);
  });
});

test("the map of the bundle leads to the places of the original files", async () => {
  await withFolder(async (out) => {
    const bundle = await build(out);
    const lines = fs.readFileSync(bundle, "utf8").split("\n");
    const map = new SourceMap(JSON.parse(fs.readFileSync(`${bundle}.map`, "utf8")));
    for (const [file, text] of [["price.js", "RangeError(`line of"], ["stock.ts", "RangeError(\"the shelf is full\")"]]) {
      const line = lines.findIndex((each) => each.includes(text));
      const { originalSource, originalLine } = map.findEntry(line, lines[line].indexOf(text));
      const original = fs.readFileSync(path.join(APP, "src", file), "utf8").split("\n");
      assert.match(originalSource, new RegExp(`src/${file.replace(".", "\\.")}$`));
      assert.ok(original[originalLine].includes(text), `${file}:${originalLine + 1}`);
    }
  });
});

test("behind another loader its JavaScript and map are taken", async () => {
  await withFolder(async (out) => {
    const before = path.join(out, "types.cjs");
    fs.writeFileSync(
      before,
      `const { compile } = require(${JSON.stringify(createRequire(import.meta.url).resolve("nearmiss/transform"))});
      module.exports = function (source) {
        const { code, map } = compile(source, this.resourcePath, { kind: "module" });
        this.callback(null, code, map ?? undefined);
      };`,
    );
    const [rule] = config.module.rules;
    const bundle = await build(out, { module: { rules: [{ ...rule, use: [rule.use, before] }] } });
    const { result, tables } = JSON.parse((await node(out, [bundle])).stdout);
    assert.deepEqual(result, EXPECTED);
    delete tables["../webpack/entry.js"];
    await sameTables(tables);
  });
});

test("what is instrumented already passes unchanged", async () => {
  await withFolder(async (out) => {
    const [rule] = config.module.rules;
    const bundle = await build(out, { module: { rules: [{ ...rule, use: [rule.use, rule.use] }] } });
    assert.deepEqual(JSON.parse((await node(out, [bundle])).stdout).result, EXPECTED);
    assert.equal(fs.readFileSync(bundle, "utf8").match(/file:\s*"src\/price\.js"/g).length, 1);
  });
});

test("an instrumented bundle under nearmiss/register is instrumented once", async () => {
  await withFolder(async (out) => {
    const bundle = await build(out);
    const { stdout } = await node(out, ["--import", import.meta.resolve("nearmiss/register"), bundle]);
    assert.deepEqual(JSON.parse(stdout).result, EXPECTED);
  });
});

test("a bundle for browsers needs nothing of Node", async () => {
  await withFolder(async (out) => {
    const bundle = await build(out, { target: "web" });
    const printed = [];
    vm.runInNewContext(fs.readFileSync(bundle, "utf8"), { console: { log: (line) => printed.push(line) } });
    const { result, coverage } = JSON.parse(printed[0]);
    assert.deepEqual(result, EXPECTED);
    assert.equal(coverage[path.join(APP, "src/odd.js")].s[0], 1);
  });
});

test("a file that does not parse is named, and the build says so", async () => {
  await withFolder(async (out) => {
    const entry = path.join(out, "wrong.ts");
    fs.writeFileSync(entry, "let = ;\n");
    const [rule] = config.module.rules;
    const use = { ...rule.use, options: { root: out } };
    await assert.rejects(build(out, { entry, module: { rules: [{ ...rule, use }] } }), /wrong\.ts/);
  });
});
