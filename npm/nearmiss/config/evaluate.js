"use strict";
// `node evaluate.js <file>`: runs a configuration in JavaScript or TypeScript in a process of its own and prints its options
// as one line of JSON, `{"options":{...}}` or `{"error":"text"}`.

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

// What the configuration prints is for people.
const print = (line) => fs.writeSync(1, line);
process.stdout.write = process.stderr.write.bind(process.stderr);

/** Our load hooks compile TypeScript; nothing is to be instrumented here. */
function compileTypeScript() {
  delete process.env.NEARMISS_CONTROL;
  process.env.NEARMISS_OPTIONS = JSON.stringify({ instrument: false });
  require("../register/index.js");
}

/** What the file exports: its default, whatever module system it was compiled to; a function is called. */
async function exported(file) {
  const module = await import(pathToFileURL(file).href);
  const value = module.default?.__esModule ? module.default.default : module.default;
  return typeof value === "function" ? value() : value;
}

async function evaluate(file) {
  if (file.endsWith(".ts")) compileTypeScript();
  const value = await exported(file);
  if (value === undefined) throw new Error(`${file} has no default export; write \`export default { ... }\``);
  const { validated } = require("./validate.js");
  return validated(value, file);
}

/** The line of a text that does not parse: V8 tells it only to who asks Node to check the file. */
function placeOfSyntaxError(file) {
  const { stderr } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8" });
  return stderr.split("\n").find((line) => /:\d+$/.test(line));
}

function described(error, file) {
  if (!(error instanceof Error)) return `${file} cannot be evaluated: it threw ${String(error)}`;
  if (error.message.startsWith(file)) return error.message;
  const place =
    error.name === "SyntaxError" && !file.endsWith(".ts")
      ? placeOfSyntaxError(file)
      : error.stack?.split("\n").find((line) => line.trimStart().startsWith("at ") && line.includes(path.basename(file)));
  const at = place === undefined ? "" : ` (${place.trim()})`;
  return `${file} cannot be evaluated: ${error.name}: ${error.message}${at}`;
}

const file = path.resolve(process.argv[2]);
evaluate(file).then(
  (options) => print(`${JSON.stringify({ options })}\n`),
  (error) => print(`${JSON.stringify({ error: described(error, file) })}\n`),
).finally(() => process.exit(0));
