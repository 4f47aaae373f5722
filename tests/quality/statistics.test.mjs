import assert from "node:assert/strict";
import { it } from "node:test";
import { a12, geometricMean, mannWhitney, mannWhitneyLess, median, relativeImprovement } from "./statistics.mjs";

it("takes the median of odd and even counts", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 3, 2]), 2.5);
});

it("takes the geometric mean", () => {
  assert.ok(Math.abs(geometricMean([2, 8]) - 4) < 1e-12);
});

it("gives A12 of separated, equal and reversed samples", () => {
  assert.equal(a12([5, 6, 7], [1, 2, 3]), 1);
  assert.equal(a12([1, 2, 3], [5, 6, 7]), 0);
  assert.equal(a12([1, 1], [1, 1]), 0.5);
  assert.equal(a12([2, 3], [1, 2]), 3.5 / 4);
});

it("gives the exact p of separated samples", () => {
  // Two of the C(6,3) = 20 ways are as extreme.
  assert.ok(Math.abs(mannWhitney([4, 5, 6], [1, 2, 3]) - 0.1) < 1e-12);
  assert.ok(Math.abs(mannWhitneyLess([1, 2, 3], [4, 5, 6]) - 0.05) < 1e-12);
  assert.equal(mannWhitneyLess([4, 5, 6], [1, 2, 3]), 1);
  assert.equal(mannWhitneyLess([1, 1], [1, 1]), 1);
  // Two of the C(20,10) = 184756 ways.
  const low = Array.from({ length: 10 }, (_, i) => i);
  const high = low.map((value) => value + 100);
  assert.ok(Math.abs(mannWhitney(high, low) - 2 / 184756) < 1e-15);
});

it("gives 1 for samples that do not differ and keeps ties", () => {
  assert.equal(mannWhitney([1, 1, 1], [1, 1, 1]), 1);
  // Ranks 1.5 1.5 | 3.5 3.5 and so on: {1,2} against {1,2}: no difference.
  assert.equal(mannWhitney([1, 2], [1, 2]), 1);
  // {2,2} against {1,1}: one of the six ways each side.
  assert.ok(Math.abs(mannWhitney([2, 2], [1, 1]) - 2 / 6) < 1e-12);
});

it("gives the relative improvement, or nothing over zero", () => {
  assert.equal(relativeImprovement([3], [2]), 50);
  assert.equal(relativeImprovement([3], [0]), undefined);
});
