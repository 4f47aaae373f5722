// A package's own suite, run once.

import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { results } from "./tap.mjs";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const PACKAGES = path.resolve(HERE, "../../../npm");
const LIMIT = 15 * 60_000;
/** What the loader says of a file that it leaves as it is. */
const LEFT = /nearmiss: (\S+) is not instrumented: (.*)/g;

/** Runs a shell command in the package's folder; kills its whole group when it takes too long. */
export function shell(folder, command, env) {
  return new Promise((resolve) => {
    const bin = path.join(folder, "node_modules/.bin");
    const child = spawn(command, {
      cwd: folder,
      shell: true,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...env },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), LIMIT);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? signal, stdout, stderr });
    });
  });
}

/**
 * Installs nearmiss as users have it: in a `node_modules`, which hooks of other tools (babel-register) leave alone.
 * Answers the folder; the caller removes it.
 */
export function installed() {
  const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "nearmiss-suite-"));
  for (const folder of fs.readdirSync(PACKAGES)) {
    const manifest = path.join(PACKAGES, folder, "package.json");
    if (!fs.existsSync(manifest)) continue;
    const { name } = JSON.parse(fs.readFileSync(manifest, "utf8"));
    fs.cpSync(path.join(PACKAGES, folder), path.join(scratch, "node_modules", name), { recursive: true });
  }
  return scratch;
}

/**
 * Runs the suite of the package in `folder`, plain or instrumented.
 *
 * @param {{ test: string, preload?: string, exclude?: string[] }} entry of packages.json
 * @param {string | null} scratch what {@link installed} answered, or null to run it plain
 * @returns {Promise<{ code: number | string, counts: Map<string, number>, touched: number, left: string[], output: string }>}
 *   `touched`: targets that probes reached, over all processes; `left`: files that the loader named
 */
export async function runSuite(folder, entry, scratch) {
  const instrumented = scratch !== null;
  const evidence = path.join(scratch ?? "", `touched-${entry.name}`);
  const preloads = entry.preload ? [`--require ${path.join(HERE, entry.preload)}`] : [];
  const env = { NODE_OPTIONS: preloads.join(" ") };
  if (instrumented) {
    fs.rmSync(evidence, { force: true });
    const register = path.join(scratch, "node_modules/nearmiss/register/index.js");
    preloads.push(`--require ${path.join(HERE, "evidence.cjs")}`, `--import ${pathToFileURL(register).href}`);
    Object.assign(env, {
      NODE_OPTIONS: preloads.join(" "),
      NEARMISS_EVIDENCE: evidence,
      NEARMISS_OPTIONS: JSON.stringify({ root: folder, exclude: entry.exclude ?? [] }),
    });
  }
  const { code, stdout, stderr } = await shell(folder, entry.test, env);
  const lines = instrumented && fs.existsSync(evidence) ? fs.readFileSync(evidence, "utf8").trim().split("\n") : [];
  return {
    code,
    counts: results(stdout),
    touched: lines.reduce((sum, line) => sum + Number(line.split(" ")[2]), 0),
    left: [...new Set([...stderr.matchAll(LEFT)].map(([, file, reason]) => `${file}: ${reason}`))].sort(),
    output: stdout + stderr,
  };
}
