// One API with a full schema, with one stripped of parameters, headers and bodies, and with none: what the running API
// tells must make up for what the document does not.

import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { seeds } from "../results.mjs";
import { median } from "../statistics.mjs";
import { SUTS } from "../suts.mjs";

const FULL = { calls: 20_000, seeds: seeds(1, 5), share: 0.9 };
const SMALL = { calls: 1_500, seeds: seeds(1, 1), share: 0.75 };
const START = ["--start", "node server.js"];
const SCHEMAS = {
  full: [...START, "--openapi", "openapi.json"],
  stripped: [...START, "--openapi", "openapi-stripped.json"],
  none: START,
};

export async function run(record, small) {
  const { calls, seeds: seedList, share } = small ? SMALL : FULL;
  const medians = {};
  for (const [name, entry] of Object.entries(SCHEMAS)) {
    const runs = [];
    for (const seed of seedList) {
      const search = await fuzz({ ...SUTS.unlisted, entry }, { label: `${name}-${seed}`, seed, calls, args: FIGURES_ONLY });
      const { curve, ...numbers } = measures(search);
      runs.push({ seed, ...numbers });
      record.say(
        `${name} seed ${seed}: targets ${numbers.targets} lines ${numbers.lines} branches ${numbers.branches}` +
          ` last new target at call ${numbers.callsToLastTarget} of ${numbers.calls}`,
      );
    }
    medians[name] = median(runs.map((run) => run.targets));
    record.data[name] = { calls, runs, median: medians[name] };
    record.say(`${name}: median of targets ${medians[name]}`);
  }
  for (const name of ["stripped", "none"]) {
    const reached = medians[name] / medians.full;
    record.must(reached >= share, `${name}: ${(100 * reached).toFixed(1)} % of the targets of the full schema, at least ${100 * share} %`);
  }
}
