"use strict";

exports.cases = async (run, look) => {
  const { Type } = require("@sinclair/typebox");
  const { TypeCompiler, TypeCheck } = require("@sinclair/typebox/compiler");
  const values = require("@sinclair/typebox/value");
  const { Value } = values;
  const schema = Type.Object(
    { name: Type.String({ minLength: 3 }), age: Type.Optional(Type.Integer({ minimum: 18 })), kind: Type.Union([Type.Literal("a"), Type.Literal("b")]) },
    { $id: "Person", additionalProperties: false },
  );
  const check = TypeCompiler.Compile(schema);

  await run("look", () => [look(TypeCheck), look(Value.Check), look(Value.Parse), Object.keys(Value), Object.keys(values)]);
  await run("accepted", () => check.Check({ name: "_EM_1_XYZ_", kind: "a" }));
  await run("refused", () => [check.Check({ name: "_EM_1_XYZ_", kind: "c" }), [...check.Errors({ name: "a" })].length]);
  await run("decoded", () => check.Decode({ name: "_EM_1_XYZ_", kind: "a" }));
  await run("refused to decode", () => check.Decode({ name: "_EM_1_XYZ_" }));
  await run("by value", () => [Value.Check(schema, { name: "_EM_2_XYZ_", kind: "b" }), Value.Check(schema, [], { name: "ab" })]);
  await run("parsed", () => Value.Parse(schema, { name: "_EM_3_XYZ_", kind: "a" }));
  await run("refused to parse", () => Value.Parse(schema, { name: "_EM_3_XYZ_" }));
  await run("asserted", () => Value.Assert(schema, { name: "_EM_3_XYZ_" }));
  await run("a transformation that throws", () => {
    const later = Type.Transform(Type.String()).Decode(() => { throw new RangeError("no"); }).Encode((value) => value);
    return Value.Decode(later, "_EM_4_XYZ_");
  });
  await run("without an end", () => {
    const tree = Type.Recursive((This) => Type.Object({ v: Type.String(), kids: Type.Array(This) }), { $id: "Tree" });
    return Value.Check(tree, { v: "_EM_5_XYZ_", kids: [{ v: "b", kids: [] }] });
  });
  await run("odd callers", () => Value.Check());
};

const person = {
  type: "object",
  required: ["name", "kind"],
  properties: {
    name: { minLength: 3, type: "string" },
    age: { minimum: 18, type: "integer" },
    kind: { anyOf: [{ const: "a", type: "string" }, { const: "b", type: "string" }] },
  },
  additionalProperties: false,
};
exports.expected = {
  accepted: { outcomes: [true], schema: person, path: [1, ["name"]] },
  refused: { outcomes: [false], schema: person },
  "refused to decode": { outcomes: [false] },
  parsed: { outcomes: [true], schema: person },
  "refused to parse": { outcomes: [false], schema: person },
};
