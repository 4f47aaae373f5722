"use strict";

exports.cases = async (run, look) => {
  const { Type } = require("typebox");
  const compiler = require("typebox/compile");
  const { Compile, Validator } = compiler;
  const schemas = require("typebox/schema");
  const schema = Type.Object(
    { name: Type.String({ minLength: 3 }), age: Type.Optional(Type.Integer({ minimum: 18 })), kind: Type.Union([Type.Literal("a"), Type.Literal("b")]) },
    { $id: "Person", additionalProperties: false },
  );
  const check = Compile(schema);

  await run("look", () => [look(Validator), look(schemas.Validator), look(Compile), Object.keys(compiler), Object.keys(schemas)]);
  await run("accepted", () => check.Check({ name: "_EM_1_XYZ_", kind: "a" }));
  await run("refused", () => [check.Check({ name: "_EM_1_XYZ_", kind: "c" }), check.Errors({ name: "a" }).length]);
  await run("parsed", () => check.Parse({ name: "_EM_3_XYZ_", kind: "a" }));
  await run("refused to parse", () => check.Parse({ name: "_EM_3_XYZ_" }));
  await run("decoded", () => check.Decode({ name: "_EM_1_XYZ_", kind: "a" }));
  await run("refused to decode", () => check.Decode({ name: "_EM_1_XYZ_" }));
  await run("a conversion that throws", () => {
    const later = Type.Codec(Type.String()).Decode(() => { throw new RangeError("no"); }).Encode((value) => value);
    return Compile(later).Decode("_EM_4_XYZ_");
  });
  await run("a rule of the program", () => {
    let calls = 0;
    const counted = Compile(Type.Refine(Type.String(), (value) => { calls += 1; return value.length > 3; }));
    return [counted.Check("_EM_4_XYZ_"), calls];
  });
  await run("without an end", () => {
    const tree = Type.Cyclic({ Tree: Type.Object({ v: Type.String(), kids: Type.Array(Type.Ref("Tree")) }) }, "Tree");
    return Compile(tree).Check({ v: "_EM_5_XYZ_", kids: [{ v: "b", kids: [] }] });
  });
  await run("with a context", () => Compile({ Word: Type.String({ maxLength: 3 }) }, Type.Object({ w: Type.Ref("Word") })).Check({ w: "_EM_6_XYZ_" }));
  await run("JSON Schema", () => {
    const raw = schemas.Compile({ type: "object", title: "Raw", properties: { w: { type: "string", maxLength: 3 } } });
    return [raw.Check({ w: "_EM_6_XYZ_" }), raw.Check({ w: "a" })];
  });
  await run("JSON Schema that refuses", () => schemas.Compile({ type: "string", maxLength: 3 }).Parse("_EM_6_XYZ_"));
  await run("nobody's method", () => Validator.prototype.Check.call(null, "_EM_1_XYZ_"));
  await run("a method of what is none", () => Validator.prototype.Parse.call({ Check: () => true }, "_EM_1_XYZ_"));
};

const person = {
  type: "object",
  required: ["name", "kind"],
  properties: {
    name: { type: "string", minLength: 3 },
    age: { type: "integer", minimum: 18 },
    kind: { anyOf: [{ type: "string", const: "a" }, { type: "string", const: "b" }] },
  },
  additionalProperties: false,
};
exports.expected = {
  accepted: { outcomes: [true], schema: person, path: [1, ["name"]], names: ["Person"] },
  refused: { outcomes: [false], schema: person },
  parsed: { outcomes: [true], schema: person },
  "refused to parse": { outcomes: [false], schema: person },
  decoded: { outcomes: [true] },
  "refused to decode": { outcomes: [false] },
  "a rule of the program": { outcomes: [true] },
  "without an end": {
    outcomes: [true],
    schema: {
      $ref: "#/$defs/ajv1",
      $defs: {
        Tree: {
          type: "object",
          required: ["v", "kids"],
          properties: { v: { type: "string" }, kids: { type: "array", items: { $ref: "#/$defs/ajv1" } } },
        },
        ajv1: {
          type: "object",
          required: ["v", "kids"],
          properties: { v: { type: "string" }, kids: { type: "array", items: { $ref: "#/$defs/ajv1" } } },
        },
      },
    },
  },
  "with a context": {
    outcomes: [false],
    schema: {
      type: "object",
      required: ["w"],
      properties: { w: { $ref: "#/$defs/ajv1" } },
      $defs: { ajv1: { type: "string", maxLength: 3 } },
    },
  },
  "JSON Schema that refuses": { outcomes: [false], schema: { type: "string", maxLength: 3 } },
};
