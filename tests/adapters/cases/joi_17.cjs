"use strict";

const { casesOf, expected } = require("./joi_18.cjs");

exports.cases = casesOf("joi-17");
exports.expected = expected;
