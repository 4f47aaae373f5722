"use strict";
// fast-deep-equal 3: one function.

const { WHOLE } = require("../exported.js");
const { wrapIsEqual } = require("../lodash_4/index.js");

exports.files = { "index.js": true, "es6/index.js": true };
exports.modules = {};

exports.adapt = (file, equal) => (typeof equal === "function" ? { [WHOLE]: wrapIsEqual(equal) } : undefined);
