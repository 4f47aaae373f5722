"use strict";
// joi 17 differs from 18 in nothing that is looked at here.

module.exports = require("../joi_18/index.js");
