"use strict";
// `node print.js <cwd> [file]`: the configuration for the command line, which is Rust: `{"file":...,"options":{...}}` on
// standard output; exit code 2 and a message on standard error when it is wrong.

const { loadConfig } = require("./index.js");

const [cwd, file] = process.argv.slice(2);
try {
  process.stdout.write(JSON.stringify(loadConfig(cwd, { file })));
} catch (error) {
  process.stderr.write(error.message);
  process.exitCode = 2;
}
