// Runs tests in child processes, one a core; survives a test that hangs or ends its process.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { frontmatter, modes } from "./frontmatter.mjs";

const WORKER = fileURLToPath(new URL("worker.mjs", import.meta.url));
/** Tests that a process is told at once. */
const CHUNK = 100;

/** Runs the tests of `message` in a child that is ready; answers how many were reported before it ended. */
function runChunk(child, message, timeout, report) {
  return new Promise((resolve) => {
    let reported = 0;
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill("SIGKILL"), timeout);
    };
    const finish = (end) => {
      clearTimeout(timer);
      child.off("message", heard).off("exit", died);
      resolve({ reported, end });
    };
    const heard = (answer) => {
      if (answer.done) return finish(answer.full ? "full" : "done");
      reported += 1;
      wait();
      report(answer);
    };
    const died = (code, signal) => finish(signal === "SIGKILL" ? "hung" : `ended its process (${signal ?? code})`);
    child.on("message", heard).on("exit", died);
    wait();
    child.send(message);
  });
}

const FLAGS = ["--experimental-vm-modules", "--no-warnings", "--max-old-space-size=2048"];

/** A child that is ready: how long a process takes to start says nothing about a test. */
function start() {
  const child = fork(WORKER, { execArgv: FLAGS, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  return new Promise((resolve, reject) => {
    const died = (code, signal) => reject(new Error(`a child process ended at once with ${signal ?? code}; is the addon built? (npm run build)`));
    child.once("exit", died);
    child.once("message", () => {
      child.off("exit", died);
      resolve(child);
    });
  });
}

/** The runs of one test, each form in a process of its own: which of them hangs or crashes? */
async function runApart(root, file, probes, timeout) {
  const runs = [];
  for (const mode of modes(frontmatter(fs.readFileSync(path.join(root, file), "utf8")))) {
    const run = { mode };
    for (const form of ["plain", "instrumented"]) {
      const child = await start();
      const message = { root, probes, tests: [{ file, only: { mode, form } }] };
      const { reported, end } = await runChunk(child, message, timeout, (answer) => Object.assign(run, answer.runs[0]));
      if (reported === 0) run[form] = { passed: false, text: end, left: form === "plain" ? null : end, touched: 0 };
      child.kill();
    }
    runs.push(run);
  }
  return { file, runs };
}

/**
 * Runs tests.
 *
 * @param {{ root: string, tests: string[], probes: object, timeout: number, report: (answer: object) => void }} options
 */
export async function runAll({ root, tests, probes, timeout, report, processes = os.availableParallelism() }) {
  let next = 0;
  async function lane() {
    let child = await start();
    while (next < tests.length) {
      let files = tests.slice(next, next + CHUNK);
      next += files.length;
      while (files.length > 0) {
        const message = { root, probes, tests: files.map((file) => ({ file })) };
        const { reported, end } = await runChunk(child, message, timeout, report);
        files = files.slice(reported);
        if (end === "done") continue;
        child.kill("SIGKILL");
        child = await start();
        if (end !== "full" && files.length > 0) {
          report(await runApart(root, files[0], probes, timeout));
          files = files.slice(1);
        }
      }
    }
    child.kill();
  }
  await Promise.all(Array.from({ length: processes }, lane));
}
