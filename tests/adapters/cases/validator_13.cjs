"use strict";

exports.cases = async (run, look) => {
  const validator = require("validator");
  await run("look", () => [look(validator), look(validator.isEmail), validator.default === validator, Object.keys(validator)]);
  await run("by files", () => {
    const isEmail = require("validator/lib/isEmail");
    const { default: isAlpha, locales } = require("validator/lib/isAlpha");
    return [isEmail === validator.isEmail, isEmail.default === isEmail, look(isEmail), isAlpha === validator.isAlpha, locales === validator.isAlphaLocales];
  });
  await run("by its file", () => require("validator/lib/isISO8601").default("_EM_1_XYZ_"));
  await run("a rule that asks others", () => validator.isURL("http://_EM_1_XYZ_.example.com"));
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
  "by its file": { outcomes: [false], schema: { type: "string", format: "date-time" }, path: [1, []] },
  "a rule that asks others": { outcomes: [false], schema: { type: "string", format: "uri" } },
  email: { outcomes: [false], schema: { type: "string", format: "email" }, path: [1, []] },
  length: { outcomes: [true], schema: { type: "string", minLength: 3, maxLength: 30 } },
  "length, as it was": { outcomes: [false], schema: { type: "string", minLength: 30 } },
  "one of": { outcomes: [false], schema: { type: "string", enum: ["a", "b"] } },
  expression: { outcomes: [false], schema: { type: "string", pattern: "^[a-zA-Z]{3}$" } },
};
