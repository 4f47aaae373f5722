"use strict";
// The instrumenter as a function: the crate's example program, asked once for many sources.
const { spawnSync } = require("node:child_process");
const { exampleProgram } = require("../example-program.cjs");

/**
 * Instruments sources.
 *
 * @param {{source: string, file?: string, base?: number, module?: string, logical?: string}[]} requests
 * @returns {object[]} `{code, map, roots, texts, table, ...}` or `{error}` each
 */
function instrument(requests) {
  const input = requests.map((request) => JSON.stringify(request)).join("\n") + "\n";
  const result = spawnSync(exampleProgram("instrument"), { input, encoding: "utf8", maxBuffer: 1 << 30 });
  if (result.status !== 0) throw new Error(`the instrumenter failed: ${result.stderr || result.signal}`);
  return result.stdout.trim().split("\n").map((line) => JSON.parse(line));
}

module.exports = { instrument };
