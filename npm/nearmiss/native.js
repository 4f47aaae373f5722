"use strict";
// Loads the native part: the platform package beside this one, or the local build of the workspace.

const path = require("node:path");

const PACKAGES = { "linux-x64": "nearmiss-linux-x64-gnu" };

/** Says what to do where the native part is not there, or is and does not fit the C library of the system. */
function advice(failures) {
  if (/GLIBC|ld-linux|musl/.test(failures)) {
    return "This system's C library is older than it needs, or is not glibc (Alpine); its README.md says which glibc it needs. Use a newer system, or an image such as node:20-bookworm";
  }
  return "Install it with `npm install` (optional dependencies must not be omitted), or build it with `npm run build` in a clone";
}

function load() {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined) {
    throw new Error(
      `nearmiss has no native part for ${platform}; there is one for ${Object.keys(PACKAGES).join(", ")}`,
    );
  }
  const candidates = [name, path.join(__dirname, "..", name.replace("nearmiss-", ""), "nearmiss.node")];
  const failures = [];
  for (const candidate of candidates) {
    try {
      return require(candidate);
    } catch (error) {
      failures.push(`  ${candidate}: ${error.message.split("\n")[0]}`);
    }
  }
  throw new Error(`nearmiss cannot load its native part (${name}):\n${failures.join("\n")}\n${advice(failures.join("\n"))}`);
}

module.exports = load();
