"use strict";

exports.cases = async (run, look) => {
  const validator = require("validator");
  await run("look", () => [look(validator), look(validator.isEmail), validator.default === validator, Object.keys(validator)]);
  await run("email", () => validator.isEmail("_EM_1_XYZ_"));
  await run("length", () => validator.isLength("_EM_1_XYZ_", { min: 3, max: 30 }));
  await run("length, as it was", () => validator.isLength("_EM_1_XYZ_", 30));
  await run("one of", () => validator.isIn("_EM_1_XYZ_", ["a", "b"]));
  await run("expression", () => validator.matches("_EM_1_XYZ_", "^[a-z]{3}$", "i"));
  await run("no text", () => validator.isEmail(3));
  await run("no text at all", () => validator.isInt());
  await run("others", () => [validator.trim(" _EM_1_XYZ_ "), validator.toInt("12"), validator.isMobilePhone("_EM_1_XYZ_"), validator.version]);
  await run("an option that is read", () => {
    let reads = 0;
    const options = { get min() { reads += 1; return 3; } };
    return [validator.isLength("_EM_1_XYZ_", options), reads];
  });
};

exports.expected = {
  email: { outcomes: [false], schema: { type: "string", format: "email" }, path: [1, []] },
  length: { outcomes: [true], schema: { type: "string", minLength: 3, maxLength: 30 } },
  "length, as it was": { outcomes: [false], schema: { type: "string", minLength: 30 } },
  "one of": { outcomes: [false], schema: { type: "string", enum: ["a", "b"] } },
  expression: { outcomes: [false], schema: { type: "string", pattern: "^[a-zA-Z]{3}$" } },
};
