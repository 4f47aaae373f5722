// One program of the gate: it is run, what it prints is passed on, and what passed and failed is counted.

import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Sum of the numbers that the pattern's first group finds. */
function sum(text, pattern) {
  return [...text.matchAll(pattern)].reduce((count, [, number]) => count + Number(number), 0);
}

/** How each kind of program counts: `[passed, failed]`. */
const COUNTS = {
  whole: ({ code }) => (code === 0 ? [1, 0] : [0, 1]),
  cargo: ({ output }) => [sum(output, /^test result: .*?(\d+) passed/gm), sum(output, /^test result: .*?(\d+) failed/gm)],
  node: ({ output }) => [sum(output, /^# pass (\d+)/gm), sum(output, /^# fail (\d+)/gm)],
  lines: ({ output }) => [(output.match(/^ok {3}/gm) ?? []).length, (output.match(/^MISS /gm) ?? []).length],
};

/** Single tests that took long, `[milliseconds, name]`; of Rust the tests of one binary together, as cargo tells no more. */
export function slowOf(output) {
  const slow = [...output.matchAll(/^# slow (\d+) (.*)$/gm)].map(([, ms, name]) => [Number(ms), name]);
  let binary = "";
  for (const [, running, seconds] of output.matchAll(/^ *Running (.*?) \(|finished in ([\d.]+)s$/gm)) {
    if (running !== undefined) binary = running;
    else slow.push([1000 * Number(seconds), `cargo test: ${binary}`]);
  }
  for (const [, name, seconds] of output.matchAll(/^(\S+): (\d+) s$/gm)) slow.push([1000 * Number(seconds), `${name} (small)`]);
  return slow;
}

const shorten = (arg) => (path.isAbsolute(arg) ? path.relative(ROOT, arg) || "." : arg);

/** A program with the folder left out of its paths, and of many files their number alone. */
function shown(command, args) {
  const files = args.filter((arg) => /\.test\.[cm]?js$/.test(arg));
  const rest = files.length > 3 ? [...args.filter((arg) => !files.includes(arg)), `(${files.length} files)`] : args;
  return [path.basename(command), ...rest.map(shorten)].join(" ");
}

/** Runs a program, with variables of its own; answers its exit code and its output. `live`: what it prints is passed on as it comes. */
function run(command, args, env, live) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (live) process.stdout.write(text);
      });
    }
    child.on("error", (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

/**
 * Runs one step, with variables (`env`) beside those of this process. What it prints comes as it is printed where `live`, else whole when it has ended, so that steps that run at
 * the same time can be told apart. Answers `{ what, passed, failed, seconds, slow }`.
 */
export async function step({ what, counts, command, args, env = {}, live }) {
  console.log(`\n== ${what}: ${shown(command, args)}`);
  const started = Date.now();
  const result = await run(command, args, env, live);
  const seconds = (Date.now() - started) / 1000;
  let [passed, failed] = COUNTS[counts](result);
  // A program that failed without a word on which test is a failure too, and so is one that ran none.
  if (failed === 0 && (result.code !== 0 || passed === 0)) failed = 1;
  if (!live) process.stdout.write(`\n-- ${what}\n${result.output}`);
  console.log(`== ${what}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
  return { what, passed, failed, seconds, slow: slowOf(result.output) };
}
