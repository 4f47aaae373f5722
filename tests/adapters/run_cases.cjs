"use strict";
// `node run_cases.cjs <library> plain|adapted`: runs the cases of a library and prints what they show, one JSON text a line.

const { writeSync } = require("node:fs");
const path = require("node:path");
const { inspect } = require("node:util");

const [, , library, mode] = process.argv;
const adapted = mode === "adapted" ? require("./adapted.cjs") : null;
adapted?.install();

// A frame of ours must not push one of the library's out of a stack.
Error.stackTraceLimit = 100;

/** A value as text: also what is not enumerable, without running getters. */
const shown = (value) =>
  // The cases themselves have probes: their columns are others.
  inspect(value, { depth: 8, showHidden: false, getters: false, sorted: true })
    .replaceAll(/(cases.\w+\.cjs:\d+):\d+/g, "$1")
    // An error that a library hands out has its stack in it, and there the adapter is seen.
    .replaceAll(/^ +at .*[\\/]npm[\\/]nearmiss[\\/].*\n/gm, "");

/** Frames that are not ours; how many there are of the library depends on nothing of us. */
const frames = (error) =>
  String(error.stack)
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !line.includes(`${path.sep}npm${path.sep}nearmiss${path.sep}`))
    .slice(0, 2)
    .map((line) => line.replaceAll(/\(.*[\\/]|:\d+:\d+\)?/g, ""));

function thrown(error) {
  if (!(error instanceof Error)) return { thrown: shown(error) };
  const { stack, ...fields } = error;
  return { thrown: error.constructor.name, name: error.name, message: error.message, fields: shown(fields), frames: frames(error) };
}

const print = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

/** Runs one case; what is told of it is printed behind it. */
async function run(name, body) {
  adapted?.begin();
  let result;
  try {
    result = { value: shown(await body()) };
  } catch (error) {
    result = thrown(error);
  }
  print({ name, ...result });
  if (adapted) print({ told: adapted.told(), of: name });
}

/** What can be seen of a function or class but its text. */
function look(f) {
  const all = (object) =>
    Reflect.ownKeys(object).sort((a, b) => (String(a) < String(b) ? -1 : 1)).map((key) => {
      const { value, ...rest } = Object.getOwnPropertyDescriptor(object, key);
      return [String(key), typeof value === "function" ? `${value.name}/${value.length}` : typeof value, shown(rest)];
    });
  const isObject = (typeof f === "object" && f !== null) || typeof f === "function";
  return isObject ? [typeof f, Object.isFrozen(f), all(f), f.prototype ? all(f.prototype) : null] : [typeof f];
}

/** Unhandled rejections are part of what a program does. */
process.on("unhandledRejection", (error) => print({ unhandled: error.name, message: error.message }));

(async () => {
  const { cases } = require(`./cases/${library}.cjs`);
  await cases(run, look, adapted);
  if (adapted) print({ told: { skipped: adapted.skipped }, of: "skipped" });
})();
