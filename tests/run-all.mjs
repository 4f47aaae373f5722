// npm test: everything that is checked, in one run. Installs and builds what is missing, says what
// it does and how long it takes, and ends with one line: `N passed, N failed`, and what was not run.

import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { noPostgres } from "./e2e/postgres.mjs";
import { noBrowser } from "./report/chromium.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const SKIPPED_FOLDERS = new Set(["node_modules", "target", ".git", "nearmiss-tests"]);

const total = { passed: 0, failed: 0 };
const times = [];
/** What this machine lacks the tools for. */
const notRun = [];

/** Runs a program, passing on what it prints; answers its exit code and its output. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        process.stdout.write(chunk);
      });
    }
    child.on("error", (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

/** Sum of the numbers that the pattern's first group finds. */
function sum(text, pattern) {
  return [...text.matchAll(pattern)].reduce((count, [, number]) => count + Number(number), 0);
}

/** How each kind of step counts what passed and failed. */
const COUNTS = {
  whole: ({ code }) => (code === 0 ? [1, 0] : [0, 1]),
  cargo: ({ output }) => [sum(output, /^test result: .*?(\d+) passed/gm), sum(output, /^test result: .*?(\d+) failed/gm)],
  node: ({ output }) => [sum(output, /^# pass (\d+)/gm), sum(output, /^# fail (\d+)/gm) + sum(output, /^# cancelled (\d+)/gm)],
  lines: ({ output }) => [(output.match(/^ok {3}/gm) ?? []).length, (output.match(/^MISS /gm) ?? []).length],
};

async function step(what, counts, command, args) {
  console.log(`\n== ${what}: ${[path.basename(command), ...args.map(shorten)].join(" ")}`);
  const started = Date.now();
  const result = await run(command, args);
  const seconds = (Date.now() - started) / 1000;
  let [passed, failed] = COUNTS[counts](result);
  // A program that failed without a word on which test is a failure too, and so is one that ran none.
  if (failed === 0 && (result.code !== 0 || passed === 0)) {
    failed = 1;
  }
  total.passed += passed;
  total.failed += failed;
  times.push([what, seconds, passed, failed]);
  console.log(`== ${what}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
  return failed === 0;
}

const shorten = (arg) => (path.isAbsolute(arg) ? path.relative(ROOT, arg) || "." : arg);

/** Files with node:test tests below a folder. */
function testFiles(folder) {
  if (!fs.existsSync(folder)) {
    return [];
  }
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        return SKIPPED_FOLDERS.has(entry.name) ? [] : testFiles(file);
      }
      return /\.test\.[cm]?js$/.test(entry.name) ? [file] : [];
    });
}

const treeState = () => spawnSync("git", ["status", "--porcelain"], { cwd: ROOT, encoding: "utf8" }).stdout;

function finish() {
  console.log("");
  for (const [what, seconds, passed, failed] of times) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed  ${what}`);
  }
  const left = notRun.map((what) => `; not run: ${what}`).join("");
  console.log(`${total.passed} passed, ${total.failed} failed${left}`);
  process.exit(total.failed === 0 ? 0 : 1);
}

const before = treeState();
const node = process.execPath;
if (!fs.existsSync(path.join(ROOT, "node_modules/.package-lock.json"))) {
  if (!(await step("install the npm packages", "whole", "npm", ["install", "--no-save", "--no-audit", "--no-fund"]))) {
    finish();
  }
}
if (!(await step("build the native part", "whole", "npm", ["run", "--silent", "build"]))) {
  finish();
}

/** Builds the SWC plugin where there is a toolchain for it; answers whether its tests can run. */
async function buildWasm() {
  const script = path.join(ROOT, "npm/build-wasm.mjs");
  const asked = spawnSync(node, [script, "--check"], { encoding: "utf8" });
  if (asked.status === 3) {
    console.log(`\n${asked.stderr}`);
    notRun.push("the SWC plugin (no Rust for wasm32-unknown-unknown)");
    return false;
  }
  return step("build the SWC plugin", "whole", "npm", ["run", "--silent", "build:wasm"]);
}
const hasWasm = await buildWasm();
// Its tests skip themselves.
if (spawnSync("redis-server", ["--version"]).error !== undefined) notRun.push("bull (no redis-server)");
if (noPostgres) notRun.push("queries to PostgreSQL (no initdb)");
if (noBrowser) notRun.push("report.html in a browser (no Chromium)");

await step("format of the Rust code", "whole", "cargo", ["fmt", "--all", "--check"]);
await step("lints of the Rust code", "whole", "cargo", ["clippy", "--release", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]);
await step("tests of the Rust code", "cargo", "cargo", ["test", "--release", "--workspace"]);

const nodeTest = ["--test", "--test-reporter=tap"];
/**
 * Files that look at the clock, at ports or at all processes of the machine, and so want it for themselves. All others run
 * two at a time: each waits for processes most of its time.
 */
const ALONE = [
  "tests/contract/",
  "tests/register/",
  "tests/e2e/bad-input.test.mjs",
  "tests/e2e/bad-input-validators.test.mjs",
  "tests/e2e/budgets.test.mjs",
  "tests/e2e/incidents",
  "tests/e2e/resume.test.mjs",
  "tests/e2e/timers.test.mjs",
  "tests/e2e/workers.test.mjs",
];
const isAlone = (file) => ALONE.some((start) => path.relative(ROOT, file).startsWith(start));

/** Runs the files of node:test, those that may two at a time. */
async function nodeTests(what, files) {
  const [alone, together] = [files.filter(isAlone), files.filter((file) => !isAlone(file))];
  await step(what, "node", node, [...nodeTest, "--test-concurrency=2", ...together]);
  if (alone.length > 0) {
    await step(`${what}, one by one`, "node", node, [...nodeTest, "--test-concurrency=1", ...alone]);
  }
}

const endToEnd = testFiles(path.join(ROOT, "tests/e2e"));
const others = [...testFiles(path.join(ROOT, "npm")), ...testFiles(path.join(ROOT, "tests"))].filter(
  (file) => !endToEnd.includes(file) && (hasWasm || !file.startsWith(path.join(ROOT, "tests/hosts/swc/"))),
);
await nodeTests("tests of the JavaScript code", others);
await nodeTests("end to end", endToEnd);

const quality = path.join(ROOT, "tests/quality");
await step("experiments, small", "lines", node, [path.join(quality, "experiment.mjs"), "all", "--small"]);
await step("benches, small", "lines", node, [path.join(quality, "bench.mjs"), "all", "--small"]);

if (before === "") {
  await step("the tests left the tree clean", "whole", node, [
    "-e",
    'const s = require("node:child_process").execSync("git status --porcelain", { encoding: "utf8" }); process.stdout.write(s); process.exit(s === "" ? 0 : 1)',
  ]);
}
finish();
