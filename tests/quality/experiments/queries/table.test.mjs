// Endpoints are counted by operation, and summed by operator.

import assert from "node:assert/strict";
import { it } from "node:test";
import { byOperator, counted, refused, shareReached, succeeded } from "./table.mjs";

const ENDPOINTS = [
  { id: "a", operation: "GET:/a", operators: ["=", "LIKE"] },
  { id: "b", operation: "GET:/b", operators: ["=", "="] },
];
const SETS = [new Set(["GET:/a", "GET:/b"]), new Set(["GET:/b"]), new Set(["GET:/b", "GET:/c"])];

it("reads what was answered 200, and knows every operation", () => {
  const archive = {
    operations: ["GET:/a", "GET:/b", "GET:/c"],
    covered: { "Status_GET:/a_200": {}, "Status_GET:/b_404": {}, "Status_GET:/c_200": {} },
  };
  assert.deepEqual([...succeeded(archive, ENDPOINTS)], ["GET:/a"]);
  assert.throws(() => succeeded({ ...archive, operations: ["GET:/a"] }, ENDPOINTS), /knows no GET:\/b/);
});

it("counts the searches that reached an endpoint", () => {
  assert.deepEqual(
    counted(ENDPOINTS, SETS).map(({ id, reached, searches }) => [id, reached, searches]),
    [
      ["a", 1, 3],
      ["b", 3, 3],
    ],
  );
});

it("sums them by operator, the least reached first", () => {
  assert.deepEqual(byOperator(counted(ENDPOINTS, SETS)), [
    { operator: "LIKE", endpoints: 1, reached: 1, searches: 3 },
    { operator: "=", endpoints: 2, reached: 4, searches: 6 },
  ]);
});

it("lets so many searches of an endpoint fail", () => {
  const found = counted(ENDPOINTS, SETS);
  assert.deepEqual(
    [0, 1, 2].map((failing) => shareReached(found, failing)),
    [50, 50, 100],
  );
});

it("knows what EvoMaster has no gradient for", () => {
  assert.deepEqual(["=", "LIKE", "EXISTS", "IS NULL", "UPDATE", "text"].filter(refused), ["LIKE", "EXISTS"]);
});
