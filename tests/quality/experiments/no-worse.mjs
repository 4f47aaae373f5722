// Whether searches reach as much as they did at an earlier commit, whose numbers are `baseline.json`; and how much of what
// can be reached a short search of scs does.

import fs from "node:fs";
import { coverageOnce } from "../code-coverage.mjs";
import { FIGURES_ONLY, fuzzOnce } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { seeds } from "../results.mjs";
import { mannWhitneyLess, mean, median } from "../statistics.mjs";
import { SUTS } from "../suts.mjs";

const BASELINE = JSON.parse(fs.readFileSync(new URL("../baseline.json", import.meta.url), "utf8"));
const FULL = { calls: BASELINE.calls, seeds: seeds(1, 10) };
const SMALL = { calls: 2_000, seeds: seeds(1, 1) };
/** Of few seeds with fewer calls: share of the mean of the baseline. */
const SMALL_SHARE = 0.7;
const LEAST_P = 0.05;
const SCS_LINES = { full: 95, small: 65 };

export async function run(record, small) {
  const { calls, seeds: seedList } = small ? SMALL : FULL;
  const lines = [];
  for (const name of ["ncs", "scs"]) {
    const runs = [];
    for (const seed of seedList) {
      // The small form takes the searches of `coverage`, which are alike, and have whole suites.
      const args = small || name === "scs" ? [] : FIGURES_ONLY;
      const search = await fuzzOnce(SUTS[name], { label: `no-worse-${seed}`, seed, calls, args });
      const { curve, ...numbers } = measures(search);
      runs.push({ seed, ...numbers });
      if (name === "scs") lines.push((await coverageOnce(SUTS[name], search)).linePercent);
    }
    record.data[name] = { calls, runs };
    // What is a target changes with the probes; lines and branches are the API's own.
    for (const measure of ["lines", "branches"]) {
      const now = runs.map((run) => run[measure]);
      const then = BASELINE.runs[name].map((run) => run[measure]);
      const said = `${name}: ${measure} ${mean(now).toFixed(1)}, at ${BASELINE.commit.slice(0, 7)} ${mean(then).toFixed(1)}`;
      if (small) record.must(mean(now) >= SMALL_SHARE * mean(then), `${said}; ${calls} calls, at least ${100 * SMALL_SHARE} %`);
      else {
        const p = mannWhitneyLess(now, then);
        record.must(p >= LEAST_P, `${said}; p of being less ${p.toFixed(3)}, at least ${LEAST_P}`);
      }
    }
  }
  const wanted = small ? SCS_LINES.small : SCS_LINES.full;
  record.data.scsLines = lines;
  record.must(median(lines) >= wanted, `scs: the written suites cover ${median(lines).toFixed(2)} % of the lines that can be reached (median), at least ${wanted} %`);
}
