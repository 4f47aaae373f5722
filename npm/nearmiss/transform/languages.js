"use strict";
// The language and module system of a file, by its name and its package.json.

const path = require("node:path");
const { saidKind } = require("../register/package_json.js");
const { isProbed, languageOf } = require("../register/source_files.js");

const EXTENSIONS = new Set([".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"]);

exports.isProbed = isProbed;
exports.languageOf = languageOf;

/** Whether the name is one of a file with code. */
exports.isCode = (filename) => EXTENSIONS.has(path.extname(filename)) && !/\.d\.[cm]?ts$/.test(filename);

/** Bundlers take `import` in any file, so a package without `"type": "module"` says nothing. */
exports.moduleKind = saidKind;
