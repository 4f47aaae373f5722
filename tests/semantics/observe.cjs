"use strict";
// Runs a program and writes down all that can be seen of it: what it logged (in order), what it answered
// or threw, and the lines of its own file in the stack of what it threw.
const util = require("node:util");
const vm = require("node:vm");

// Closures add frames.
Error.stackTraceLimit = 100;
const FILE = "/semantics/case.js";

// Columns and inferred names of frames differ; the lines are compared on their own.
const withoutStacks = (text) => text.replace(/\n\s+at .*/g, "");
const show = (value) => withoutStacks(util.inspect(value, { depth: 6, breakLength: Infinity, sorted: false }));

function describe(error) {
  if (!(error instanceof Error)) return { thrown: show(error) };
  const lines = [];
  for (const frame of String(error.stack).split("\n")) {
    const place = frame.includes(FILE) && /:(\d+):\d+\)?$/.exec(frame);
    if (place) lines.push(Number(place[1]));
  }
  return { thrown: error.name, message: error.message, constructor: error.constructor.name, lines };
}

/** Runs CommonJS text. A promise that it answers is awaited. */
async function observe(code) {
  const log = [];
  const note = (...values) => log.push(values.map(show).join(" "));
  let end;
  try {
    const run = vm.compileFunction(code, ["log", "exports", "require", "module"], { filename: FILE });
    const module = { exports: {} };
    end = { value: show(await run.call(module.exports, note, module.exports, require, module)), exports: show(module.exports) };
  } catch (error) {
    end = describe(error);
  }
  // What an un-awaited continuation logs counts as well.
  await new Promise((resolve) => setImmediate(resolve));
  return { log, end };
}

/** Runs the text of an ES module; it logs through `log`. */
async function observeModule(code) {
  const log = [];
  globalThis.log = (...values) => log.push(values.map(show).join(" "));
  let end;
  try {
    const text = `data:text/javascript;charset=utf-8,${encodeURIComponent(`${code}\n//${observeModule.count++}`)}`;
    const namespace = await import(text);
    end = { value: show({ ...namespace }) };
  } catch (error) {
    end = { ...describe(error), lines: [] };
  }
  await new Promise((resolve) => setImmediate(resolve));
  delete globalThis.log;
  return { log, end };
}
observeModule.count = 0;

module.exports = { observe, observeModule };
