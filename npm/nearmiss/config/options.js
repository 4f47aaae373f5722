"use strict";
// The options that a configuration may hold, by key, with the check of each. They are those of the command line's registry
// (crates/nearmiss_cli/src/options), of which `generated` is made.

const checks = require("./checks.js");
const registered = require("./generated/options.json");

const checked = ([key, { check, ...particulars }]) => [key, checks[check](particulars)];

exports.OPTIONS = Object.fromEntries(Object.entries(registered).map(checked));
