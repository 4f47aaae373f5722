"use strict";
// The Jest transformer: `transform: { "\\.[cm]?[jt]sx?$": "nearmiss/jest" }`. See ../hosts.md.

const { createTransformer } = require("./transformer.js");

const transformer = createTransformer();

// One by one: so Node finds the names for `import`.
exports.createTransformer = createTransformer;
exports.canInstrument = transformer.canInstrument;
exports.process = transformer.process;
exports.processAsync = transformer.processAsync;
exports.getCacheKey = transformer.getCacheKey;
