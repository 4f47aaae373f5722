// Runs the command line on a fixture API, as a user does, and reads its report.

import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { saidKind } from "../../npm/nearmiss/register/package_json.js";
import { ROOT } from "./suts.mjs";

/** Where written suites go: inside the API's folder, so that they find its packages. */
export const SUITES = "nearmiss-tests";

/** The file behind `npx nearmiss`. */
export function commandLine() {
  const dir = path.join(ROOT, "npm/nearmiss");
  const { bin } = JSON.parse(fs.readFileSync(path.join(dir, "package.json"), "utf8"));
  return path.join(dir, typeof bin === "string" ? bin : bin.nearmiss);
}

/** Runs a program to its end; answers its exit code, what it printed and how long it took. */
export async function run(command, args, options = {}) {
  const started = process.hrtime.bigint();
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  const [code, signal] = await once(child, "close");
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  return { code, signal, stdout, stderr, seconds };
}

/** Options of a search of which only its figures are wanted: its suite is written without expectations. */
export const FIGURES_ONLY = ["--no-replay"];

/**
 * One search of so many calls. `label` names the folder of its suite; `wrap` is put before the command (taskset), `env` are
 * variables beside those of this process. Throws when the command line fails.
 */
export async function fuzz(sut, { label, seed, calls, algorithm = "mio", args = [], wrap = [], env = {} }) {
  return runSearch(sut, { label, seed, args: ["--calls", String(calls), "--algorithm", algorithm, ...args], wrap, env });
}

/** Searches that `fuzzOnce` has run in this process, by what they were asked for. */
const asked = new Map();

/**
 * The same for those who need not have a search of their own: what another experiment of this run has searched alike (same API,
 * seed, calls and options) is not searched again. Nobody else may use folders of such labels.
 */
export function fuzzOnce(sut, { label, seed, calls, args = [] }) {
  const key = JSON.stringify([sut.dir, seed, calls, args]);
  if (!asked.has(key)) asked.set(key, fuzz(sut, { label: `once-${label}`, seed, calls, args }));
  return asked.get(key);
}

/** The same with a budget that stands in `args` (`--time`). */
export async function runSearch(sut, { label, seed, args = [], wrap = [], env = {} }) {
  const out = path.join(sut.dir, SUITES, label);
  fs.rmSync(out, { recursive: true, force: true });
  const command = [...wrap, ...searchCommand(sut, { out, seed, args: ["--quiet", ...args] })];
  const result = await run(command[0], command.slice(1), { cwd: sut.dir, env: { ...process.env, ...env } });
  if (result.code !== 0) {
    throw new Error(`${command.join(" ")}\nin ${sut.dir} exited with ${result.code}\n${result.stdout}${result.stderr}`);
  }
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  if (report.nearmiss === undefined) {
    throw new Error(`${out}/report.json has no part \`nearmiss\``);
  }
  return { out, report, own: report.nearmiss, ...result };
}

/** Program and arguments of a search, to be run in the API's folder. */
export function searchCommand(sut, { out, seed, args }) {
  return [process.execPath, commandLine(), "fuzz", ...sut.entry, "--seed", String(seed), "--out", out, ...args];
}

/** Runs a written suite with Jest; throws with Jest's words when it is not green. */
export async function runSuite(out, { env = {}, args = [] } = {}) {
  const jest = path.join(ROOT, "node_modules/jest/bin/jest.js");
  // What the README says of suites of modules; without it Jest loads none.
  const flags = saidKind(path.join(out, "success.test.js")) === "module" ? ["--experimental-vm-modules"] : [];
  const result = await run(process.execPath, [...flags, jest, "--rootDir", out, ...args], {
    cwd: out,
    env: { ...process.env, CI: "true", ...env },
  });
  if (result.code !== 0) {
    throw new Error(`the suite in ${out} is not green\n${result.stdout}${result.stderr}`);
  }
  return result;
}

/** Every file of a written suite with its bytes, by relative path; reports are not part of it. */
export function suiteFiles(out) {
  const files = new Map();
  for (const entry of fs.readdirSync(out, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const name = path.relative(out, file);
    if (entry.isFile() && !/^report\.\w+$/.test(name)) {
      files.set(name, fs.readFileSync(file));
    }
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
