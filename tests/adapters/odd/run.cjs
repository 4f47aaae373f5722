"use strict";
// `node run.cjs plain|adapted`: calls each library with odd inputs and prints what comes of it, one JSON text a line: the
// answer or the error, what was read of the input and in which order, and what has become of it.

const { writeSync } = require("node:fs");
const { inspect } = require("node:util");

const adapted = process.argv[2] === "adapted" ? require("../adapted.cjs") : null;
adapted?.install();
const { CREATE } = require("./calls.cjs");
const { around, INPUTS } = require("./inputs.cjs");

/** A value as text, without running anything of it. */
const shown = (value) =>
  inspect(value, { depth: 4, showProxy: true, getters: false, customInspect: false, maxArrayLength: 5, maxStringLength: 100 })
    // Of the stacks of errors inside.
    .replaceAll(/^ +at .*$\n?/gm, "");

/** An error, by class and message; its stack is another one with adapters. */
function refused(error) {
  if (!(error instanceof Error)) return shown(error);
  return [error.constructor.name, error.name, error.message.slice(0, 500), Object.keys(error)];
}

process.on("unhandledRejection", (error) => writeSync(1, `${JSON.stringify({ unhandled: refused(error) })}\n`));

async function called(call, make) {
  const log = [];
  let input;
  let outcome;
  try {
    input = make(log);
    if (adapted !== null) {
      adapted.begin();
      // As if it were what was sent: only then all of it is looked at.
      adapted.requests[0] = { url: "/", body: input };
    }
    outcome = { value: shown(await call(input)) };
  } catch (error) {
    outcome = { error: refused(error) };
  }
  return { ...outcome, log, after: shown(input) };
}

(async () => {
  for (const [library, create] of Object.entries(CREATE)) {
    const calls = create();
    let told = 0;
    for (const [name, call] of Object.entries(calls)) {
      for (const [kind, make] of Object.entries(INPUTS)) {
        const inside = (log) => around(make(log));
        for (const [where, made] of [["", make], [" inside", inside]]) {
          const line = { library, call: name, input: kind + where, ...(await called(call, made)) };
          writeSync(1, `${JSON.stringify(line)}\n`);
          if (adapted !== null) {
            const { targets, texts } = adapted.told();
            told += Object.keys(targets).length + texts.length;
          }
        }
      }
    }
    if (adapted !== null) writeSync(1, `${JSON.stringify({ library, told, skipped: adapted.skipped })}\n`);
  }
})();
