"use strict";
// The SWC plugin: which of our files fits the @swc/core that is installed.

const fs = require("node:fs");
const path = require("node:path");

/**
 * A plugin fits only hosts that speak its serialisation of the tree. `from` is the first version of @swc/core that a
 * file was tried with, `below` the first that it does not claim.
 */
const PLUGINS = [{ file: "nearmiss_swc_1.16.wasm", from: [1, 16], below: [1, 17] }];

const LINES = PLUGINS.map(({ from, below }) => `>=${from.join(".")} <${below.join(".")}`).join(", ");

/** The version of the @swc/core that code in `folder` gets; throws an Error when there is none. */
function hostVersion(folder) {
  let file;
  try {
    file = require.resolve("@swc/core/package.json", { paths: [folder] });
  } catch {
    throw new Error(`nearmiss/swc: @swc/core cannot be found from ${folder}; install @swc/core ${LINES}`);
  }
  return JSON.parse(fs.readFileSync(file, "utf8")).version;
}

const isBelow = ([major, minor], [otherMajor, otherMinor]) =>
  major < otherMajor || (major === otherMajor && minor < otherMinor);

/** The file name of the plugin for a version of @swc/core; throws an Error that names the versions when none fits. */
function pluginFor(version) {
  const numbers = version.split(".").map(Number);
  const found = PLUGINS.find(({ from, below }) => !isBelow(numbers, from) && isBelow(numbers, below));
  if (found === undefined) {
    throw new Error(
      `nearmiss/swc: there is no plugin for @swc/core ${version}; there is one for ${LINES}. Use another host of ` +
        "nearmiss (nearmiss/register, nearmiss instrument), which depends on no version of swc",
    );
  }
  return found.file;
}

/**
 * The path of the plugin for `jsc.experimental.plugins`, for the @swc/core that is installed.
 *
 * @param {{ from?: string, version?: string }} [options] `from`: the folder from which @swc/core is looked up (the
 *   working directory by default); `version`: the version of @swc/core, when it is known
 * @returns {string}
 */
exports.swcPlugin = ({ from = process.cwd(), version = hostVersion(from) } = {}) => {
  const file = path.join(__dirname, pluginFor(version));
  if (!fs.existsSync(file)) {
    throw new Error(
      `nearmiss/swc: this package was packed without the SWC plugin (${path.basename(file)}). Build it with \`npm run build:wasm\` in a clone of ` +
        "nearmiss and pack again, or use nearmiss/register or nearmiss instrument, which need no plugin",
    );
  }
  return file;
};
