// Two processes of the API against one, on an API whose handlers wait 2 ms: calls a second, in pairs one after the other.

import { FIGURES_ONLY, runSearch } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { median } from "../statistics.mjs";
import { LOGGED_IN, SHOP } from "./shop/api.mjs";

const DELAY_MS = 2;
const FULL = { calls: 12_000, pairs: 3, wanted: 1.4 };
const SMALL = { calls: 2_500, pairs: 1, wanted: 1.15 };
/** Prints user and system time of the command and all that it has waited for. */
const TIMED = ["bash", "-c", 'TIMEFORMAT="processor time %U %S"; time "$@"', "bash"];

export async function run(record, small) {
  const { calls, pairs, wanted } = small ? SMALL : FULL;
  const ratios = [];
  record.data = { calls, delayMs: DELAY_MS, pairs: [] };
  for (let pair = 1; pair <= pairs; pair++) {
    const [one, two] = [await search(1, pair, calls), await search(2, pair, calls)];
    for (const { workers, callsPerSecond, cores, targets } of [one, two]) {
      record.say(
        `pair ${pair}, --workers ${workers}: ${callsPerSecond.toFixed(0)} calls/s, ${cores.toFixed(2)} cores used, ${targets} targets`,
      );
    }
    ratios.push(two.callsPerSecond / one.callsPerSecond);
    record.data.pairs.push({ one, two });
  }
  record.data.ratios = ratios;
  record.must(
    median(ratios) >= wanted,
    `two workers make ${median(ratios).toFixed(2)} times the calls a second of one (median of ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}), at least ${wanted}`,
  );
}

async function search(workers, seed, calls) {
  const found = await runSearch(SHOP, {
    label: `workers-${workers}`,
    seed,
    args: [...LOGGED_IN, "--calls", String(calls), "--workers", String(workers), "--call-timeout", "1s", ...FIGURES_ONLY],
    wrap: TIMED,
    env: { SHOP_DELAY_MS: String(DELAY_MS) },
  });
  const used = /processor time ([\d.]+) ([\d.]+)/.exec(found.stderr);
  if (used === null) throw new Error(`bash told no processor time: ${found.stderr}`);
  const { curve, ...numbers } = measures(found);
  return { workers, ...numbers, seconds: found.seconds, cores: (Number(used[1]) + Number(used[2])) / found.seconds };
}
