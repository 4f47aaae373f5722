"use strict";

exports.casesOf = (name) => async (run, look) => {
  const Joi = require(name);
  const validator = require(`${name}/lib/validator.js`);
  let calls = 0;
  const counted = Joi.object({
    name: Joi.string().min(3).required(),
    age: Joi.number().integer().min(18),
    kind: Joi.string().valid("a", "b"),
  })
    .custom((value) => {
      calls += 1;
      return value;
    })
    .label("Person");

  await run("look", () => [look(validator.entry), look(validator.entryAsync), look(validator.validate), Object.keys(validator)]);
  await run("accepted", () => [counted.validate({ name: "_EM_1_XYZ_" }), calls]);
  await run("refused", () => counted.validate({ name: "_EM_1_XYZ_", age: 3 }));
  await run("by assertion", () => Joi.assert({ name: "_EM_1_XYZ_", age: 3 }, counted));
  await run("by attempt", () => Joi.attempt({ name: "_EM_1_XYZ_" }, counted));
  await run("later", () => counted.validateAsync({ name: "_EM_2_XYZ_" }));
  await run("refused later", () => counted.validateAsync({ name: "_EM_2_XYZ_", age: 1 }));
  await run("external", () =>
    Joi.object({ a: Joi.string().external(async (value) => `${value}!`) }).validateAsync({ a: "_EM_3_XYZ_" }));
  await run("external, not waited for", () => Joi.string().external(() => 1).validate("_EM_3_XYZ_"));
  await run("converted", () => Joi.object({ n: Joi.number(), d: Joi.string().default("x") }).validate({ n: "12" }));
  await run("a rule that throws", () => Joi.string().custom(() => { throw new RangeError("no"); }).validate("_EM_1_XYZ_"));
  await run("a default of the program", () => {
    let asked = 0;
    const schema = Joi.object({ a: Joi.string().default(() => (asked += 1)), b: Joi.string() });
    return [schema.validate({ b: "_EM_4_XYZ_" }), asked];
  });
  await run("without an end", () => {
    const node = Joi.object({ v: Joi.string(), next: Joi.link("#node") }).id("node");
    return node.validate({ v: "_EM_1_XYZ_", next: { v: "b", next: { v: "c" } } });
  });
  await run("a getter of the input", () => {
    let reads = 0;
    const input = { name: "_EM_1_XYZ_", get age() { reads += 1; return 20; } };
    return [counted.validate(input), reads];
  });
  await run("nobody waits", () => {
    Joi.string().validateAsync(3);
    return new Promise((resolve) => setTimeout(resolve, 10));
  });
  await run("everything", () => {
    const schema = Joi.object({
      a: Joi.string().email(), b: Joi.string().guid(), c: Joi.array().items(Joi.string(), Joi.number()).min(1).unique(),
      d: Joi.alternatives().try(Joi.boolean(), Joi.date()), e: Joi.string().pattern(/^x+$/i).allow(null, ""),
      f: Joi.number().positive().less(4).multiple(2), g: Joi.forbidden(), h: Joi.string().alphanum().length(4),
      i: Joi.when("a", { is: "x", then: Joi.string(), otherwise: Joi.number() }), j: Joi.any().valid(3, null),
    })
      .xor("a", "b")
      .unknown();
    return schema.validate({ a: "_EM_5_XYZ_" });
  });
};

const person = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 3 },
    age: { type: "integer", minimum: 18 },
    kind: { enum: ["a", "b"] },
  },
  required: ["name"],
  additionalProperties: false,
};

exports.cases = exports.casesOf("joi");
exports.expected = {
  accepted: { outcomes: [true], schema: person, path: [1, ["name"]] },
  refused: { outcomes: [false], schema: person },
  "by assertion": { outcomes: [false] },
  "refused later": { outcomes: [false], schema: person },
  external: { outcomes: [true] },
  "without an end": {
    outcomes: [true],
    schema: {
      $ref: "#/$defs/s1",
      $defs: {
        s1: {
          type: "object",
          properties: { v: { type: "string", minLength: 1 }, next: { $ref: "#/$defs/s1" } },
          required: [],
          additionalProperties: false,
        },
      },
    },
  },
  everything: {
    outcomes: [false],
    schema: {
      type: "object",
      properties: {
        a: { type: "string", minLength: 1, format: "email" },
        b: { type: "string", minLength: 1, format: "uuid" },
        c: {
          type: "array",
          minItems: 1,
          uniqueItems: true,
          items: { anyOf: [{ type: "string", minLength: 1 }, { type: "number" }] },
        },
        d: { anyOf: [{ type: "boolean" }, { type: "string", format: "date-time" }] },
        e: { anyOf: [{ type: "string", pattern: "^[xX]+$" }, { enum: [null] }] },
        f: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 4, multipleOf: 2 },
        h: { type: "string", minLength: 4, maxLength: 4, pattern: "^[a-zA-Z0-9]+$" },
        i: { allOf: [{}, { anyOf: [{ type: "string", minLength: 1 }, { type: "number" }] }] },
        j: { enum: [3, null] },
      },
      required: [],
      anyOf: [
        { required: ["a"], properties: { b: false } },
        { required: ["b"], properties: { a: false } },
      ],
    },
  },
};
