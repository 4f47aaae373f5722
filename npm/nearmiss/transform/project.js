"use strict";
// Which files a host instruments, and under which name: the project's own, by the options of the host and the configuration.

const fs = require("node:fs");
const path = require("node:path");
const { loadConfig } = require("../config/index.js");
const { packageRoot } = require("../register/package_json.js");
const { isCode } = require("./languages.js");

const OWN_PACKAGE = path.dirname(__dirname) + path.sep;
const FOREIGN = /[\\/](node_modules|\.yarn)[\\/]|[\\/]\.pnp\./;

const list = (globs) => (globs === undefined ? [] : [globs].flat());

/** Tells whether bundles hold their coverage where the option `coverage` says nothing: when somebody wants it written. */
exports.coverageWanted = () => Boolean(process.env.NEARMISS_COVERAGE);

/**
 * The files of the project in `cwd`.
 *
 * `given`: the options of the host, `include`, `exclude` (globs relative to `root`), `root`, `compiler`, `coverage`, `logical`; what it does
 * not say, the configuration (`nearmiss.config.*`) does. Throws an Error when one of them is wrong.
 */
exports.createProject = (cwd, given = {}) => {
  const { file, options: configured } = loadConfig(cwd);
  const options = { ...configured, ...given };
  const from = given.root === undefined && file !== null ? path.dirname(file) : cwd;
  const root = fs.realpathSync(options.root === undefined ? packageRoot(cwd) : path.resolve(from, options.root));
  const { SourceFilter } = require("../native.js");
  const filter = new SourceFilter(list(options.include), list(options.exclude));
  return {
    root,
    options,
    /** The name of a file in targets; null when it is not to be instrumented. */
    nameOf(filename) {
      if (!path.isAbsolute(filename) || !isCode(filename)) return null;
      if (filename.startsWith(OWN_PACKAGE) || FOREIGN.test(filename)) return null;
      const name = path.relative(root, filename).split(path.sep).join("/");
      if (name.startsWith("../") || path.isAbsolute(name)) return null;
      return filter.includes(name) ? name : null;
    },
  };
};
