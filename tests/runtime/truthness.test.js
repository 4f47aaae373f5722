// Invariants of the truthness, and that the checker of them cannot be fooled.
import assert from "node:assert/strict";
import { test } from "node:test";
import fs from "node:fs";
import { detached, load } from "./harness/runtime.js";
import { violations } from "./harness/truthness.js";
import { chainViolations } from "./harness/chain_levels.js";
import { judgeNest } from "./harness/nests.js";
import { caseKey, decode, decodeNest, encodeNumber, print, vectors } from "./harness/vectors.js";

const { h, EXCEPTION, MISS, NEAR_FLOOR } = load("truthness/levels.js");
const runtime = detached();
const { probes } = runtime;
const ROOT = 100;
const ID = 101;

function judge(operator, a, b) {
  probes[operator](ROOT, ID, a, b);
  return [h[0], h[1]];
}

test("the invariants hold for all pairs of interesting operands", () => {
  assert.deepEqual(violations(judge), []);
});

const BROKEN = {
  "a constant": (operator, a, b) => judge(operator, a, b).map((value) => (value === 1 ? 1 : 0.5)),
  "a sign error": (operator, a, b) => judge(operator, a, b).map((value) => (value === 1 ? 1 : 1.0001 - value)),
  "a swapped pair": (operator, a, b) => judge(operator, a, b).reverse(),
  "d/(d+1)": (operator, a, b) => {
    const pair = judge(operator, a, b);
    if (typeof a !== "number" || typeof b !== "number") return pair;
    const d = Math.abs(a - b);
    return pair.map((value) => (value === 1 ? 1 : Number.isNaN(d) ? 0.01 : 0.02 + 0.97 * (1 - d / (d + 1))));
  },
  "swapped operands of the distance": (operator, a, b) => {
    const pair = judge(operator, a, b);
    if (typeof a !== "number" || typeof b !== "number") return pair;
    return pair.map((value) => (value === 1 ? 1 : 0.5 + Math.atan(a - b) / 4));
  },
  "zero for a far miss": (operator, a, b) => judge(operator, a, b).map((value) => (value < 0.05 ? 0 : value)),
  "the length only": (operator, a, b) => {
    const pair = judge(operator, a, b);
    if (typeof a !== "string" || typeof b !== "string") return pair;
    return pair.map((value) => (value === 1 ? 1 : 0.9 / (2 + Math.abs(a.length - b.length))));
  },
};

for (const [name, broken] of Object.entries(BROKEN)) {
  test(`the checker sees ${name}`, () => {
    assert.notEqual(violations(broken).length, 0);
  });
}

const chain = (and) => (operands, has) => {
  probes[and ? "andc" : "orc"](ROOT, ID, operands, has, []);
};

test("logical chains keep the order of the levels at every place", () => {
  assert.deepEqual(chainViolations(runtime, chain, (pair) => pair), []);
});

const BROKEN_PAIRS = {
  "a constant": (pair) => pair.map((value) => (value === 1 ? 1 : 0.5)),
  "a sign error": (pair) => pair.map((value) => (value === 1 ? 1 : 1.0001 - value)),
  "a swapped pair": ([t, f]) => [f, t],
};

for (const [name, broken] of Object.entries(BROKEN_PAIRS)) {
  test(`the checker of chains sees ${name}`, () => {
    assert.notEqual(chainViolations(runtime, chain, broken).length, 0);
  });
}

test("the levels are in order", () => {
  assert.ok(0 < EXCEPTION && EXCEPTION < MISS && MISS < NEAR_FLOOR && NEAR_FLOOR < 1);
  // The farthest near miss of all lies above a plain miss.
  const [farthest] = judge("se", Infinity, -Infinity);
  assert.ok(farthest >= NEAR_FLOOR - 1e-12 && farthest > MISS);
  assert.equal(judge("se", {}, [])[0], MISS);
});

