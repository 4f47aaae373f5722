// npm test [-- --only PART,PART...]: everything that is checked, or parts of it. Installs and builds what is missing, says what it
// does and how long it takes, and ends with the slowest tests and one line: `N passed, N failed`, and what was not run.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { missing as missingDatabases } from "../databases/missing.mjs";
import { noPostgres } from "../e2e/postgres.mjs";
import { noBrowser } from "../report/chromium.mjs";
import { argsFor, byFolder } from "./node-tests.mjs";
import { ROOT, step } from "./step.mjs";

const SLOWEST = 20;
const PLUGIN = path.join(ROOT, "npm/build-wasm.mjs");
const PLUGIN_TESTS = path.join(ROOT, "tests/hosts/swc");
const QUALITY = path.join(ROOT, "tests/quality");
const node = process.execPath;
/** Of Cargo.toml: one for all that is built here, so that dependencies are compiled once. */
const PROFILE = ["--profile", "gate"];

const folders = byFolder();
/** Tests of databases fail without their servers, each with what is to be installed: here they are left out as a whole. */
if (missingDatabases.length > 0) folders.delete("databases");
const OF_DATABASES = missingDatabases.length > 0 ? ["--exclude", "nearmiss_databases"] : [];
/** What `--only` may name, with what it is. */
const PARTS = {
  format: "cargo fmt",
  lints: "cargo clippy",
  rust: "cargo test",
  ...Object.fromEntries([...folders].map(([name, files]) => [name, `tests/${name}: ${files.length} files of node:test`])),
  experiments: "npm run experiment -- all --small",
  benches: "npm run bench -- all --small",
};
/** Parts for which nothing is built. The Rust code holds the page of reports, which npm packages make. */
const NEEDS_NOTHING = new Set(["format"]);

function chosen() {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
  const names = (values.only ?? []).flatMap((list) => list.split(",")).filter(Boolean);
  const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0) {
    console.error(`there is no part ${unknown.join(", ")}; npm test -- --only PART, of`);
    for (const [name, what] of Object.entries(PARTS)) console.error(`  ${name.padEnd(12)} ${what}`);
    process.exit(2);
  }
  return names.length > 0 ? new Set(names) : null;
}

const only = chosen();
const wants = (part) => only === null || only.has(part);
/**
 * Clippy as the compiler of our own crates, as `cargo clippy` has it, only that what it checks is built, too: a check of its own
 * goes once more through all dependencies, which takes five minutes of a processor. What is built so searches as fast.
 */
const LINTING = { RUSTC_WORKSPACE_WRAPPER: "clippy-driver", CLIPPY_ARGS: "-Dwarnings__CLIPPY_HACKERY__" };
const lintsOnTheWay = wants("lints") && wants("rust") && spawnSync("clippy-driver", ["--version"]).status === 0;
/** Variables of all that is built here. */
const building = lintsOnTheWay ? LINTING : {};
/** One part alone is shown as it runs; several at the same time each whole. */
const live = only !== null && only.size === 1;
const results = [];
/** What this machine lacks the tools for. */
const notRun = [];

async function run(what, counts, command, args, { shownLive = live, env } = {}) {
  const result = await step({ what, counts, command, args, env, live: shownLive });
  results.push(result);
  return result.failed === 0;
}

const treeState = () => spawnSync("git", ["status", "--porcelain"], { cwd: ROOT, encoding: "utf8" }).stdout;

function finish() {
  const slowest = results.flatMap(({ slow }) => slow).sort(([a], [b]) => b - a);
  console.log(`\nthe slowest:`);
  for (const [ms, name] of slowest.slice(0, SLOWEST)) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`);
  console.log("");
  for (const { what, seconds, passed, failed } of results) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed  ${what}`);
  }
  const sum = (of) => results.reduce((count, result) => count + result[of], 0);
  const left = notRun.map((what) => `; not run: ${what}`).join("");
  console.log(`${sum("passed")} passed, ${sum("failed")} failed${left}`);
  process.exit(sum("failed") === 0 ? 0 : 1);
}

