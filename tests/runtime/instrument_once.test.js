// What emission needs is most of a plan and is given back with the first text: a second one is refused, not empty.

import assert from "node:assert/strict";
import { test } from "node:test";
import native from "../../npm/nearmiss/native.js";

const description = (more) => JSON.stringify({ path: "/app/a.js", language: "js", module: "commonJs", ...more });

test("a plan is emitted once, and tells everything else afterwards as before", () => {
  const planned = native.instrument("if (a < b) c.indexOf(d);", "a.js", description({ coverage: true }));
  const told = () => [planned.table, planned.slots, [...planned.roots], planned.texts, planned.slotCount, planned.coverage("h")];
  const before = told();
  assert.match(planned.emit(16, true).code, /__nm\./);
  assert.deepEqual(told(), before);
  assert.throws(() => planned.emit(16, true), /emitted before/);
  assert.throws(() => planned.emitStandalone("nearmiss/load", "h", false), /emitted before/);
});

test("texts and maps arrive unit by unit, whatever they hold", () => {
  // Runs of ASCII are copied 64 bytes at a time.
  for (let before = 0; before < 130; before++) {
    const text = `${"e".repeat(before)}\u00e9\u20ac\u{1f600}${"e".repeat(70)}`;
    const source = `var a = ${JSON.stringify(text)};`;
    const { code, map } = native.instrument(source, "a.js", description()).emit(16, true);
    assert.ok(code.includes(JSON.stringify(text)), text);
    assert.deepEqual(JSON.parse(map).sourcesContent, [source]);
  }
});
