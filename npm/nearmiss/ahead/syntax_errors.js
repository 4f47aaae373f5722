"use strict";
// `node --experimental-vm-modules syntax_errors.js`: reads a JSON list of files from standard input and prints what V8 says
// against each: null, or the error. Nothing is run.

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const PARAMETERS = ["exports", "require", "module", "__filename", "__dirname"];

function attempt(compile) {
  try {
    compile();
    return null;
  } catch (error) {
    const place = /:(\d+)\n/.exec(error.stack ?? "")?.[1];
    return place === undefined ? `${error}` : `${error} (line ${place})`;
  }
}

function syntaxError(file) {
  const text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  const asModule = () => attempt(() => new vm.SourceTextModule(text, { identifier: file }));
  const asScript = () => attempt(() => vm.compileFunction(text, PARAMETERS, { filename: file }));
  if (path.extname(file) === ".mjs") return asModule();
  const error = asScript();
  return error === null || path.extname(file) === ".cjs" || asModule() !== null ? error : null;
}

const files = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(files.map(syntaxError)));
