// The command line as a user types it, on fixture APIs that misbehave.

import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { commandLine, SUITES } from "../quality/fuzz.mjs";

/** A folder for the suite of one case, empty, inside the API's folder. */
export function emptyOut(dir, label) {
  const out = path.join(dir, SUITES, label);
  fs.rmSync(out, { recursive: true, force: true });
  return out;
}

/** A copy of a fixture API below it, where its packages are found: for tests that look for processes of their own folder. */
export function ownCopy(dir, label) {
  const copy = emptyOut(dir, label);
  for (const entry of fs.readdirSync(dir)) {
    if (![SUITES, ".nearmiss", "node_modules"].includes(entry)) fs.cpSync(path.join(dir, entry), path.join(copy, entry), { recursive: true });
  }
  return copy;
}

/** Milliseconds after which a program is taken to hang: no bound on time, a loaded machine takes a tenth of its pace. */
const HANGS_MS = 900_000;

/**
 * Starts `nearmiss` in `dir`; `done` answers its exit code, stdout and stderr, and after how many milliseconds it went on from
 * the start of the API to its first calls (`searchingAfterMs`).
 */
export function start(dir, args, { limitMs = HANGS_MS, env = {} } = {}) {
  const child = spawn(process.execPath, [commandLine(), ...args], {
    cwd: dir,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const began = performance.now();
  const result = { code: null, signal: null, stdout: "", stderr: "", output: "", searchingAfterMs: null };
  const said = (stream) => (chunk) => {
    result[stream] += chunk;
    result.output += chunk;
    if (result.searchingAfterMs === null && result.output.includes("searching with seed")) result.searchingAfterMs = performance.now() - began;
  };
  child.stdout.on("data", said("stdout"));
  child.stderr.on("data", said("stderr"));
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  const done = once(child, "close").then(([code, signal]) => {
    clearTimeout(timer);
    if (signal === "SIGKILL") {
      throw new Error(`nearmiss ${args.join(" ")} did not end within ${limitMs} ms\n${result.output}`);
    }
    return Object.assign(result, { code, signal });
  });
  return { child, result, done };
}

/** Runs `nearmiss` in `dir` to its end. */
export function nearmiss(dir, args, options) {
  return start(dir, args, options).done;
}

/** Waits until a search has saved its archive so often, which it does every second or so while it goes on. */
export async function savedTimes(archive, times) {
  const seen = new Set();
  while (seen.size < times) {
    if (fs.existsSync(archive)) seen.add(fs.statSync(archive).mtimeMs);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** All text of a written suite, the report left out; empty when there is none. */
export function writtenText(out) {
  if (!fs.existsSync(out)) {
    return "";
  }
  return fs
    .readdirSync(out, { recursive: true })
    .filter((name) => /\.test\.[cm]?[jt]s$/.test(name))
    .map((name) => fs.readFileSync(path.join(out, name), "utf8"))
    .join("\n");
}
