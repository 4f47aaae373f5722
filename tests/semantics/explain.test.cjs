"use strict";
// Explaining mode leaves the meaning of programs alone: each case runs plain, and instrumented with probes that note every
// evaluation and every error that leaves a function.
const test = require("node:test");
const assert = require("node:assert");
const { readCases } = require("./cases.cjs");
const { instrument } = require("./instrumenter.cjs");
const { observe, observeModule } = require("./observe.cjs");
const runtime = require("../../npm/nearmiss/runtime/index.js");
const { createNotes } = require("../../npm/nearmiss/explain/notes.js");
const { wrapProbes } = require("../../npm/nearmiss/explain/wrap.js");

const SLOTS = 4096;
const cases = readCases();
const requests = cases.map(({ source, module }, index) => ({
  source,
  module: module ? "esm" : "commonJs",
  file: "case.js",
  base: 16 + index * SLOTS,
  tellsErrors: true,
}));
const outputs = instrument(requests);
const installed = runtime.install(runtime.detachedBuffer(16 + cases.length * SLOTS));
const { probes } = installed;
const notes = createNotes(installed.map);
wrapProbes(installed, notes);
probes.A[0] = 1;

let evaluated = 0;
let left = 0;

for (const [index, { name, source, module }] of cases.entries()) {
  test(name, async () => {
    const observed = module ? observeModule : observe;
    const plain = await observed(source);
    const { code, roots, texts } = outputs[index];
    const { base } = requests[index];
    probes.register(base, roots, texts);
    notes.look(base, base + SLOTS);
    for (const run of ["first", "second"]) assert.deepStrictEqual(await observed(code), plain, `${run} run\n${code}`);
    const { evaluations, errors } = notes.take();
    evaluated += evaluations.length;
    left += errors.length;
    for (const { nearest } of evaluations) {
      for (const { near, text, words } of nearest) {
        assert.ok(near >= 0 && near < 1, `${text}: ${near}`);
        assert.ok(text.length > 0 && text.length < 600 && words.length > 0 && words.length < 600, `${text}: ${words}`);
      }
    }
  });
}

test("evaluations and errors were noted", () => {
  assert.ok(evaluated > 500 && left > 20, `${evaluated} predicates, ${left} errors`);
});
