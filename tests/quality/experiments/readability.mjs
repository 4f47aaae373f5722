// Would a reviewer merge what is written? Suites of fixture APIs are read, and what he would stumble over is counted.

import { fuzzOnce } from "../fuzz.mjs";
import { SUTS } from "../suts.mjs";
import { judge } from "./readability/judge.mjs";
import { readSuite } from "./readability/read-suite.mjs";

const FULL = { names: ["shop", "books", "blog", "resources", "tenants", "unlisted", "validators", "gallery"], calls: 3_000 };
/** The search and the suite of `suites` (small). */
const SMALL = { names: ["shop"], calls: 1_200, args: ["--reports", "lcov"] };
const SEED = 1;

export async function run(record, small) {
  const { names, calls, args = [] } = small ? SMALL : FULL;
  for (const name of names) {
    const { out } = await fuzzOnce(SUTS[name], { label: `suites-${SEED}`, seed: SEED, calls, args });
    const tests = readSuite(out);
    const found = judge(tests);
    record.data[name] = found;
    record.say(`${name}: ${said(found)}`);
    hold(record, name, found);
  }
}

/** The figures of a suite in a line. */
export function said(found) {
  const { tests, marked, markedElsewhere, noisy, duplicates, oddNames, beyond, invented404, only404 } = found;
  return `${tests} tests; markers ${marked} (${markedElsewhere} elsewhere), noise ${noisy}, duplicates ${duplicates}, odd names ${oddNames}, beyond the status ${(100 * beyond).toFixed(0)} %, invented 404s ${invented404}, tests of 404s ${only404}`;
}

function hold(record, name, { tests, marked, duplicates, oddNames, beyond, invented404 }) {
  record.must(tests > 0, `${name}: a suite is written`);
  // What covers a target only as a marker keeps it: one in a hundred, where none is wanted.
  record.must(100 * marked <= tests, `${name}: ${marked} tests of success hold markers, at most 1 of 100`);
  record.must(duplicates === 0, `${name}: ${duplicates} tests make the calls of another one`);
  record.must(oddNames === 0, `${name}: ${oddNames} names hold no route as people write it`);
  record.must(beyond >= 0.9, `${name}: ${(100 * beyond).toFixed(0)} % of its tests assert more than a status, at least 90 %`);
  record.must(invented404 <= 1, `${name}: ${invented404} calls of paths for which there is no route, at most 1`);
}
