"use strict";
// `node compile_typescript.js`: reads a JSON list of `[file, module or commonjs]` from standard input and prints what the project's own
// TypeScript makes of each: `{ code, map }`, or `{ error }`.

const fs = require("node:fs");
const { compileByTypeScript } = require("../register/project_typescript.js");

function compiled([file, kind]) {
  try {
    return compileByTypeScript(fs.readFileSync(file, "utf8").replace(/^\uFEFF/, ""), file, kind);
  } catch (error) {
    return { error: error.message };
  }
}

const files = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(files.map(compiled)));
