// Would a reviewer merge what is written? Suites of fixture APIs are read, and what he would stumble over is counted. The whole
// form runs suites with plain values and without, too: they cover the same.

import { coverageOfSuite } from "../code-coverage.mjs";
import { fuzz, fuzzOnce } from "../fuzz.mjs";
import { SUTS } from "../suts.mjs";
import { judge } from "./readability/judge.mjs";
import { readSuite } from "./readability/read-suite.mjs";

const FULL = { names: ["shop", "books", "blog", "resources", "tenants", "unlisted", "validators", "gallery"], calls: 3_000 };
/** The search and the suite of `suites` (small). */
const SMALL = { names: ["shop"], calls: 1_200, args: ["--reports", "lcov"] };
/** Of whose suites it is measured what plain values cost. */
const COMPARED = { names: ["shop", "scs", "books"], calls: 3_000 };
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
  if (small) return;
  for (const name of COMPARED.names) await compare(record, SUTS[name], COMPARED.calls);
}

/** Compares what the suites of one search cover of the code, with plain values and without. */
async function compare(record, sut, calls) {
  const covered = {};
  for (const [way, args] of [["before", ["--without", "plain-values"]], ["after", []]]) {
    const { out, own } = await fuzz(sut, { label: `plain-${way}-${SEED}`, seed: SEED, calls, args });
    const { coveredLines, coveredBranches, missed } = await coverageOfSuite(sut, out);
    covered[way] = { coveredLines, coveredBranches, missed, plainValues: own.plainValues };
  }
  const { before, after } = covered;
  const lost = after.missed.filter((line) => !before.missed.includes(line));
  const told = ({ coveredLines, coveredBranches }) => `${coveredLines} lines, ${coveredBranches} branches`;
  record.data[`${sut.name}, plain values`] = { before: { ...before, missed: before.missed.length }, after: { ...after, missed: after.missed.length }, lost };
  record.say(`${sut.name}: ${after.plainValues} plain values; before ${told(before)}; after ${told(after)}`);
  record.must(lost.length === 0, `${sut.name}: ${lost.length} lines are covered by the suite before plain values alone: ${lost.join(" ")}`);
}

/** The figures of a suite in a line. */
export function said(found) {
  const { tests, marked, markedElsewhere, noisy, duplicates, oddNames, beyond, invented404, only404 } = found;
  return `${tests} tests; markers ${marked} (${markedElsewhere} elsewhere), noise ${noisy}, duplicates ${duplicates}, odd names ${oddNames}, beyond the status ${(100 * beyond).toFixed(0)} %, invented 404s ${invented404}, tests of 404s ${only404}`;
}

function hold(record, name, { tests, marked, duplicates, oddNames, beyond, invented404 }) {
  record.must(tests > 0, `${name}: a suite is written`);
  record.must(marked === 0, `${name}: ${marked} tests of success hold markers`);
  record.must(duplicates === 0, `${name}: ${duplicates} tests make the calls of another one`);
  record.must(oddNames === 0, `${name}: ${oddNames} names hold no route as people write it`);
  record.must(beyond >= 0.9, `${name}: ${(100 * beyond).toFixed(0)} % of its tests assert more than a status, at least 90 %`);
  record.must(invented404 <= 1, `${name}: ${invented404} calls of paths for which there is no route, at most 1`);
}
