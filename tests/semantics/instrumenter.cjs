"use strict";
// The instrumenter as a function: the crate's example program, asked once for many sources.
const { execFileSync, spawnSync } = require("node:child_process");
const path = require("node:path");

const root = path.join(__dirname, "../..");

/** Builds the program and answers its path. */
function build() {
  const arguments_ = ["build", "--release", "-q", "-p", "nearmiss_instrument", "--example", "instrument", "--message-format=json"];
  const output = execFileSync("cargo", arguments_, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
  for (const line of output.trim().split("\n").reverse()) {
    const message = JSON.parse(line);
    if (message.executable) return message.executable;
  }
  throw new Error("cargo built no program named instrument");
}

/**
 * Instruments sources.
 *
 * @param {{source: string, file?: string, base?: number, module?: string, logical?: string}[]} requests
 * @returns {object[]} `{code, map, roots, texts, table, ...}` or `{error}` each
 */
function instrument(requests) {
  const input = requests.map((request) => JSON.stringify(request)).join("\n") + "\n";
  const result = spawnSync(build(), { input, encoding: "utf8", maxBuffer: 1 << 30 });
  if (result.status !== 0) throw new Error(`the instrumenter failed: ${result.stderr || result.signal}`);
  return result.stdout.trim().split("\n").map((line) => JSON.parse(line));
}

module.exports = { instrument };
