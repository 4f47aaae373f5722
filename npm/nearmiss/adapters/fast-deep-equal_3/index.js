"use strict";
// fast-deep-equal 3: one function.

const { WHOLE } = require("../exported.js");
const { wrapEqual } = require("../lodash_4/index.js");
const { question } = require("../questions.js");

const wrapIsEqual = wrapEqual(question("fast-deep-equal"));

exports.files = { "index.js": true, "es6/index.js": true };
exports.modules = {};

exports.adapt = (file, equal) => (typeof equal === "function" ? { [WHOLE]: wrapIsEqual(equal) } : undefined);
