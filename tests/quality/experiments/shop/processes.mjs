// A search as a process among others: its own memory, that of the API's processes, and how they are ended.

import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { searchCommand } from "../../fuzz.mjs";
import { SHOP, scratch } from "./api.mjs";

const CLOCK_TICKS = 100;
const START_LIMIT_MS = 60_000;

/** Starts a search; `searching` is resolved when its first call is due, `ended` with its exit code and output. */
export function startSearch({ label, seed, args, env = {} }) {
  const out = scratch(label);
  const [command, ...rest] = searchCommand(SHOP, { out, seed, args });
  const child = spawn(command, rest, { cwd: SHOP.dir, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const search = { child, out, output: "", report: () => JSON.parse(fs.readFileSync(`${out}/report.json`, "utf8")) };
  const ended = once(child, "close");
  const begun = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        search.output += chunk;
        if (search.output.includes("searching with seed")) resolve();
      });
    }
  });
  search.ended = ended.then(([code, signal]) => ({ code, signal }));
  search.searching = Promise.race([
    begun,
    ended.then(() => {
      throw new Error(`the search ended before it began:\n${search.output}`);
    }),
    wait(START_LIMIT_MS, undefined, { ref: false }).then(() => {
      throw new Error(`the search did not begin:\n${search.output}`);
    }),
  ]);
  return search;
}

/** The processes below one, with resident memory (bytes) and processor time (seconds). */
export function descendants(pid) {
  const found = [];
  for (const name of fs.readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const stat = statOf(Number(name));
    if (stat !== undefined) found.push(stat);
  }
  const below = new Set([pid]);
  for (let grown = true; grown; ) {
    const more = found.filter((one) => below.has(one.parent) && !below.has(one.pid));
    more.forEach((one) => below.add(one.pid));
    grown = more.length > 0;
  }
  return found.filter((one) => one.pid !== pid && below.has(one.pid));
}

export function statOf(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // One that has ended and that nobody has asked for yet.
    if (fields[0] === "Z") return undefined;
    const pages = Number(fs.readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return {
      pid,
      parent: Number(fields[1]),
      seconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS,
      bytes: pages * 4096,
    };
  } catch {
    // It has ended.
    return undefined;
  }
}

/** The process of the API that is at work: of those below the search the one that has worked most. */
export function apiAtWork(search) {
  return descendants(search.child.pid).sort((a, b) => b.seconds - a.seconds)[0];
}
