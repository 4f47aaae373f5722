// What adapters look at is bounded, whatever a library is given: keys that are indexes of many values are never listed. Counted,
// not timed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Calls with large values, and what they answer. Only what the runtime has captured counts. */
const PROGRAM = `
const { keys } = Object;
let most = 0;
Object.keys = (object) => {
  const found = keys(object);
  if (found.length > most) most = found.length;
  return found;
};
require("../../npm/nearmiss/runtime/intrinsics.js");
Object.keys = keys;
const adapted = process.argv[1] === "adapted" ? require("./adapted.cjs") : null;
adapted?.install();

const bytes = Buffer.alloc(1 << 20);
const list = new Array(50000).fill("x");
list[3] = "_EM_3_XYZ_";
// What a framework has parsed hangs on the request.
adapted?.requests.push({ method: "POST", url: "/things?page=1", body: list }, { method: "POST", url: "/things", body: bytes });

const answers = [];
const { z } = require("zod");
for (const value of [bytes, list, new Float64Array(100000), { bytes, list }, { a: { b: "_EM_4_XYZ_" } }]) {
  answers.push(z.any().safeParse(value).success, z.array(z.any()).safeParse(value).success);
}
const Ajv = require("ajv").default;
const validate = new Ajv().compile({ type: "object", properties: { name: { type: "string" } }, additionalProperties: { type: "number" } });
answers.push(new Ajv().validate({ type: "object" }, bytes), new Ajv().validate({ type: "array" }, list), validate({ list }), validate(new Uint8Array(3)));
const { isEqual } = require("lodash");
answers.push(isEqual(bytes, Buffer.alloc(1 << 20, 1)), isEqual(list, new Array(50000).fill("y")), isEqual(bytes, list), isEqual("_EM_5_XYZ_", bytes));
const told = adapted === null ? [] : adapted.told().facts.filter(({ taints }) => taints.length > 0).map(({ taints }) => JSON.stringify(taints));
process.stdout.write(JSON.stringify({ answers, most, told }));
`;

function run(mode) {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", PROGRAM, mode], { cwd: here, encoding: "utf8" });
  assert.notEqual(stdout, "", stderr);
  return JSON.parse(stdout);
}

test("no adapter lists the indexes of a large value, and texts at its beginning are found", () => {
  const plain = run("plain");
  const adapted = run("adapted");
  assert.deepEqual(adapted.answers, plain.answers);
  assert.ok(adapted.most > 0 && adapted.most < 1000, `${adapted.most}`);
  assert.ok(adapted.told.includes('[[3,["3"]]]') && adapted.told.includes('[[4,["a","b"]]]'), adapted.told.join());
});
