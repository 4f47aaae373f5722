// What four costly operations (one ends the process, one never answers, one blocks the event loop for 2 s, one takes
// 800 ms) cost a search of an API with twenty ordinary ones: calls a second with them and without, in pairs one after
// the other, and whether what is wrong with them is found (fixtures/suts/costly). COSTLY_CALLS=3000 takes another
// number of calls.

import { findings } from "../findings.mjs";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { median } from "../statistics.mjs";
import { SUTS } from "../suts.mjs";

const FULL = { calls: Number(process.env.COSTLY_CALLS ?? 100_000), pairs: 3, wanted: 0.8 };
const SMALL = { calls: 2_000, pairs: 1, wanted: 0.8 };

/** Faults that are there: code and operation. That an operation is slow is none. */
const FAULTS = [
  { code: 924, operation: "POST:/maintenance/stop", what: "the exit" },
  { code: 909, operation: "GET:/events/{kind}", what: "the call without an answer" },
  { code: 922, operation: "POST:/backup", what: "the blocked event loop" },
];

export async function run(record, small) {
  const { calls, pairs, wanted } = small ? SMALL : FULL;
  const ratios = [];
  record.data = { calls, pairs: [] };
  for (let seed = 1; seed <= pairs; seed += 1) {
    const [without, costly] = [await search({ seed, calls, costly: false }), await search({ seed, calls, costly: true })];
    for (const [words, found] of [["without the four", without], ["with them", costly]]) {
      record.say(
        `seed ${seed}, ${words}: ${found.callsPerSecond.toFixed(0)} calls/s, ${found.targets} targets, ${found.restarts} restarts, ${found.seconds.toFixed(0)} s in all`,
      );
    }
    const missed = FAULTS.filter(({ code, operation }) => !costly.found.some((one) => one.code === code && one.operation === operation));
    const words = missed.length === 0 ? "all" : `not ${missed.map(({ what, code, operation }) => `${what} (${code} ${operation})`).join(", ")}`;
    record.must(missed.length === 0, `seed ${seed}: the faults of the costly operations are found: ${words}`);
    ratios.push(costly.callsPerSecond / without.callsPerSecond);
    record.data.pairs.push({ seed, without, costly });
  }
  record.data.ratios = ratios;
  record.bound(
    median(ratios) >= wanted,
    `${calls} calls with the four at ${median(ratios).toFixed(3)} times the calls a second of those without (median of ${ratios.map((ratio) => ratio.toFixed(3)).join(", ")}), at least ${wanted}`,
  );
}

async function search({ seed, calls, costly }) {
  const result = await fuzz(SUTS.costly, {
    label: `costly-${costly ? "with" : "without"}-${seed}`,
    seed,
    calls,
    args: FIGURES_ONLY,
    env: costly ? {} : { COSTLY_WITHOUT: "1" },
  });
  const { curve, ...numbers } = measures(result);
  return { ...numbers, restarts: result.own.restarts, timing: result.own.timing, seconds: result.seconds, found: findings(result.report) };
}
