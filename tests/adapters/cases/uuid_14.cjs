"use strict";

const path = require("node:path");
const uuid = require(require.resolve("uuid", { paths: [path.join(__dirname, "../../../fixtures/suts/validators")] }));

const FORM = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$";
const ONE = "9b2d3f0a-5c1e-4b7a-8f63-0d1e2f3a4b5c";

exports.cases = async (run, look) => {
  await run("look", () => [Object.keys(uuid), look(uuid.validate), Object.isSealed(uuid), Object.isFrozen(uuid), "validate" in uuid]);
  await run("descriptor", () => {
    const { value, ...rest } = Object.getOwnPropertyDescriptor(uuid, "validate");
    return [value === uuid.validate, rest, String(Object.getPrototypeOf(uuid)), uuid[Symbol.toStringTag]];
  });
  await run("set", () => {
    uuid.validate = 3;
  });
  await run("refused", () => uuid.validate("_EM_1_XYZ_"));
  await run("accepted", () => uuid.validate(ONE));
  await run("no text", () => [uuid.validate(), uuid.validate(3), uuid.validate(null), uuid.validate({ toString: () => ONE })]);
  await run("parse", () => uuid.parse("_EM_1_XYZ_"));
  await run("others", () => [uuid.version(ONE), uuid.NIL, uuid.v5("a", ONE), uuid.parse(ONE).length]);
};

exports.expected = {
  refused: { outcomes: [false], names: ["uuid.validate"], texts: [`REGEX_WHOLE 1 ${FORM}`], schema: { type: "string", pattern: FORM }, path: [1, []] },
};