/** Installs and builds what the parts need; ends the run where that fails. */
async function prepare() {
  const installed = fs.existsSync(path.join(ROOT, "node_modules/.package-lock.json"));
  const install = ["npm", ["install", "--no-save", "--no-audit", "--no-fund"]];
  if (!installed && !(await run("install the npm packages", "whole", ...install, { shownLive: true }))) finish();
  if (!(await run("build the native part", "whole", "npm", ["run", "--silent", "build", "--", "--quick"], { shownLive: true, env: building }))) finish();
  if (![...folders.keys()].some(wants)) return;
  const examples = ["build", ...PROFILE, "--quiet", "--workspace", "--examples"];
  if (!(await run("build the example programs", "whole", "cargo", examples, { shownLive: true, env: building }))) finish();
  process.env.NEARMISS_EXAMPLES = path.join(process.env.CARGO_TARGET_DIR ?? path.join(ROOT, "target"), "gate/examples");
}

/** Builds the SWC plugin where there is a toolchain for it; answers whether its tests can run. */
async function buildPlugin() {
  const asked = spawnSync(node, [PLUGIN, "--check"], { encoding: "utf8" });
  if (asked.status === 3) {
    console.log(`\n${asked.stderr}`);
    notRun.push("the SWC plugin (no Rust for wasm32-unknown-unknown)");
    return false;
  }
  const build = ["npm", "run", "--silent", "build:wasm", "--", "--quick"];
  // In the time that nobody else needs: its tests are the last ones.
  const [command, ...args] = process.platform === "win32" ? build : ["nice", "-n", "19", ...build];
  return run("build the SWC plugin", "whole", command, args);
}

/** What needs cargo, which holds its folder: one after another. */
async function rustParts() {
  if (wants("format")) await run("format of the Rust code", "whole", "cargo", ["fmt", "--all", "--check"]);
  const lints = ["clippy", ...PROFILE, "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
  const tests = ["test", ...PROFILE, "--workspace", ...OF_DATABASES];
  if (lintsOnTheWay) {
    await run("lints and tests of the Rust code", "cargo", "cargo", tests, { env: building });
    return;
  }
  if (wants("lints")) await run("lints of the Rust code", "whole", "cargo", lints);
  if (wants("rust")) await run("tests of the Rust code", "cargo", "cargo", tests);
}

/** The files of node:test, those of the SWC plugin as soon as it is built. */
async function nodeParts(plugin) {
  const files = [...folders].flatMap(([name, found]) => (wants(name) ? found : []));
  const [ofPlugin, others] = [files.filter((file) => file.startsWith(PLUGIN_TESTS)), files.filter((file) => !file.startsWith(PLUGIN_TESTS))];
  if (others.length > 0) await run("tests on Node", "node", node, argsFor(others));
  if (ofPlugin.length > 0 && (await plugin)) await run("tests of the SWC plugin", "node", node, argsFor(ofPlugin));
}

const before = treeState();
if (wants("e2e") && noPostgres) notRun.push("queries to PostgreSQL (no initdb)");
if ((wants("databases") || wants("rust")) && missingDatabases.length > 0) notRun.push(`databases (no ${missingDatabases.join(", no ")})`);
if (wants("register") && spawnSync("redis-server", ["--version"]).error !== undefined) notRun.push("bull (no redis-server)");
if (wants("report") && noBrowser) notRun.push("report.html in a browser (no Chromium)");

const isBuilt = only === null || [...only].some((part) => !NEEDS_NOTHING.has(part));
// Another compiler in a folder of its own: it needs nothing of what the others build, and nothing waits for it but its tests.
const plugin = wants("hosts") ? buildPlugin() : Promise.resolve(false);
if (isBuilt) await prepare();
/** Runs all of a kind in their small form. */
const small = (kind) => run(`${kind}s, small`, "lines", node, [path.join(QUALITY, `${kind}.mjs`), "all", "--small"]);
/** Once nothing is compiled any more: what they check is no figure of speed, and a search waits half of its time. */
const thenSmallForms = async () => {
  await rustParts();
  if (wants("experiments")) await small("experiment");
  if (wants("benches")) await small("bench");
};
await Promise.all([thenSmallForms(), nodeParts(plugin)]);

if (before === "") {
  await run("the tests left the tree clean", "whole", node, [
    "-e",
    'const s = require("node:child_process").execSync("git status --porcelain", { encoding: "utf8" }); process.stdout.write(s); process.exit(s === "" ? 0 : 1)',
  ]);
}
finish();
