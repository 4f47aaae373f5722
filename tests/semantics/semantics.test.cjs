"use strict";
// Instrumented programs mean what they meant: each case runs plain and instrumented, in both logical
// forms, with fresh slots, again, and with every slot saturated. Both forms also leave equal heuristics.
const test = require("node:test");
const assert = require("node:assert");
const { readCases } = require("./cases.cjs");
const { instrument } = require("./instrumenter.cjs");
const { observe, observeModule } = require("./observe.cjs");
const runtime = require("../../npm/nearmiss/runtime/index.js");

const SLOTS = 1 << 20;
const cases = readCases();
const FORMS = ["inline", "closure"];

let base = 16;
const requests = [];
for (const { source, module } of cases) {
  for (const logical of FORMS) {
    requests.push({ source, logical, module: module ? "esm" : "commonJs", file: "case.js", base });
    base += 4096;
  }
}
const outputs = instrument(requests);
const { probes } = runtime.install(runtime.detachedBuffer(Math.max(SLOTS, base + 4096)));
// As while a request is answered: what is read of local names is looked at, too.
probes.A[0] = 1;

/** Closures stand in frames of their own, on lines of the program. */
function sameFrames({ log, end }) {
  return { log, end: end.lines ? { ...end, lines: [...new Set(end.lines)] } : end };
}

for (const [index, { name, source, module }] of cases.entries()) {
  test(name, async () => {
    const observed = module ? observeModule : observe;
    const plain = await observed(source);
    const heuristics = [];
    for (const [position, form] of FORMS.entries()) {
      const output = outputs[2 * index + position];
      const from = requests[2 * index + position].base;
      assert.strictEqual(output.error, undefined, `instrumented (${form})`);
      assert.strictEqual(output.code.split("\n").length, source.split("\n").length, "lines are kept");
      const size = output.table.slots.length;
      assert.ok(size <= 4096, "a case has at most 4096 slots");
      probes.register(from, output.roots, output.texts);
      const show = `${form}\n${output.code}`;
      const expected = form === "closure" ? sameFrames(plain) : plain;
      const run = form === "closure" ? async (code) => sameFrames(await observed(code)) : observed;
      assert.deepStrictEqual(await run(output.code), expected, `first run, ${show}`);
      heuristics.push([...probes.S.subarray(from, from + size)]);
      if (size > 0) assert.ok(heuristics[position].some((h) => h > 0), `something is covered, ${show}`);
      assert.deepStrictEqual(await run(output.code), expected, `second run, ${show}`);
      probes.S.fill(1, from, from + size);
      assert.deepStrictEqual(await run(output.code), expected, `saturated, ${show}`);
    }
    assert.deepStrictEqual(heuristics[1], heuristics[0], "closure and inline leave the same heuristics");
  });
}
