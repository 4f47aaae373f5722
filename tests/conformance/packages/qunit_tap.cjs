"use strict";
// Makes a suite on the old `qunitjs` package, which has no reporter for a pipe, print its tests one by one.

const Module = require("node:module");

const load = Module._load;
const told = new WeakSet();

Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest);
  if (/(^|\/)qunitjs$/.test(request) && typeof loaded?.testDone === "function" && !told.has(loaded)) {
    told.add(loaded);
    loaded.testDone(({ module, name, failed, skipped }) => {
      // It draws a picture of waiting on lines that it does not end.
      process.stdout.write(`\n${failed > 0 ? "not ok" : "ok"} ${module}: ${name}${skipped ? " # SKIP" : ""}\n`);
    });
  }
  return loaded;
};
