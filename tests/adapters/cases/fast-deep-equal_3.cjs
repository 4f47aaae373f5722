"use strict";

const { equalCases, equalExpected } = require("./lodash_4.cjs");

exports.cases = async (run, look) => {
  const equal = require("fast-deep-equal");
  await run("look", () => [look(equal), look(require("fast-deep-equal/es6"))]);
  await equalCases(equal, run);
  await run("es6", () => require("fast-deep-equal/es6")({ a: "_EM_1_XYZ_" }, { a: "left" }));
};

exports.expected = { ...equalExpected, es6: { texts: ["CONSTANT 1 left"] } };
