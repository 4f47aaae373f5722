// Programs that run plain and watched by watchers of incidents, in processes of their own: they print the same, to the byte, and
// end the same way.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("../../../npm/nearmiss", import.meta.url));

/** What watches, or the modules as they are loaded during a search. */
const preloads = (folder) => {
  const of = (file) => JSON.stringify(path.join(PACKAGE, file));
  const write = (name, text) => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  return {
    hooks: write("hooks.cjs", `require(${of("register/commonjs.js")}).install(Symbol("hooks"));\n`),
    watch: write(
      "watched.cjs",
      `require(${of("sut/incidents/index.js")}).install();
      require(${of("register/session.js")}).session.open();
      require(${of("sut/requests.js")}).watch();\n`,
    ),
    // As if a test were under way, with nobody there but the file TOLD to tell.
    listen: write(
      "listen.cjs",
      `const { session } = require(${of("register/session.js")});
      const { appendFileSync } = require("node:fs");
      session.epoch.open(1);
      session.runtime.report = (kind, taint, text) => appendFileSync(process.env.TOLD, JSON.stringify(text.split("\\n").slice(0, 2)) + "\\n");\n`,
    ),
  };
};

/** Runs programs by the watchers of these oracles; to be called once in a file of tests. */
export function watched(incidents) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-incidents-"));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const { hooks, watch, listen } = preloads(folder);
  const told = path.join(folder, "told");
  let made = 0;

  function run(file, args, { isWatched, loads, env }) {
    const preloaded = [...(loads ? [hooks] : []), ...(isWatched ? [watch] : []), ...(isWatched && loads ? [listen] : [])];
    const options = JSON.stringify({ incidents: isWatched ? incidents : [] });
    const child = spawn(process.execPath, [...preloaded.flatMap((preload) => ["--require", preload]), ...args, file], {
      cwd: folder,
      env: { ...process.env, ...env, TOLD: told, NODE_OPTIONS: "", NEARMISS_OPTIONS: options },
    });
    const seen = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (seen.stdout += chunk));
    child.stderr.on("data", (chunk) => (seen.stderr += chunk));
    // The numbers of probes stand in the lines of a program with probes.
    const plainly = (text) => (loads ? text.replaceAll(/(program-\d+\.[cm]js:\d+):\d+/g, "$1") : text);
    return new Promise((resolve) => {
      child.on("close", (code, signal) => resolve({ stdout: plainly(seen.stdout), stderr: plainly(seen.stderr).replaceAll(String(child.pid), "PID"), code, signal }));
    });
  }

  /**
   * The program runs alike, and prints something or ends with `code`. With `loads`, modules are loaded through our hooks either
   * way, and what watchers tell is answered: `[kind, line of the program]`.
   */
  async function alike(text, { code = 0, args = [], kind = "cjs", prints, loads = false, env = {} } = {}) {
    const file = path.join(folder, `program-${(made += 1)}.${kind}`);
    fs.writeFileSync(file, text);
    fs.writeFileSync(told, "");
    const [plain, other] = await Promise.all([false, true].map((isWatched) => run(file, args, { isWatched, loads, env })));
    // The first line that differs says more than all of them.
    for (const stream of ["stdout", "stderr"]) {
      const [one, two] = [plain[stream].split("\n"), other[stream].split("\n")];
      one.forEach((line, at) => assert.equal(two[at], line, `${stream}, line ${at + 1}`));
    }
    assert.deepEqual(other, plain);
    assert.equal(plain.code, code, plain.stderr);
    if (prints !== undefined) assert.match(plain.stdout + plain.stderr, prints);
    const lines = text.split("\n");
    return fs.readFileSync(told, "utf8").trim().split("\n").filter(Boolean).map((line) => {
      const [what, place] = JSON.parse(line);
      return [what, place === "" ? "" : lines[Number(place.split(":")[1]) - 1].trim()];
    });
  }
  return { alike, folder };
}
