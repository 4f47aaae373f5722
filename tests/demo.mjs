// npm run demo: from a clone to a green suite. Installs and builds what is missing, searches the
// numeric API with a fixed seed, and runs the tests that come out on the API as it is.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const SUT = path.join(ROOT, "fixtures/suts/ncs");
const OUT = path.join(SUT, "nearmiss-tests/demo");
const CALLS = 20_000;
const SEED = 42;

const times = [];

/** Runs one step, showing what it prints; ends the demo when it fails. */
function step(what, command, args, cwd = ROOT) {
  console.log(`\n== ${what}\n   ${[path.basename(command), ...args].join(" ")}`);
  const started = Date.now();
  const { status, error } = spawnSync(command, args, { cwd, stdio: "inherit" });
  const seconds = (Date.now() - started) / 1000;
  times.push([what, seconds]);
  if (status !== 0) {
    console.error(`\ndemo: "${what}" failed${error ? `: ${error.message}` : ` with exit code ${status}`}`);
    process.exit(1);
  }
  console.log(`   took ${seconds.toFixed(1)} s`);
}

console.log("nearmiss demo: search a numeric API for tests, then run the tests without nearmiss.");
if (!fs.existsSync(path.join(ROOT, "node_modules/.package-lock.json"))) {
  step("install the npm packages", "npm", ["install", "--no-save", "--no-audit", "--no-fund"]);
}
step("build the native part", "npm", ["run", "--silent", "build"]);

fs.rmSync(OUT, { recursive: true, force: true });
const { bin } = JSON.parse(fs.readFileSync(path.join(ROOT, "npm/nearmiss/package.json"), "utf8"));
const commandLine = path.join(ROOT, "npm/nearmiss", typeof bin === "string" ? bin : bin.nearmiss);
step(
  `search: ${CALLS} calls to fixtures/suts/ncs, seed ${SEED}`,
  process.execPath,
  [
    commandLine,
    "fuzz",
    ...["--start", "node server.js", "--openapi", "openapi.json"],
    ...["--calls", String(CALLS), "--seed", String(SEED), "--out", OUT],
  ],
  SUT,
);
const jest = path.join(ROOT, "node_modules/jest/bin/jest.js");
step("run the written suite on the plain API", process.execPath, [jest, "--rootDir", OUT], OUT);

console.log("\n== done");
for (const [what, seconds] of times) {
  console.log(`   ${seconds.toFixed(1).padStart(7)} s  ${what}`);
}
console.log(`   the tests are in ${path.relative(ROOT, OUT)}`);
