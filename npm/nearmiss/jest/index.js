"use strict";
// The Jest transformer: `transform: { "\\.[cm]?[jt]sx?$": "nearmiss/jest" }`. See ../transform/README.md.

const { createTransformer } = require("./transformer.js");

module.exports = { ...createTransformer(), createTransformer };
