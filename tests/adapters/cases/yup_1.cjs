"use strict";

exports.cases = async (run, look) => {
  const yup = require("yup");
  let calls = 0;
  const counted = yup
    .object({
      name: yup.string().min(3).required(),
      age: yup.number().integer().min(18).lessThan(99),
      kind: yup.string().oneOf(["a", "b"]),
      when: yup.string().default(() => String((calls += 10))),
    })
    .test("counted", () => {
      calls += 1;
      return true;
    });

  await run("look", () => [look(yup.Schema), look(yup.ObjectSchema), look(yup.lazy), Object.keys(counted)]);
  await run("accepted", async () => [await counted.validate({ name: "_EM_1_XYZ_" }), calls]);
  await run("refused", () => counted.validate({ name: "_EM_1_XYZ_", age: 3 }));
  await run("all that is wrong", () => counted.validate({ age: 3, kind: "_EM_1_XYZ_" }, { abortEarly: false }));
  await run("at once", () => counted.validateSync({ name: "_EM_1_XYZ_", age: "20" }));
  await run("refused at once", () => counted.validateSync({ name: "_EM_1_XYZ_", age: 3 }));
  await run("asked", async () => [await counted.isValid({ name: "_EM_1_XYZ_" }), counted.isValidSync({ name: "ab" })]);
  await run("a test that waits", () =>
    yup.object({ a: yup.string().test("w", async (value) => (await null, value !== "_EM_2_XYZ_")) }).validate({ a: "_EM_2_XYZ_" }));
  await run("a test that waits, at once", () => yup.string().test("w", async () => true).validateSync("_EM_2_XYZ_"));
  await run("a test that throws", () => yup.string().test("t", () => { throw new RangeError("no"); }).validate("_EM_1_XYZ_"));
  await run("lazy", async () => {
    let asked = 0;
    const node = yup.object({ v: yup.string().required(), next: yup.lazy(() => (asked += 1, node.default(undefined).nullable())) });
    return [await node.validate({ v: "_EM_3_XYZ_", next: { v: "b", next: null } }), asked];
  });
  await run("conditions", () =>
    yup.object({ a: yup.boolean(), b: yup.string().when("a", { is: true, then: (s) => s.required() }) }).validate({ a: true, b: "" }));
  await run("a part", () => counted.validateAt("name", { name: "_EM_4_XYZ_" }));
  await run("a getter of the input", async () => {
    let reads = 0;
    const input = { name: "_EM_1_XYZ_", get age() { reads += 1; return 20; } };
    return [await counted.validate(input), reads];
  });
  await run("nobody waits", () => {
    yup.string().min(5).validate("abc");
    return new Promise((resolve) => setTimeout(resolve, 10));
  });
};

const person = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 3 },
    age: { type: "integer", minimum: 18, exclusiveMaximum: 99 },
    kind: { enum: ["a", "b"] },
    when: { type: "string" },
  },
  required: ["name"],
};
exports.expected = {
  accepted: { outcomes: [true], schema: person, path: [1, ["name"]] },
  refused: { outcomes: [false], schema: person },
  "all that is wrong": { outcomes: [false], schema: person },
  "at once": { outcomes: [true] },
  "refused at once": { outcomes: [false] },
  "a test that waits": { outcomes: [false] },
};
