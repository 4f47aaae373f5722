// What rows as part of tests and distances of queries bring: the four APIs that stand on a database, with tables that no
// endpoint fills, searched with neither, with either and with both, compared on the targets of code, on lines and branches
// of the plain API (by c8, while the written suite runs) and on the ten faults that are seeded in each.
//
// Variables of the environment take parts: SQL_APIS=db-pg,db-koa, SQL_WAYS=nothing,both, SQL_FROM=2 SQL_SEEDS=3 (seeds 2 and
// 3), SQL_CALLS=5000, SQL_LANES=1 (one search at a time).

import { coverageOfSuite } from "../code-coverage.mjs";
import { fuzz } from "../fuzz.mjs";
import { inWords } from "../findings.mjs";
import { measures } from "../measures.mjs";
import { seeds } from "../results.mjs";
import { a12, median } from "../statistics.mjs";
import { APIS, withServer } from "./sql/apis.mjs";
import { judge } from "./sql/judge.mjs";

const asked = (name) => process.env[`SQL_${name}`];
const list = (name, ours) => asked(name)?.split(",") ?? ours;
/** By name: the options of a search. */
const WAYS = {
  nothing: ["--without", "rows", "--without", "query-distance"],
  distances: ["--without", "rows"],
  rows: ["--without", "query-distance"],
  both: [],
};
const FULL = {
  apis: list("APIS", Object.keys(APIS)),
  ways: list("WAYS", Object.keys(WAYS)),
  calls: Number(asked("CALLS") ?? 20_000),
  seeds: seeds(Number(asked("FROM") ?? 1), Number(asked("SEEDS") ?? 5)),
  lanes: Number(asked("LANES") ?? 2),
  wanted: { lines: 95, faults: 9 },
};
/** One API, with and without. */
const SMALL = { ...FULL, apis: ["db-drizzle"], ways: ["nothing", "both"], calls: 800, seeds: seeds(1, 1), lanes: 1, wanted: { lines: 60, faults: 1 } };
/** Least A12 of both over another way. */
const OVER = { nothing: 1, distances: 0.9, rows: 0.9 };

export async function run(record, small) {
  const form = small ? SMALL : FULL;
  record.data = { calls: form.calls, apis: {} };
  for (const name of form.apis) {
    const runs = await withServer(name, (api) => searched(record, api, form));
    record.data.apis[name] = runs;
    compare(record, name, runs, form);
  }
}

/** Searches an API in each way with each seed; answers the runs of each way. */
async function searched(record, api, { ways, seeds: seedList, calls, lanes }) {
  const runs = Object.fromEntries(ways.map((way) => [way, []]));
  const left = seedList.flatMap((seed) => ways.map((way) => ({ way, seed })));
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      runs[next.way].push(await search(record, api, { ...next, calls }));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return runs;
}

/** One search: the code that its suite covers, and its faults. */
async function search(record, api, { way, seed, calls }) {
  const label = `sql-${way}-${seed}`;
  const found = await fuzz(api, { label, seed, calls, args: [...WAYS[way], "--no-replay", "--write-secrets"], env: api.secrets });
  const { lines, branches, callsPerSecond } = measures(found);
  const { linePercent, branchPercent, missed: missedLines } = await coverageOfSuite(api, found.out);
  const { found: faults, missed, falseAlarms } = judge(api, found.report);
  record.say(
    `${api.name} ${way.padEnd(9)} seed ${seed}: ${lines + branches} targets of code, lines ${linePercent.toFixed(1)} %,` +
      ` branches ${branchPercent.toFixed(1)} %, ${faults.length} of ${faults.length + missed.length} faults` +
      `${missed.length > 0 ? ` (not ${missed.join(" ")})` : ""}, ${callsPerSecond.toFixed(0)} calls/s` +
      falseAlarms.map((alarm) => `\n    false: ${inWords(alarm)}`).join(""),
  );
  return { seed, targets: lines + branches, linePercent, branchPercent, faults, missed, missedLines, falseAlarms, callsPerSecond };
}

/** Holds an API's runs to their bounds. */
function compare(record, name, runs, { wanted }) {
  const of = (way, read) => runs[way].map(read);
  for (const way of Object.keys(runs)) {
    const [lines, branches] = [median(of(way, (one) => one.linePercent)), median(of(way, (one) => one.branchPercent))];
    const [targets, faults] = [median(of(way, (one) => one.targets)), median(of(way, (one) => one.faults.length))];
    record.say(`${name} ${way.padEnd(9)} medians: ${targets} targets, lines ${lines.toFixed(1)} %, branches ${branches.toFixed(1)} %, ${faults} faults`);
  }
  if (runs.both === undefined) return;
  const lines = median(of("both", (one) => one.linePercent));
  const faults = median(of("both", (one) => one.faults.length));
  record.must(lines >= wanted.lines, `${name}: median of lines ${lines.toFixed(1)} % of those that can be reached, at least ${wanted.lines} %`);
  record.must(faults >= wanted.faults, `${name}: median of faults ${faults} of 10, at least ${wanted.faults}`);
  for (const [way, least] of Object.entries(OVER)) {
    if (runs[way] === undefined) continue;
    const share = a12(of("both", (one) => one.targets), of(way, (one) => one.targets));
    record.must(share >= least, `${name}: A12 of both over ${way} ${share.toFixed(2)}, at least ${least}`);
  }
  const alarms = Object.values(runs).flatMap((some) => some.flatMap((one) => one.falseAlarms));
  record.must(alarms.length === 0, `${name}: ${alarms.length} false alarms`);
}
