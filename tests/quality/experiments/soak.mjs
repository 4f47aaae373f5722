// Half an hour of search: the memory of the core and of the API's process, and whether it still grows at the end. The leak
// that is seeded in the shop is switched off, and what Node's `fetch` keeps is let go. Of the API is judged what is resident right
// after collections of garbage: how far V8 lets a heap grow between them depends on what is being sent, and moves the process by a
// half, up as well as down, for minutes.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { commandLine, FIGURES_ONLY } from "../fuzz.mjs";
import { median } from "../statistics.mjs";
import { LOGGED_IN } from "./shop/api.mjs";
import { apiAtWork, startSearch, statOf } from "./shop/processes.mjs";

const FULL = { seconds: 1_800, everyMs: 5_000, growth: 1.1 };
/** Too short for the memory to settle: only a flood is seen. */
const SMALL = { seconds: 40, everyMs: 500, growth: 1.6 };
const PRELOAD = fileURLToPath(new URL("./shop/held-memory.cjs", import.meta.url));
const POINTS = 15;
const WIDTH = 40;

/** What is sampled, and of what it must be flat. */
const CURVES = [
  { key: "core", what: "memory of the core", judged: true },
  { key: "api", what: "memory of the API", judged: false },
  { key: "held", what: "memory of the API after collections", judged: true },
];

export async function run(record, small) {
  const { seconds, everyMs, growth } = small ? SMALL : FULL;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-soak-"));
  try {
    const samples = await search(record, folder, seconds, everyMs);
    for (const { key, what, judged } of CURVES) {
      curve(record, key, samples, seconds);
      const third = (from) =>
        median(samples.filter(({ at }) => at >= from * seconds && at < (from + 1 / 3) * seconds).map((one) => one[key]));
      const [second, last] = [third(1 / 3), third(2 / 3)];
      const medians = `${what}: ${last.toFixed(0)} MB in the last third, ${second.toFixed(0)} MB in the second (medians)`;
      if (judged) record.must(last <= growth * second, `${medians}, at most ${growth} times as much`);
      else record.say(medians);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Samples of memory (MB) while a search runs. */
async function search(record, folder, seconds, everyMs) {
  const args = [...LOGGED_IN, "--time", `${seconds}s`, ...FIGURES_ONLY];
  const env = { SHOP_FORGETS: "1", HELD_MEMORY: folder, HELD_MEMORY_CORE: commandLine(), NODE_OPTIONS: `--require "${PRELOAD}"` };
  const running = startSearch({ label: "soak", seed: 1, args, env });
  await running.searching;
  const began = Date.now();
  const samples = [];
  while (Date.now() - began < seconds * 1000) {
    await wait(everyMs);
    const core = statOf(running.child.pid)?.bytes;
    const api = apiAtWork(running);
    const held = api && heldBy(api.pid, folder);
    const at = (Date.now() - began) / 1000;
    if (core !== undefined && held !== undefined && at < seconds) {
      samples.push({ at, core: core / 1e6, api: api.bytes / 1e6, held: held / 1e6 });
    }
  }
  const { code } = await running.ended;
  if (code !== 0) throw new Error(`the search exited with ${code}\n${running.output}`);
  const report = running.report();
  record.data = { seconds, calls: report.problemDetails.rest.evaluatedHttpCalls, restarts: report.nearmiss.restarts, samples };
  record.say(`${record.data.calls} calls, the API was started again ${record.data.restarts} times`);
  return samples;
}

/** What a process held after its last collection, if there was one. */
function heldBy(pid, folder) {
  try {
    return Number(fs.readFileSync(path.join(folder, String(pid)), "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

/** Prints the largest sample of each part of the time. */
function curve(record, who, samples, seconds) {
  const most = Math.max(...samples.map((one) => one[who]));
  for (let part = 0; part < POINTS; part++) {
    const [from, to] = [(part * seconds) / POINTS, ((part + 1) * seconds) / POINTS];
    const here = samples.filter(({ at }) => at >= from && at < to).map((one) => one[who]);
    if (here.length === 0) continue;
    const value = Math.max(...here);
    const bar = "#".repeat(Math.round((WIDTH * value) / most));
    record.say(`${who.padEnd(4)} ${from.toFixed(0).padStart(5)} s ${value.toFixed(0).padStart(6)} MB ${bar}`);
  }
}
