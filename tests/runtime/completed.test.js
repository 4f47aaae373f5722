// Calls that throw on a wrong argument: that they completed or threw are two outcomes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { detached, load } from "./harness/runtime.js";

const { MISS, h } = load("truthness/levels.js");

test("that a call completed or threw is learnt, and the call is looked at all the same", () => {
  const runtime = detached();
  const { probes, map } = runtime;
  runtime.register(20, [0, 7], []);
  const parse = (text) => {
    try {
      return probes.t(20, 23, JSON, JSON.parse, text);
    } catch {
      return undefined;
    }
  };
  const h21 = (x) => probes.lt(20, 21, x, 2);
  parse("5");
  assert.deepEqual([map.slots[23], map.slots[24]], [1, MISS]);
  parse("_EM_1_XYZ_");
  assert.deepEqual([map.slots[23], map.slots[24]], [1, 1]);
  for (const id of [21, 25]) for (const x of [1, 3]) probes.lt(20, id, x, 2);
  const learnt = map.slots[20];
  assert.ok(learnt > 0 && learnt < 1);
  h.fill(0.25);
  assert.equal(h21(1), true);
  assert.deepEqual([...h], [0.25, 0.25], "what stands before it is learnt");
  const told = runtime.facts().length;
  parse("_EM_2_XYZ_");
  assert.deepEqual(runtime.facts().slice(told), [["ENCODED", 2, "json"]]);
  // Assertions know how near they were.
  const near = (x) => {
    runtime.take();
    assert.throws(() => probes.t(30, 31, assert, assert.strictEqual, x, "abc"));
    assert.equal(map.slots[32], 1);
    return map.slots[31];
  };
  assert.ok(near("abd") > near("xyz") && near("xyz") > MISS && near("abd") < 1);
});
