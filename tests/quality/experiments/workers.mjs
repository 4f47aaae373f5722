// Two processes of the API against one, on an API whose handlers wait 2 ms: calls a second, in pairs one after the other.

import os from "node:os";
import { FIGURES_ONLY } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { median } from "../statistics.mjs";
import { LOGGED_IN } from "./shop/api.mjs";
import { descendants, startSearch, statOf } from "./shop/processes.mjs";

const DELAY_MS = 2;
const FULL = { calls: 12_000, pairs: 3, wanted: 1.4 };
const SMALL = { calls: 1_500, pairs: 1, wanted: 1.15 };
const SAMPLE_MS = 200;

export async function run(record, small) {
  const { calls, pairs, wanted } = small ? SMALL : FULL;
  const ratios = [];
  record.data = { calls, delayMs: DELAY_MS, pairs: [] };
  for (let pair = 1; pair <= pairs; pair++) {
    const [one, two] = [await search(1, pair, calls), await search(2, pair, calls)];
    for (const { workers, callsPerSecond, cores, targets, restarts } of [one, two]) {
      record.say(
        `pair ${pair}, --workers ${workers}: ${callsPerSecond.toFixed(0)} calls/s, ${cores.toFixed(2)} of ${os.cpus().length} cores used, ${targets} targets, ${restarts} restarts`,
      );
    }
    ratios.push(two.callsPerSecond / one.callsPerSecond);
    record.data.pairs.push({ one, two });
  }
  record.data.ratios = ratios;
  record.bound(
    median(ratios) >= wanted,
    `two workers make ${median(ratios).toFixed(2)} times the calls a second of one (median of ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}), at least ${wanted}`,
  );
}

async function search(workers, seed, calls) {
  const started = process.hrtime.bigint();
  const running = startSearch({
    label: `workers-${workers}`,
    seed,
    args: [...LOGGED_IN, "--calls", String(calls), "--workers", String(workers), "--call-timeout", "1s", ...FIGURES_ONLY],
    env: { SHOP_DELAY_MS: String(DELAY_MS) },
  });
  // What each process has used when it was last seen: not all are waited for in the end.
  const used = new Map();
  const { pid } = running.child;
  const look = () => [statOf(pid), ...descendants(pid)].forEach((one) => one && used.set(one.pid, one.seconds));
  const timer = setInterval(look, SAMPLE_MS);
  const { code } = await running.ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`the search exited with ${code}\n${running.output}`);
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const report = running.report();
  const { curve, ...numbers } = measures({ own: report.nearmiss, report });
  return { workers, ...numbers, restarts: report.nearmiss.restarts, seconds, cores: [...used.values()].reduce((sum, one) => sum + one, 0) / seconds };
}
