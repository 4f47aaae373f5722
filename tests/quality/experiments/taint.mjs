// Values that chance does not find: covered in a few calls because the runtime says what was wanted.

import { fuzz, suiteFiles } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { seeds } from "../results.mjs";
import { SUTS } from "../suts.mjs";

const CALLS = 200;
const LONG_CONSTANT = "GET:/api/constant";
/** Every endpoint and what it answers when its value was found. */
const KIN = [
  "constant", "careful", "bold", "city", "other city", "token", "sea",
  "prefix", "suffix", "middle", "order number", "same password", "kind", "clearance",
];

export async function run(record, small) {
  const seedList = small ? seeds(1, 1) : seeds(1, 20);
  const found = new Map(KIN.map((what) => [what, 0]));
  const missing = [];
  const runs = [];
  for (const seed of seedList) {
    const search = await fuzz(SUTS.taint, { label: `taint-${seed}`, seed, calls: CALLS });
    const written = [...suiteFiles(search.out).values()].join("\n");
    const here = KIN.filter((what) => new RegExp(`["']${what}["']`).test(written));
    here.forEach((what) => found.set(what, found.get(what) + 1));
    if (!here.includes("constant")) {
      missing.push(seed);
    }
    const { curve, ...numbers } = measures(search);
    runs.push({ seed, found: here, ...numbers });
  }
  record.data = { calls: CALLS, runs };
  for (const [what, times] of found) {
    record.say(`  ${what.padEnd(14)} found with ${times} of ${seedList.length} seeds`);
  }
  record.must(
    missing.length === 0,
    `${LONG_CONSTANT}: the long constant is found within ${CALLS} calls for ${seedList.length} seeds` +
      `${missing.length > 0 ? `; not for ${missing.join(", ")}` : ""}`,
  );
}
