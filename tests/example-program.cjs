"use strict";
// Example programs of the crates, by which tests reach Rust code that has no command of its own.

const { execFileSync } = require("node:child_process");
const path = require("node:path");

const ROOT = path.join(__dirname, "..");
/** Those that this process has asked for, by name and profile. */
const built = new Map();

/**
 * Answers the path of an example program, which is built where it is not yet. `profile`: that of the gate, which builds everything so,
 * since programs of tests are to be there soon, or `release` for figures. Throws when cargo is not there (`code` is `ENOENT`) or fails. NEARMISS_EXAMPLES is a folder of programs that are built already: the gate sets it, since cargo waits for
 * every other cargo of the checkout.
 */
function exampleProgram(name, { profile = "gate" } = {}) {
  const folder = process.env.NEARMISS_EXAMPLES;
  if (folder) return path.join(folder, name);
  const key = `${name} ${profile}`;
  if (!built.has(key)) built.set(key, build(name, profile));
  return built.get(key);
}

/**
 * Builds a program. Of the whole workspace, as the tests of the Rust code are built: the features of a crate alone would have
 * its dependencies compiled again.
 */
function build(name, profile) {
  const args = ["build", "--profile", profile, "-q", "--workspace", "--example", name, "--message-format=json"];
  const output = execFileSync("cargo", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
  for (const line of output.trim().split("\n").reverse()) {
    const message = JSON.parse(line);
    if (message.executable) return message.executable;
  }
  throw new Error(`cargo built no program named ${name}`);
}

module.exports = { exampleProgram };
