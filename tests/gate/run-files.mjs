// node run-files.mjs AT_A_TIME FILE...: runs files of node:test in this order, so many at a time, and prints what `reporter.mjs` says.
// `node --test` sorts the files: one that takes minutes may then be the last, alone.

import path from "node:path";
import { pipeline } from "node:stream/promises";
import { run } from "node:test";
import report from "./reporter.mjs";

/** What does not end by then hangs: no test takes a tenth of it on a quiet machine. */
const HANGS_MS = 2_700_000;

const [atATime, ...files] = process.argv.slice(2);
const tests = run({ files: files.map((file) => path.resolve(file)), concurrency: Number(atATime), timeout: HANGS_MS });
tests.on("test:fail", ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
await pipeline(tests, report, process.stdout, { end: false });
