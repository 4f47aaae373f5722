#!/usr/bin/env node
"use strict";
// The command line: Rust on a thread of its own. Node only serves signals; what is printed is written by Rust, which
// survives a closed pipe.

const path = require("node:path");

const INTERRUPTED_EXIT_CODE = 130;

let native;
try {
  native = require("../native.js");
} catch (error) {
  process.stderr.write(`error: ${error.message}\n`);
  process.exit(2);
}

// A timer keeps the event loop awake, so that signals are served while Rust works.
const awake = setInterval(() => {}, 0x7fffffff);
let signals = 0;
const interrupt = () => {
  signals += 1;
  if (signals > 1) process.exit(INTERRUPTED_EXIT_CODE);
  native.interrupt();
};
process.on("SIGINT", interrupt);
process.on("SIGTERM", interrupt);
process.on("SIGHUP", interrupt);

native.runCli(process.argv.slice(2), path.join(__dirname, ".."), (code) => {
  clearInterval(awake);
  process.exitCode = code;
  process.removeListener("SIGINT", interrupt);
  process.removeListener("SIGTERM", interrupt);
  process.removeListener("SIGHUP", interrupt);
});
