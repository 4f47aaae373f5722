"use strict";
// The language and module system of a file, by its name and its package.json.

const { isProbed, languageOf, moduleKind } = require("../register/source_files.js");
const path = require("node:path");

const EXTENSIONS = new Set([".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"]);

exports.isProbed = isProbed;
exports.languageOf = languageOf;

/** Whether the name is one of a file with code. */
exports.isCode = (filename) => EXTENSIONS.has(path.extname(filename)) && !/\.d\.[cm]?ts$/.test(filename);

/**
 * `"module"` or `"commonjs"` where name or package.json say so, else null: bundlers take `import` in any file, so a package
 * without `"type": "module"` says nothing.
 */
exports.moduleKind = (filename) => {
  if (path.extname(filename) === ".cjs") return "commonjs";
  if (path.extname(filename) === ".mjs") return "module";
  const kind = moduleKind(filename);
  return kind === "module" || path.extname(filename) === ".cts" ? kind : null;
};
