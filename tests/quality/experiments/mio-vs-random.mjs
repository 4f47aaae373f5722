// MIO against random search with the same sampler: covered targets in every pair of runs.

import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { meanCurve, measures } from "../measures.mjs";
import { seeds } from "../results.mjs";
import { a12, mannWhitney, mean, relativeImprovement } from "../statistics.mjs";
import { SUTS } from "../suts.mjs";

const FULL = { calls: 20_000, seeds: seeds(1, 10) };
const SMALL = { calls: 1_500, seeds: seeds(1, 1) };
const MEASURES = ["targets", "lines", "branches", "faults"];

export async function run(record, small) {
  const { calls, seeds: seedList } = small ? SMALL : FULL;
  for (const name of ["ncs", "scs"]) {
    const runs = { mio: [], random: [] };
    for (const seed of seedList) {
      for (const algorithm of ["mio", "random"]) {
        const label = `${algorithm}-${seed}`;
        runs[algorithm].push(measures(await fuzz(SUTS[name], { label, seed, calls, algorithm, args: FIGURES_ONLY })));
      }
    }
    record.say(`${name}, ${calls} calls, ${seedList.length} seeds: mean of MIO, mean of random, A12, p, relative`);
    const compared = {};
    for (const measure of MEASURES) {
      const mio = runs.mio.map((run) => run[measure]);
      const random = runs.random.map((run) => run[measure]);
      const relative = relativeImprovement(mio, random);
      compared[measure] = { mio: mean(mio), random: mean(random), a12: a12(mio, random), p: mannWhitney(mio, random), relative };
      const { a12: effect, p } = compared[measure];
      record.say(
        `  ${measure.padEnd(8)} ${mean(mio).toFixed(1).padStart(7)} ${mean(random).toFixed(1).padStart(7)}` +
          `  ${effect.toFixed(2)}  ${p < 0.001 ? "<0.001" : p.toFixed(3)}` +
          `  ${relative === undefined ? "-" : `${relative >= 0 ? "+" : ""}${relative.toFixed(2)} %`}`,
      );
    }
    for (const algorithm of ["mio", "random"]) {
      const curve = meanCurve(runs[algorithm]);
      record.say(`  ${algorithm.padEnd(6)} targets at every 5 %: ${curve.join(" ")}`);
      const last = runs[algorithm].map((run) => run.callsToLastTarget);
      record.say(`  ${algorithm.padEnd(6)} calls to its last new target: ${last.join(" ")}`);
    }
    record.data[name] = { calls, compared, runs };
    record.must(compared.targets.a12 === 1, `${name}: MIO covers more targets than random search in every pair`);
  }
}
