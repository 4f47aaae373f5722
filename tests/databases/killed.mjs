// Searches of which parts are killed: who they are, and waits for the moment.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Only what never comes takes so long. */
const DEADLINE_MS = 300_000;

/** Makes a folder for temporary files of a search's own, in which the servers of its homes stand. */
export function ownTemporary() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "homes-")));
  // The servers of root's homes run as another user.
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** Processes that now run, as `{ pid, cwd, argv }`. */
function processes() {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const argv = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return [{ pid: Number(pid), cwd: fs.readlinkSync(`/proc/${pid}/cwd`), argv }];
    } catch {
      return [];
    }
  });
}

/** Words by which a server is told to make its own tables, and to end. */
const MAKES_ITSELF = ["--bootstrap", "--boot", "--check", "--single"];

/** Finds the servers that homes below a folder have; what a server forks says so in the name that it gives itself. */
export const serversIn = (temporary) =>
  processes()
    .filter(({ cwd, argv }) => cwd.startsWith(`${temporary}/`) && /\/(?:postgres|mariadbd)$/.test(argv[0]))
    .filter(({ argv }) => !argv.some((word) => MAKES_ITSELF.includes(word)))
    .map(({ pid }) => pid);

/** Finds the processes of an API in its folder, or in a copy of that below a temporary one. */
export const apiIn = (folder, temporary) =>
  processes()
    .filter(({ cwd, argv }) => (cwd === folder || cwd.startsWith(`${temporary}/`)) && argv[1] === "server.js")
    .map(({ pid }) => pid);

/** Kills processes; answers how many were there. */
export function kill(pids) {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, "SIGKILL");
    } catch {
      return false;
    }
  }).length;
}

/** Waits until a search has what is asked for, which must come before it ends. */
export async function until(search, what, isSo) {
  const late = performance.now() + DEADLINE_MS;
  while (!isSo()) {
    if (search.result.code !== null || performance.now() > late) throw new Error(`no ${what}\n${search.result.output}`);
    await sleep(5);
  }
}
