"use strict";
// The configuration of a project, for every host: found, evaluated and checked in one place.

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { ENDINGS, KEY, discover, readJson } = require("./discover.js");
const { validated } = require("./validate.js");

/** A configuration that has not been evaluated by then never ends. */
const LIMIT_MS = 30_000;

/** Runs a configuration that is a program. In a process of its own: hosts are synchronous, and it may leave anything open. */
function evaluated(file) {
  const args = [path.join(__dirname, "evaluate.js"), file];
  const { stdout, signal, error } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    // Debuggers and load hooks of this process are not for that one.
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  if (signal === "SIGKILL") throw new Error(`${file} was not evaluated within ${LIMIT_MS / 1000} s; does it wait for something?`);
  if (error) throw new Error(`${file} cannot be evaluated: ${error.message}`);
  let answer;
  try {
    answer = JSON.parse(stdout);
  } catch {
    throw new Error(`${file} ended the process before it exported its options; it must not call process.exit`);
  }
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.options;
}

function read(file) {
  if (path.basename(file) === "package.json") return validated(readJson(file)[KEY], `the key "${KEY}" of ${file}`);
  if (path.extname(file) === ".json") return validated(readJson(file), file);
  if (!ENDINGS.includes(path.extname(file))) {
    throw new Error(`${file} is no configuration by its name; it must end in ${ENDINGS.join(", ")}`);
  }
  return evaluated(file);
}

/**
 * The configuration that holds for a folder: `nearmiss.config.{mjs,js,cjs,ts,json}` or the key "nearmiss" of package.json, in
 * `cwd` or above it up to the folder of its package.json; or the file that is given.
 *
 * Answers `{ file, options }`: its path and its options (see `index.d.ts`), checked; `{ file: null, options: {} }` when there is none.
 * Paths among the options are as written: relative to the folder of `file`. Throws an Error that names file, key, value and what is
 * allowed. Synchronous: some hosts (Jest) can only ask synchronously.
 */
exports.loadConfig = (cwd, { file: given } = {}) => {
  const file = given === undefined ? discover(cwd) : path.resolve(cwd, given);
  if (file === null) return { file: null, options: {} };
  return { file, options: read(file) };
};

/** The identity: lets editors check and complete a configuration. */
exports.defineConfig = (options) => options;
