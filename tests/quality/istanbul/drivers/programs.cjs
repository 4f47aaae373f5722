"use strict";
// The programs of the benches.

const path = require("node:path");

const folder = path.resolve(__dirname, "../../../bench/programs");
exports.folders = [folder];

exports.run = () => {
  for (const name of ["numeric-loop", "parser", "strings"]) require(path.join(folder, `${name}.cjs`)).run();
};