test("dictionary order has a gradient", () => {
  const ranked = ["m", "mz", "n", "z"].map((text) => judge("lt", text, "m")[0]);
  for (let i = 1; i < ranked.length; i += 1) assert.ok(ranked[i] < ranked[i - 1], `${i}`);
  assert.ok(judge("lt", "zzzzy", "zzzzx")[0] > judge("lt", "zzzy", "zzzx")[0]);
});

test("dictionary order of long texts looks at their first units only", () => {
  const long = "x".repeat(5_000_000);
  const pairs = [[`${long}b`, `${long}a`], [long, `${long}`.slice(1)]];
  // Flat texts: the first look at a concatenation copies it.
  for (const pair of pairs) for (const text of pair) text.charCodeAt(1);
  const { orderDistance, nearInOrder } = load("truthness/text.js");
  const { NEAR_CAP } = load("truthness/levels.js");
  // They differ at their ends.
  for (const [a, b] of pairs) assert.equal(orderDistance(a, b), 0);
  assert.equal(nearInOrder(...pairs[0]), NEAR_CAP);
  assert.deepEqual(judge("lt", ...pairs[0]), [NEAR_CAP, 1]);
  const common = "x".repeat(30);
  assert.ok(orderDistance(`${common}c`, `${common}a`) > orderDistance(`${common}b`, `${common}a`));
});

test("operands that are converted keep the outcome of the operator", () => {
  // Rows that a first JavaScript instrumenter got wrong.
  for (const [operator, a, b, result] of [
    ["lt", "10", 9, false], ["eq", "1.0", 1, true], ["eq", "", 0, true], ["ge", undefined, 1, false], ["le", undefined, 1, false],
    ["se", Infinity, Infinity, true], ["lt", NaN, 1, false], ["se", 0.1 + 0.2, 0.3, false], ["se", 1e300, -1e300, false],
  ]) {
    assert.equal(probes[operator](ROOT, ID, a, b), result);
    assert.equal(h[result ? 0 : 1], 1, `${a} ${operator} ${b}`);
    assert.ok(h[result ? 1 : 0] > 0 && h[result ? 1 : 0] < 1);
  }
  assert.ok(judge("lt", "10", 9)[0] > judge("lt", "1000", 9)[0]);
  assert.ok(judge("lt", new Date(2000), new Date(1000))[0] > judge("lt", new Date(9000), new Date(1000))[0]);
});

test("truthiness has a gradient where there is one", () => {
  const near = (v) => {
    probes.y(ROOT, ID, v);
    return v ? h[1] : h[0];
  };
  assert.ok(near(1) > near(5) && near(5) > near(-500));
  assert.ok(near("a") > near("abc"));
  assert.ok(near(1n) > near(100n));
  for (const v of [true, false, null, undefined, NaN, {}, Symbol()]) assert.equal(near(v), MISS);
});

test("the fixture of vectors is what the runtime computes", () => {
  const file = new URL("../../fixtures/vectors/truthness.json", import.meta.url);
  const made = vectors(judge, detached());
  if (process.env.UPDATE === "1") fs.writeFileSync(file, print(made));
  const kept = JSON.parse(fs.readFileSync(file, "utf8"));
  assert.ok(kept.cases.length > 200);
  assert.deepEqual(kept.cases.map(caseKey), made.cases.map(caseKey));
  for (const [op, a, b, t, f] of kept.cases) {
    const [ours, theirs] = judge(op, decode(a), decode(b));
    assert.deepEqual([encodeNumber(ours), encodeNumber(theirs)], [t, f], `${a} ${op} ${b}`);
  }
  assert.deepEqual(kept.chains.map(([nest]) => nest), made.chains.map(([nest]) => nest));
  for (const [nest, speculate, t, f] of kept.chains) {
    assert.deepEqual(judgeNest(detached(), decodeNest(nest), speculate).map(encodeNumber), [t, f], JSON.stringify(nest));
  }
});
