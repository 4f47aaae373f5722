// What `nearmiss serve` tells a core that inputs should be, in the words and with the values that EvoMaster's core
// reads without an error: an empty text ends it where it looks for a schema. Each answer is compared with
// `schemas/testResults.json` by the client.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";

import { APIS, Core, serve } from "./client.mjs";

let served;
let core;
before(async () => {
  served = await serve([path.join(APIS, "wishes/driver.js")]);
  core = new Core(served);
  await core.begin();
});
after(async () => {
  core?.close();
  await served?.stop();
});

/** What is told of each input of one call: pairs of word and value, by input. */
async function told(call) {
  const { additionalInfoList } = await core.test([call]);
  const [{ stringSpecializations }] = additionalInfoList;
  const pairs = (wishes) => wishes.map(({ stringSpecialization, value, type }) => (assert.equal(type, "FULL_MATCH"), [stringSpecialization, value]));
  return Object.fromEntries(Object.entries(stringSpecializations).map(([input, wishes]) => [input, pairs(wishes)]));
}

test("a text that is read as JSON is a map without a value, and the map that a core marks is told its fields", async () => {
  assert.deepEqual(await told({ path: "/json?text=_EM_1_XYZ_" }), { _EM_1_XYZ_: [["JSON_MAP", null]] });
  const text = encodeURIComponent(JSON.stringify({ EM_tainted_map: "_EM_2_XYZ_" }));
  assert.deepEqual(await told({ path: `/json?text=${text}` }), { _EM_2_XYZ_: [["JSON_MAP_FIELD", "size"]] });
});

test("what has no value has null", async () => {
  assert.deepEqual(await told({ path: "/number?n=_EM_1_XYZ_" }), { _EM_1_XYZ_: [["DOUBLE", null]] });
  assert.deepEqual(await told({ path: "/date?day=_EM_1_XYZ_" }), { _EM_1_XYZ_: [["DATE_YYYY_MM_DD", null]] });
  assert.deepEqual(await told({ path: "/url?at=_EM_1_XYZ_" }), { _EM_1_XYZ_: [["URL", null]] });
  const body = { flag: "_EM_1_XYZ_", list: "_EM_2_XYZ_", count: "_EM_3_XYZ_", record: "_EM_4_XYZ_" };
  assert.deepEqual(await told({ method: "POST", path: "/kinds", body }), {
    _EM_1_XYZ_: [["BOOLEAN", null]],
    _EM_2_XYZ_: [["JSON_ARRAY", null]],
    _EM_3_XYZ_: [["DOUBLE", null]],
    _EM_4_XYZ_: [["JSON_MAP", null]],
  });
});

test("what has a value has it", async () => {
  assert.deepEqual(await told({ path: "/constant?word=_EM_1_XYZ_" }), { _EM_1_XYZ_: [["CONSTANT", "open sesame"]] });
  assert.deepEqual(await told({ path: "/parts?name=_EM_1_XYZ_" }), {
    _EM_1_XYZ_: [["REGEX_PARTIAL", "[a-z]+\\.txt"], ["REGEX_WHOLE", "draft-.*"]],
  });
});

test("both inputs that should be equal carry one value, whichever the runtime told of", async () => {
  const pair = [["EQUAL", "_EM_3_XYZ_____EM_12_XYZ_"]];
  for (const [a, b] of [[3, 12], [12, 3]]) {
    assert.deepEqual(await told({ path: `/equal?a=_EM_${a}_XYZ_&b=_EM_${b}_XYZ_` }), { _EM_3_XYZ_: pair, _EM_12_XYZ_: pair });
    const { [`_EM_${a}_XYZ_`]: sought, [`_EM_${b}_XYZ_`]: found } = await told({ path: `/among?a=_EM_${a}_XYZ_&b=_EM_${b}_XYZ_` });
    assert.deepEqual(found, pair, "a lookup is told of the key alone");
    assert.ok(sought.some(([word, value]) => word === "EQUAL" && value === pair[0][1]));
  }
});
