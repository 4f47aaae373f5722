"use strict";
// Which files are the project's own, and what language they are in.

const path = require("node:path");
const { saidKind } = require("./package_json.js");
const { session } = require("./session.js");

const OWN_PACKAGE = path.dirname(__dirname) + path.sep;
/** Compiled by us when nobody else does it. */
const COMPILED = new Set([".ts", ".mts", ".cts", ".tsx", ".jsx"]);
const FOREIGN = [`${path.sep}node_modules${path.sep}`, `${path.sep}.yarn${path.sep}`, `${path.sep}.pnp.`];

let filter = null;

function globs() {
  if (filter === null) {
    const { SourceFilter } = require("../native.js");
    const { include = [], exclude = [] } = session.options;
    try {
      filter = new SourceFilter(include, exclude);
    } catch (error) {
      process.emitWarning(`${error.message}; the globs are left aside`);
      filter = { includes: () => true };
    }
  }
  return filter;
}

/** Whether it is a library's file or one of our own package, of which nothing needs to be said. */
const isForeign = (filename) => filename.startsWith(OWN_PACKAGE) || FOREIGN.some((part) => filename.includes(part));

/**
 * The name of a project file relative to the root, with `/`; null for a file that is not to be instrumented.
 * A file outside the root is named in the reports: it is left out although nobody asked for that.
 */
exports.projectFile = (filename) => {
  // What is not a path is no file: `[eval]`, `[stdin]`. The driver is the tester's code, not the API's.
  if (!path.isAbsolute(filename) || isForeign(filename) || filename === session.driver) return null;
  const relative = path.relative(session.root, filename).split(path.sep).join("/");
  if (relative.startsWith("../") || path.isAbsolute(relative)) {
    session.skipped(relative, `it lies outside the root ${session.root}`);
    return null;
  }
  const { include, exclude } = session.options;
  if (!include?.length && !exclude?.length) return relative;
  return globs().includes(relative) ? relative : null;
};

/** `ts`, `tsx` or `jsx` for a file that must be compiled, `js` for any other. */
exports.languageOf = (filename) => {
  const extension = path.extname(filename);
  if (!COMPILED.has(extension) || isForeign(filename)) return "js";
  return extension === ".tsx" || extension === ".jsx" ? extension.slice(1) : "ts";
};

/** Whether a tool before us has compiled this text already: it then carries its map with it. */
exports.isCompiled = (text) => text.includes("//# sourceMappingURL=data:");

/** Whether a probe is in the text. */
exports.isProbed = (text) => text.includes("__nm.S[");

/** `"module"` or `"commonjs"`: how a file that must be compiled is loaded. */
exports.moduleKind = (filename) => saidKind(filename) ?? "commonjs";

/** File names that TypeScript may mean by `./x.js` or `./x`, in its order. */
exports.candidates = (filename) => {
  const extension = path.extname(filename);
  const stem = filename.slice(0, filename.length - extension.length);
  const same = { ".js": [".ts", ".tsx", ".jsx"], ".mjs": [".mts"], ".cjs": [".cts"], ".jsx": [".tsx"] }[extension];
  if (same !== undefined) return same.map((other) => stem + other);
  const added = [".ts", ".tsx", ".js", ".jsx", ".mts", ".cts"];
  return [...added.map((other) => filename + other), ...added.map((other) => path.join(filename, "index" + other))];
};
