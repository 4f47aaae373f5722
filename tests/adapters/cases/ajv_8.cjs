"use strict";

exports.cases = async (run, look) => {
  const { default: Ajv } = require("ajv");
  const compile = require("ajv/dist/compile");
  const schema = {
    $id: "http://example.test/person",
    type: "object",
    required: ["name"],
    properties: { name: { type: "string", minLength: 3 }, age: { type: "integer", minimum: 18, default: 20 } },
    additionalProperties: false,
  };
  const ajv = new Ajv({ allErrors: true, useDefaults: true, coerceTypes: true });
  const check = ajv.compile(schema);

  await run("look", () => [look(compile.compileSchema), look(compile), look(check)]);
  await run("same function", () => [
    ajv.compile(schema) === check, ajv.getSchema(schema.$id) === check, check.schemaEnv.validate === check, check.schema === schema,
  ]);
  await run("accepted", () => {
    const data = { name: "_EM_1_XYZ_" };
    return [check(data), check.errors, data];
  });
  await run("refused", () => [check({ name: "_EM_1_XYZ_", age: 3 }), check.errors]);
  await run("changed on the way", () => {
    const data = { name: ["_EM_1_XYZ_"], age: "21" };
    return [check(data), check.errors, data];
  });
  await run("by the instance", () => [ajv.validate(schema, { name: "_EM_2_XYZ_", x: 1 }), ajv.errors, ajv.errorsText()]);
  await run("with references", () => {
    const own = new Ajv();
    own.addSchema({ $id: "tag", type: "string", maxLength: 2 });
    const tree = own.compile({
      $id: "tree",
      type: "object",
      properties: { tag: { $ref: "tag" }, kids: { type: "array", items: { $ref: "#" } }, far: { $ref: "#/$defs/far" } },
      $defs: { far: { type: "boolean" } },
    });
    return [tree({ tag: "_EM_3_XYZ_", kids: [{ tag: "a" }] }), tree.errors, tree({ kids: [{ kids: [{ tag: 1 }] }] }), tree.errors];
  });
  await run("first as a part of another", () => {
    const own = new Ajv();
    const later = { $id: "later", type: "object", properties: { a: { type: "string", maxLength: 4 }, more: { $ref: "#" } } };
    own.addSchema(later);
    own.addSchema({ $id: "latest", type: "object", properties: { c: { type: "string", maxLength: 5 }, more: { $ref: "#" } } });
    own.compile({ type: "object", properties: { one: { $ref: "later" }, b: { $ref: "latest" } } });
    const found = own.getSchema("later");
    return [found({ a: "_EM_1_XYZ_" }), found.errors, found === own.compile(later), own.getSchema("latest")({ c: "_EM_2_XYZ_" }), own.getSchema("none")];
  });
  await run("nested in another", () => {
    const own = new Ajv();
    const inner = own.compile({ $id: "inner", type: "object", properties: { a: { type: "number" }, b: { $ref: "inner2#" } }, unevaluatedProperties: false });
    return [inner({ a: 1 }), inner.errors];
  });
  await run("unevaluated", () => {
    const { default: Ajv2019 } = require("ajv/dist/2019");
    const own = new Ajv2019();
    own.compile({ $id: "part", type: "object", properties: { a: { type: "number" } } });
    const whole = own.compile({ $ref: "part", unevaluatedProperties: false });
    return [whole({ a: 1 }), whole({ a: 1, b: 2 }), whole.errors];
  });
  await run("one that waits", async () => {
    const own = new Ajv();
    own.addKeyword({ keyword: "later", async: true, validate: async (wanted, data) => (await null, data === wanted) });
    const later = own.compile({ $async: true, type: "string", later: "x" });
    const outcomes = await Promise.allSettled([later("x"), later("_EM_4_XYZ_")]);
    return outcomes.map(({ status, reason }) => [status, reason?.errors]);
  });
  await run("a keyword that throws", () => {
    const own = new Ajv();
    own.addKeyword({ keyword: "bad", validate: () => { throw new RangeError("no"); } });
    return own.compile({ bad: true })("_EM_1_XYZ_");
  });
  await run("its this and arguments", () => {
    const own = new Ajv({ passContext: true });
    const seen = [];
    own.addKeyword({ keyword: "who", validate() { seen.push(this === own ? "ajv" : this); return true; } });
    const check = own.compile({ who: 1 });
    check.call("me", 1);
    return [seen, check.length];
  });
  await run("no schema", () => [ajv.compile(true)(1), ajv.compile(false)("_EM_1_XYZ_")]);
  await run("wrong schema", () => ajv.compile({ type: "nothing" }));
};

exports.expected = {
  accepted: {
    outcomes: [true],
    schema: {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string", minLength: 3 }, age: { type: "integer", minimum: 18, default: 20 } },
      additionalProperties: false,
    },
    path: [1, ["name"]],
  },
  refused: { outcomes: [false] },
  "changed on the way": { outcomes: [false], path: [1, ["name", "0"]] },
  "by the instance": { outcomes: [false] },
  "first as a part of another": {
    outcomes: [false, false],
    schema: { type: "object", properties: { a: { type: "string", maxLength: 4 }, more: { $ref: "#" } } },
    path: [1, ["a"]],
  },
  "one that waits": { schema: { $async: true, type: "string", later: "x" } },
  "with references": {
    outcomes: [false],
    schema: {
      type: "object",
      properties: {
        tag: { $ref: "#/$defs/ajv1" },
        kids: { type: "array", items: { $ref: "#" } },
        far: { $ref: "#/$defs/far" },
      },
      $defs: { far: { type: "boolean" }, ajv1: { type: "string", maxLength: 2 } },
    },
  },
};
