"use strict";
// The options that a host of `transform` may be given, with what they may be. The names that a configuration knows, too, mean the same
// there.

const checks = require("../config/checks.js");
const { validated } = require("../config/validate.js");

/** Options of every host. */
const SHARED = {
  include: checks.globs(),
  exclude: checks.globs(),
  root: { ...checks.file(), allowed: "a path" },
  coverage: checks.flag(),
  logical: checks.oneOf({ values: ["inline", "closure"] }),
};
const COMPILER = { compiler: checks.oneOf({ values: ["nearmiss", "typescript"] }) };

const isText = (value) => typeof value === "string" && value !== "";
/** A transformer that compiles before ours. */
const TRANSFORMER = {
  allowed: "the name of a module, or [name, its options]",
  list: false,
  wrong: (value, key) => (isText([value].flat()[0]) && [value].flat().length <= 2 ? null : [key, value]),
};

/** By host. Vite compiles by itself, before us. */
const HOSTS = {
  "nearmiss/vite": SHARED,
  "nearmiss/webpack-loader": { ...SHARED, ...COMPILER },
  "nearmiss/jest": { ...SHARED, ...COMPILER, always: checks.flag(), transformer: TRANSFORMER },
};

/** The options that a host was given, checked. Throws an Error that names the host, each wrong option and what is allowed. */
exports.hostOptions = (host, given) => validated(given, `the options of ${host}`, HOSTS[host]);
