// Runs scenarios as calls of an API, plainly or as a search does, and answers what can be told of them from outside.
//
// Both starts answer `{ run(file, place), end() }`: `run` what a scenario told, what was printed meanwhile and, under a
// core, what that heard of queries; `end` the exit code.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { FakeCore, fact, packageFolder, registerUrl, send } from "../../register/fake_core.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const HOST = fileURLToPath(new URL("host.mjs", import.meta.url));
/** What keeps strangers from a process, before anything else is loaded. */
const STRANGERS = `${packageFolder}/sut/strangers/preload.cjs`;
/** Only what never ends takes so long; the machine may have much other work. */
const DEADLINE_MS = 60_000;
const INCIDENTS = [
  "sql-injection", "server-side-request", "prototype-pollution", "path-traversal", "event-loop-block",
  "unhandled-error", "process-exit", "memory-growth", "hanging-request", "signatures",
];
/** What a search asks of a process, but that its database stays the one that it names. */
const OPTIONS = {
  root: ROOT,
  instrument: true,
  adapters: true,
  homes: false,
  rows: true,
  strangers: { hosts: [], holdDatabases: false, inPlace: [] },
  incidents: INCIDENTS,
};
/** No warning of Node's: one that is printed once is printed by the first scenario only. */
const QUIET = { NODE_OPTIONS: "--no-warnings" };

/** Waits for work, or says that it did not end. */
function within(work, what) {
  let late;
  const deadline = new Promise((resolve, reject) => {
    late = setTimeout(() => reject(new Error(`${what} does not end`)), DEADLINE_MS);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(late));
}

const pathOf = (file, place) => `/?${new URLSearchParams({ file, place: JSON.stringify(place) })}`;

/** Starts a process without anything of ours. */
export async function startPlainly() {
  const child = spawn(process.execPath, [HOST], { cwd: FOLDER, env: { ...process.env, ...QUIET } });
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
  let output = "";
  const port = await within(
    new Promise((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk) => {
          output += chunk;
          const [, listening] = /^listens on (\d+)\n/m.exec(output) ?? [];
          if (listening !== undefined) resolve(Number(listening));
        });
      }
    }),
    "the start",
  );
  return {
    async run(file, place) {
      output = "";
      const { body, error } = await within(send(port, pathOf(file, place)), file);
      return { answer: body ?? error.code, printed: output };
    },
    async end() {
      await send(port, "/end");
      return within(ended, "the process").finally(() => child.kill("SIGKILL"));
    },
  };
}

/** Starts a process as a core does; each scenario is a test that the core plays. */
export async function startUnderCore(options = {}) {
  const core = await FakeCore.start();
  const { child, port } = await core.app(HOST, {
    nodeArgs: ["--require", STRANGERS, "--import", registerUrl],
    cwd: FOLDER,
    env: QUIET,
    options: { ...OPTIONS, ...options },
  });
  let number = 0;
  return {
    async run(file, place) {
      core.output = "";
      const played = core.play(port, (number += 1), [pathOf(file, place)]);
      const { answers } = await within(Promise.race([played, child.ended.then(() => ({ answers: [{}] }))]), file);
      const [{ body, error }] = answers;
      return { answer: body ?? error?.code, printed: core.output, queries: core.maps[0].facts(fact.QUERY) };
    },
    async end() {
      try {
        await send(port, "/end");
        return await within(child.ended, "the process");
      } finally {
        await core.close();
      }
    },
  };
}
