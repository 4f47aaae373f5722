"use strict";
// Text that registers itself, with coverage, means what the program meant: the cases of `semantics.test.cjs` once more, as the
// hosts that transform file by file write them. Whatever has a place in coverage is valid Istanbul coverage.
const test = require("node:test");
const assert = require("node:assert");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { createFileCoverage } = require("istanbul-lib-coverage");
const { readCases } = require("./cases.cjs");
const { observe, observeModule } = require("./observe.cjs");
const { transform } = require("../../npm/nearmiss/transform/index.js");
const { filesOfRealm } = require("../../npm/nearmiss/load/realm.js");

const LOAD = path.join(__dirname, "../../npm/nearmiss/load");

for (const { name, source, module } of readCases()) {
  test(name, async () => {
    const observed = module ? observeModule : observe;
    const plain = await observed(source);
    const filename = path.join(__dirname, module ? "case.mjs" : "case.cjs");
    const request = { file: name, kind: module ? "module" : "commonjs", coverage: true };
    const runtime = module ? pathToFileURL(path.join(LOAD, "index.mjs")).href : path.join(LOAD, "index.js");
    const { code, table } = transform(source, filename, { ...request, runtime, warn: assert.fail });
    if (table === null) {
      assert.match(source, /\b__nm\b/, "only what names the runtime has no probes");
      assert.strictEqual(code, source);
      return;
    }
    assert.strictEqual(code.split("\n").length, source.split("\n").length, "lines are kept");
    for (const run of ["first", "second"]) assert.deepStrictEqual(await observed(code), plain, `${run} run, ${code}`);
    const { [name]: known } = filesOfRealm().tables();
    assert.deepStrictEqual(known, JSON.parse(table));
    globalThis.__nm.S.fill(1);
    assert.deepStrictEqual(await observed(code), plain, `saturated, ${code}`);
    const coverage = globalThis.__coverage__[name];
    createFileCoverage(coverage);
    const counts = [...Object.values(coverage.s), ...Object.values(coverage.f), ...Object.values(coverage.b).flat()];
    assert.ok(counts.every((count) => count === 1), "all is covered when every slot is");
    globalThis.__nm.S.fill(0);
  });
}
