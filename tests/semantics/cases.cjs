"use strict";
// The cases of `crates/nearmiss_instrument/cases`: a file holds snippets, each after a line `// --- name`.
const fs = require("node:fs");
const path = require("node:path");

const folder = path.join(__dirname, "../../crates/nearmiss_instrument/cases");

/** @returns {{name: string, source: string, module: boolean}[]} */
function readCases() {
  const cases = [];
  for (const file of fs.readdirSync(folder).sort()) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    for (const part of text.split(/^\/\/ --- /m).slice(1)) {
      const end = part.indexOf("\n");
      cases.push({
        name: `${file}: ${part.slice(0, end)}`,
        source: part.slice(end + 1),
        module: file.endsWith(".mjs"),
      });
    }
  }
  return cases;
}

module.exports = { readCases };
