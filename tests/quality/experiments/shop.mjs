// How deep a search goes into a stateful API of three roles, and which of the 30 faults seeded there it finds
// (fixtures/suts/shop). Lines are those that can be reached, counted by c8 on the plain API while the written suite runs.

import { coverageOfSuite, unreachableLines } from "../code-coverage.mjs";
import { inWords } from "../findings.mjs";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { seeds } from "../results.mjs";
import { mean, median } from "../statistics.mjs";
import { LOGGED_IN, SHOP } from "./shop/api.mjs";
import { FAULTS, judge } from "./shop/judge.mjs";

const FULL = {
  calls: 50_000,
  seeds: seeds(1, 5),
  ablations: { techniques: ["resources", "pool"], seeds: seeds(1, 3) },
  wanted: { lines: 95, faults: 27, falseAlarms: 1 },
};
/** A small part of the calls in a check of every change. */
const SMALL = { calls: 3_000, seeds: seeds(1, 1), wanted: { lines: 50, faults: 4, falseAlarms: 1 } };

export async function run(record, small) {
  const { calls, seeds: seedList, ablations, wanted } = small ? SMALL : FULL;
  for (const [file, lines] of unreachableLines(SHOP)) {
    record.say(`listed as unreachable: ${file}:${[...lines].join(", ")}`);
  }
  const runs = [];
  for (const seed of seedList) {
    runs.push(await search(record, { label: `shop-${seed}`, seed, calls, args: small ? FIGURES_ONLY : [] }));
  }
  record.data = { calls, faults: FAULTS.length, runs };

  const lines = median(runs.map((run) => run.coverage.linePercent));
  const faults = median(runs.map((run) => run.found.length));
  record.say(`median shop lines ${lines.toFixed(2)} %`);
  record.must(lines >= wanted.lines, `median shop lines ${lines.toFixed(2)} % of those that can be reached, at least ${wanted.lines} %`);
  record.must(faults >= wanted.faults, `median of the seeded faults found ${faults} of ${FAULTS.length}, at least ${wanted.faults}`);
  const worst = Math.max(...runs.map((run) => run.falseAlarms.length));
  record.must(worst <= wanted.falseAlarms, `at most ${wanted.falseAlarms} false alarm with each seed; the most were ${worst}`);

  if (ablations === undefined) return;
  const base = runs.filter(({ seed }) => ablations.seeds.includes(seed));
  sayMeans(record, "with everything", base);
  record.data.ablations = {};
  for (const technique of ablations.techniques) {
    const without = [];
    for (const seed of ablations.seeds) {
      const args = ["--without", technique, ...FIGURES_ONLY];
      without.push(await search(record, { label: `shop-without-${technique}-${seed}`, seed, calls, args }));
    }
    sayMeans(record, `without ${technique}`, without);
    record.data.ablations[technique] = without;
  }
}

/** One search, its lines and its faults. */
async function search(record, { label, seed, calls, args }) {
  const found = await fuzz(SHOP, { label, seed, calls, args: [...LOGGED_IN, ...args] });
  const coverage = await coverageOfSuite(SHOP, found.out);
  const { curve, faults, ...numbers } = measures(found);
  const verdict = judge(found.report);
  record.say(
    `${label}: lines ${coverage.linePercent.toFixed(2)} % branches ${coverage.branchPercent.toFixed(2)} %` +
      ` targets ${numbers.targets}, ${numbers.callsPerSecond.toFixed(0)} calls/s, ${found.seconds.toFixed(0)} s;` +
      ` ${verdict.found.length} of ${FAULTS.length} faults${verdict.missed.length > 0 ? `, not ${verdict.missed.join(" ")}` : ""};` +
      ` ${verdict.falseAlarms.length} false alarms${verdict.falseAlarms.map((alarm) => `\n    ${inWords(alarm)}`).join("")}`,
  );
  return { seed, ...numbers, seconds: found.seconds, reported: faults, coverage, ...verdict };
}

function sayMeans(record, what, runs) {
  const of = (read) => mean(runs.map(read));
  record.say(
    `${what}, means of seeds ${runs.map(({ seed }) => seed).join(", ")}: lines ${of((run) => run.coverage.linePercent).toFixed(2)} %,` +
      ` targets ${of((run) => run.targets).toFixed(0)}, faults ${of((run) => run.found.length).toFixed(1)}`,
  );
}
