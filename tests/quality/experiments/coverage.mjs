// Line and branch coverage that the written suites reach on the plain APIs.

import { coverageOfBoot, coverageOnce, unreachableLines } from "../code-coverage.mjs";
import { fuzzOnce } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { seeds } from "../results.mjs";
import { median } from "../statistics.mjs";
import { SUTS } from "../suts.mjs";

const FULL = {
  calls: 100_000,
  seeds: seeds(1, 5),
  wanted: { ncs: { lines: 99, branches: 95 }, scs: { lines: 89 } },
};
/** The same on a budget that fits a check of every change. */
const SMALL = {
  calls: 2_000,
  seeds: seeds(1, 1),
  wanted: { ncs: { lines: 90, branches: 80 }, scs: { lines: 65 } },
};

export async function run(record, small) {
  const { calls, seeds: seedList, wanted } = small ? SMALL : FULL;
  for (const name of ["ncs", "scs"]) {
    const sut = SUTS[name];
    for (const [file, lines] of unreachableLines(sut)) {
      record.say(`${name}: listed as unreachable: ${file}:${[...lines].join(", ")}`);
    }
    const floor = await coverageOfBoot(sut);
    record.say(`${name}: starting it alone covers ${floor.linePercent.toFixed(1)} % of ${floor.lines} lines`);
    const runs = [];
    for (const seed of seedList) {
      const search = await fuzzOnce(sut, { label: `coverage-${seed}`, seed, calls });
      const coverage = await coverageOnce(sut, search);
      const { curve, ...numbers } = measures(search);
      runs.push({ seed, ...numbers, seconds: search.seconds, coverage });
      record.say(
        `${name} seed ${seed}: lines ${coverage.linePercent.toFixed(2)} % branches ${coverage.branchPercent.toFixed(2)} %` +
          ` targets ${numbers.targets} faults ${numbers.faults}` +
          ` last new target at call ${numbers.callsToLastTarget} of ${numbers.calls}, ${search.seconds.toFixed(0)} s` +
          `${coverage.missed.length > 0 ? `; missed ${coverage.missed.slice(0, 12).join(" ")}` : ""}`,
      );
    }
    record.data[name] = { calls, floor, runs };
    const lines = median(runs.map((run) => run.coverage.linePercent));
    const branches = median(runs.map((run) => run.coverage.branchPercent));
    record.say(`median ${name} ${lines.toFixed(2)}`);
    record.say(`median ${name} branches ${branches.toFixed(2)}`);
    record.must(lines >= wanted[name].lines, `median ${name} lines at least ${wanted[name].lines}`);
    if (wanted[name].branches !== undefined) {
      record.must(branches >= wanted[name].branches, `median ${name} branches at least ${wanted[name].branches}`);
    }
  }
}
