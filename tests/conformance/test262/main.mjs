// npm run test262 -- <checkout> [--filter <glob>] [--small] [--form inline|saturated|closure]
//   [--accepted <file>] [--timeout <seconds>]
//
// Runs test262 plain and instrumented on this Node and names every run in which the two differ. Fails when one differs
// that accepted.json does not list, and when a listed one no longer differs.

import fs from "node:fs";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Record } from "../../quality/results.mjs";
import { openCheckout } from "./checkout.mjs";
import { runAll } from "./pool.mjs";
import { Tally } from "./tally.mjs";

/** How the instrumented form is run: which form of `&&` and `||`, and whether every slot is covered from the start. */
const FORMS = {
  inline: { logical: "inline", saturated: false },
  saturated: { logical: "inline", saturated: true },
  closure: { logical: "closure", saturated: false },
};
/** Of the small form every so many tests are run. */
const SMALL_STEP = 25;
/** More differences than this, even accepted ones, and the exception has become the rule. */
const MOST_ACCEPTED = 0.002;
/** Without a word for so long, a process hangs: a test takes milliseconds. */
const HANGS = "30";

const USAGE = "usage: npm run test262 -- <checkout> [--filter <glob>] [--small] [--form inline|saturated|closure] [--accepted <file>] [--timeout <seconds>]";

function settings() {
  const options = {
    filter: { type: "string" },
    small: { type: "boolean", default: false },
    form: { type: "string", default: "inline" },
    timeout: { type: "string", default: HANGS },
    accepted: { type: "string", default: fileURLToPath(new URL("accepted.json", import.meta.url)) },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const root = positionals[0] ?? process.env.TEST262;
  if (root === undefined) throw new Error("no checkout of test262 is named, and TEST262 is not set");
  if (positionals.length > 1) throw new Error(`one checkout at a time, not ${positionals.join(" and ")}`);
  if (!Object.hasOwn(FORMS, values.form)) throw new Error(`--form is one of ${Object.keys(FORMS).join(", ")}, not ${values.form}`);
  const timeout = Number(values.timeout) * 1000;
  if (!(timeout > 0)) throw new Error(`--timeout is a number of seconds, not ${values.timeout}`);
  return { ...values, timeout, checkout: openCheckout(root) };
}

/** Where each run of the list stands: `file mode` to its reason. */
function readAccepted(file) {
  const list = JSON.parse(fs.readFileSync(file, "utf8"));
  return new Map(list.flatMap(({ reason, runs }) => runs.map((run) => [run, reason])));
}

async function main() {
  const { checkout, filter, small, form, timeout, accepted: file } = settings();
  const accepted = readAccepted(file);
  const tests = checkout.tests(filter ?? null, small ? SMALL_STEP : 1);
  if (tests.length === 0) throw new Error(`no test of ${checkout.root} matches ${filter}`);
  // What is kept is about test262 at a commit, not about a part of it or another folder of its shape.
  const whole = !small && filter === undefined && checkout.commit !== "unknown";
  const record = new Record(form === "inline" ? "test262" : `test262-${form}`, !whole);
  const tally = new Tally(accepted);
  const started = Date.now();
  await runAll({ root: checkout.root, tests, probes: FORMS[form], timeout, report: (answer) => tally.add(answer) });
  const seconds = (Date.now() - started) / 1000;

  record.say(`test262 at commit ${checkout.commit}, ${process.version}, form ${form}${small ? `, every ${SMALL_STEP}th test` : ""}${filter ? `, only ${filter}` : ""}`);
  record.say(`${tests.length} tests, ${tally.runs} runs (${tally.byMode()}) in ${seconds.toFixed(0)} s on ${os.availableParallelism()} cores`);
  record.say(`plain failures ${tally.plainFailures}`);
  record.say(`instrumented   ${tally.probed} runs, ${tally.touched} of them ran a probe; ${tally.leftCount()} runs left as they are:`);
  for (const [reason, count] of tally.reasons()) record.say(`  ${String(count).padStart(6)}  ${reason}`);
  for (const { run, reason, plain, instrumented } of tally.known) record.say(`accepted ${run}: ${reason}\n    plain: ${plain}\n    instrumented: ${instrumented}`);
  for (const { run, plain, instrumented } of tally.fresh) record.say(`NEW      ${run}\n    plain: ${plain}\n    instrumented: ${instrumented}`);
  const stale = tally.stale();
  for (const run of stale) record.say(`STALE    ${run} is listed in ${file} and does not differ any more; take it off the list`);
  const share = tally.known.length / tally.runs;
  record.data = { commit: checkout.commit, form, tests: tests.length, runs: tally.runs, modes: tally.modes, plainFailures: tally.plainFailures, newFailures: tally.newFailures(), accepted: tally.known.length, seconds };
  record.say(`new failures ${tally.newFailures()}, other differences ${tally.differences() - tally.newFailures()}; accepted ${tally.known.length} (${(100 * share).toFixed(3)} % of the runs)`);
  record.must(tally.fresh.length === 0, `no difference but the accepted ones: ${tally.fresh.length}`);
  record.must(stale.length === 0, `every accepted difference is still one: ${stale.length} are not`);
  if (whole) record.must(share < MOST_ACCEPTED, `accepted are under ${100 * MOST_ACCEPTED} % of the runs`);
  return record.finish();
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`test262: ${error.message}\n${USAGE}`);
  process.exitCode = 2;
}
