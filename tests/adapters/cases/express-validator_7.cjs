"use strict";

exports.cases = async (run, look, adapted) => {
  const library = require("express-validator");
  const { body, query, validationResult, matchedData, checkSchema, oneOf } = library;
  const chains = [
    body("email").isEmail(),
    body("user.age").isInt({ min: 18, max: 30 }),
    body("tags.*").isLength({ min: 2 }),
    body("note").optional().notEmpty().trim(),
    query("page").isIn(["1", "2"]),
  ];
  const all = async (request, list = chains) => {
    for (const chain of list) await chain.run(request);
    return validationResult(request);
  };

  await run("look", () => [look(validationResult), look(validationResult.withDefaults), look(library), look(body("a"))]);
  await run("accepted", async () => {
    const request = { body: { email: "ada@example.com", user: { age: "20" }, tags: ["_EM_1_XYZ_"] }, query: { page: "1" } };
    const result = await all(request);
    return [result.isEmpty(), result.array(), matchedData(request), request];
  });
  await run("refused", async () => {
    const result = await all({ body: { email: "_EM_1_XYZ_", user: { age: 3 }, note: "  " }, query: { page: "_EM_2_XYZ_" } });
    return [result.isEmpty(), result.array(), result.mapped()];
  });
  await run("with defaults", async () => {
    const request = { body: { email: "_EM_1_XYZ_" }, query: {} };
    await body("email").isEmail().run(request);
    const result = validationResult.withDefaults({ formatter: (error) => error.msg })(request);
    return [look(validationResult.withDefaults({})), result.array()];
  });
  await run("a schema", async () => {
    const request = { body: { a: "_EM_1_XYZ_" }, query: {} };
    await checkSchema({ a: { in: ["body"], isUUID: true, errorMessage: "bad" } }).run(request);
    return validationResult(request).array();
  });
  await run("one of", async () => {
    const request = { body: { a: "_EM_1_XYZ_" }, query: {} };
    await oneOf([body("a").isInt(), body("b").isInt()]).run(request);
    return validationResult(request).array();
  });
  await run("a rule that throws", async () => {
    const request = { body: { a: "_EM_1_XYZ_" } };
    await body("a").custom(() => { throw new RangeError("no"); }).run(request);
    return validationResult(request).array();
  });
  await run("no request", () => validationResult(undefined));
  await run("nothing was checked", () => validationResult({}).array());
};

const schema = {
  type: "object",
  properties: {
    email: { format: "email", type: "string" },
    user: {
      type: "object",
      properties: { age: { type: "integer", minimum: 18, maximum: 30 } },
      required: ["age"],
    },
    tags: { type: "array", minItems: 1, items: { minLength: 2, type: "string" } },
    note: { minLength: 1, type: "string" },
  },
  required: ["email", "user", "tags"],
};
exports.expected = {
  accepted: { outcomes: [true, true], schema, path: [1, ["tags", "0"]] },
  refused: { outcomes: [false, false], schema },
  "a schema": { outcomes: [false] },
};
