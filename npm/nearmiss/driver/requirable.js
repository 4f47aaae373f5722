"use strict";
// Whether the test suites that EvoMaster's core writes can use a driver file: they `require` it, and `new` what they
// get.

const fs = require("node:fs");
const vm = require("node:vm");
const { languageOf, moduleKind } = require("../register/source_files.js");

const PARAMETERS = ["exports", "require", "module", "__filename", "__dirname"];

/** Whether Node takes a file for CommonJS: one without a kind is an ES module where its text says so. */
function isCommonJs(file) {
  if (languageOf(file) !== "js" || moduleKind(file) === "module") return false;
  try {
    vm.compileFunction(fs.readFileSync(file, "utf8"), PARAMETERS, { filename: file });
    return true;
  } catch {
    return false;
  }
}

/** Null, or why plain `require` of this file does not give this class; `exported`: what `import()` of it gave. */
exports.whyNotRequired = (file, exported, Driver) => {
  if (languageOf(file) !== "js") return "it is TypeScript";
  if (!isCommonJs(file)) return "it is an ES module";
  return exported.default === Driver ? null : "its module.exports is not the class";
};
