// The judge counts what is the seeded fault and nothing else.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { SHOP } from "./api.mjs";
import { FAULTS, judge } from "./judge.mjs";

const report = (...found) => ({
  faults: {
    foundFaults: found.map(([code, operationId, place]) => ({
      operationId,
      faultCategories: [
        code > 206 && code < 900
          ? { code: 999, context: `${code}: ${operationId} ${place} [${code}-00c0ffee]` }
          : { code, context: `${operationId} ${place} [${code}-00c0ffee]` },
      ],
    })),
  },
});

const lineOf = (file, text) =>
  fs.readFileSync(path.join(SHOP.dir, file), "utf8").split("\n").findIndex((line) => line.includes(text)) + 1;

it("has thirty rows, each for an operation of the document or the hidden one", () => {
  assert.deepEqual(FAULTS.map(({ number }) => number), Array.from({ length: 30 }, (_, i) => i + 1));
  const { paths } = JSON.parse(fs.readFileSync(path.join(SHOP.dir, "openapi.json"), "utf8"));
  const known = Object.entries(paths).flatMap(([route, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()}:${route}`));
  assert.deepEqual(FAULTS.filter(({ operation }) => !known.includes(operation)).map(({ number }) => number), [19]);
});

it("tells faults of one operation and code apart by their place", () => {
  const line = String(lineOf("src/search/filters.ts", "high.trim()")).padStart(5, "0");
  const seeded = [100, "POST:/search", `Statement_src/search/filters.ts_${line}_0`];
  const other = [100, "POST:/search", "Statement_src/search/filters.ts_00001_0"];
  assert.deepEqual(judge(report(seeded)), { found: [2], missed: FAULTS.map(({ number }) => number).filter((n) => n !== 2), falseAlarms: [] });
  const both = judge(report(seeded, other));
  assert.deepEqual([both.found, both.falseAlarms.length], [[2], 1]);
  assert.deepEqual(judge(report(other)).found, []);
});

it("reads codes that the schema of reports lacks, and passes over what a seeded fault brings with it", () => {
  const hours = "PUT:/shops/{shopId}/hours";
  const verdict = judge(report([905, "PUT:/carts/{cartId}/items/{productId}", ""], [210, "GET:/debug/state", ""], [206, hours, ""], [905, hours, ""]));
  assert.deepEqual(verdict.found, [19, 20]);
  assert.deepEqual(verdict.falseAlarms, [{ code: 905, operation: hours, place: "" }]);
});
