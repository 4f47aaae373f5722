// npm run packages -- <folder with checkouts> [--only <name>] [--jobs <number>] [--list <file>] [--small] [--keep <folder>]
//
// Runs each package's own suite plain and instrumented on load, and compares the results test by test. Fails when one
// differs, when a suite ran no test, or when no probe ran in it. `--only` runs one and replaces its row in the kept table.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Record } from "../../quality/results.mjs";
import { installed, runSuite, shell } from "./suite.mjs";
import { differences, summary } from "./tap.mjs";

const USAGE = "usage: npm run packages -- <folder with checkouts> [--only <name>] [--jobs <number>] [--list <file>] [--small] [--keep <folder>]";
const KEPT = fileURLToPath(new URL("../../quality/results/packages.json", import.meta.url));
/** Differences that are printed; a suite that breaks at the start has one for each test. */
const MOST_SHOWN = 20;

function settings() {
  const options = {
    only: { type: "string" },
    list: { type: "string", default: fileURLToPath(new URL("packages.json", import.meta.url)) },
    small: { type: "boolean", default: false },
    keep: { type: "string" },
    jobs: { type: "string", default: "1" },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (positionals.length !== 1) throw new Error("one folder with a checkout of each package is needed");
  const jobs = Number(values.jobs);
  if (!(Number.isInteger(jobs) && jobs > 0)) throw new Error(`--jobs is how many suites run at a time, not ${values.jobs}`);
  const folder = path.resolve(positionals[0]);
  const list = JSON.parse(fs.readFileSync(values.list, "utf8"));
  const entries = list.filter(({ name }) => values.only === undefined || name === values.only);
  if (entries.length === 0) throw new Error(`${values.list} names no package ${values.only}; it has ${list.map(({ name }) => name).join(", ")}`);
  for (const { name, repository, tag, install = "npm install --ignore-scripts" } of entries) {
    if (!fs.existsSync(path.join(folder, name, "package.json"))) {
      throw new Error(`${path.join(folder, name)} is missing: check out ${repository} at ${tag} there and run "${install}" in it`);
    }
  }
  return { ...values, jobs, folder, entries };
}

/** What is said of one package, kept together when several run at a time. */
class Notes {
  #calls = [];

  say(...args) {
    this.#calls.push(["say", args]);
  }

  must(...args) {
    this.#calls.push(["must", args]);
  }

  into(record) {
    for (const [name, args] of this.#calls) record[name](...args);
  }
}

/** A suite in both forms. */
async function round(root, entry, keep, scratch) {
  const started = Date.now();
  const plain = await runSuite(root, entry, null);
  const between = Date.now();
  const instrumented = await runSuite(root, entry, scratch);
  const times = [between - started, Date.now() - between].map((ms) => ms / 1000);
  for (const [form, run] of [["plain", plain], ["instrumented", instrumented]]) {
    if (keep) fs.writeFileSync(path.join(keep, `${entry.name}.${form}.txt`), run.output);
  }
  return { plain, instrumented, times, rows: differences(plain.counts, instrumented.counts) };
}

/** Plain against instrumented, for one package. */
async function compare(record, { folder, entry, keep, scratch }) {
  const root = fs.realpathSync(path.join(folder, entry.name));
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  if (entry.prepare) {
    const { code, stdout, stderr } = await shell(root, entry.prepare, {});
    if (code !== 0) throw new Error(`${entry.name}: "${entry.prepare}" failed with ${code}:\n${(stdout + stderr).slice(-2000)}`);
  }
  let { plain, instrumented, rows, times } = await round(root, entry, keep, scratch);
  if (rows.length > 0 || plain.code !== instrumented.code) {
    // Suites of servers have tests that a busy machine makes late: what differs by chance does not differ twice.
    const again = await round(root, entry, keep, scratch);
    const names = new Set(again.rows.map(({ name }) => name));
    const [lasting, unstable] = [rows.filter(({ name }) => names.has(name)), rows.filter(({ name }) => !names.has(name))];
    for (const { name } of unstable) record.say(`  differed once and not again: ${name}`);
    ({ plain, instrumented, times } = again);
    rows = lasting;
  }
  const [before, after] = [summary(plain.counts), summary(instrumented.counts)];
  const show = ({ tests, passed, failed, skipped }) => `${tests} tests: ${passed} passed, ${failed} failed, ${skipped} skipped`;
  record.say(`${entry.name} ${version}`);
  record.say(`  plain        ${show(before)}; exit ${plain.code}; ${times[0].toFixed(1)} s`);
  record.say(`  instrumented ${show(after)}; exit ${instrumented.code}; ${times[1].toFixed(1)} s; ${instrumented.touched} targets touched`);
  for (const line of instrumented.left) record.say(`  left as it is: ${line}`);
  for (const { name, plain: p, instrumented: i } of rows.slice(0, MOST_SHOWN)) record.say(`  DIFFERS ${name}: ${p} times plain, ${i} instrumented`);
  if (rows.length > MOST_SHOWN) record.say(`  ... and ${rows.length - MOST_SHOWN} more`);
  const same = rows.length === 0 && plain.code === instrumented.code;
  record.must(before.tests > 0, `${entry.name}: the plain suite ran tests`);
  record.must(instrumented.touched > 0, `${entry.name}: probes ran in it`);
  record.must(same, `${entry.name}: identical results plain and instrumented (${rows.length} differences)`);
  const met = same && before.tests > 0 && instrumented.touched > 0;
  return { package: entry.name, met, date: new Date().toISOString(), version, tag: entry.tag, plain: before, instrumented: after, differences: rows.length, exit: [plain.code, instrumented.code], touched: instrumented.touched, left: instrumented.left, seconds: times };
}

function table(record, rows) {
  const cells = [["package", "version", "tests plain", "tests instrumented", "failed plain", "failed instrumented", "differences"]];
  for (const row of rows) {
    cells.push([row.package, row.version, row.plain.tests, row.instrumented.tests, row.plain.failed, row.instrumented.failed, row.differences].map(String));
  }
  const widths = cells[0].map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  for (const line of cells) record.say(line.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd());
}

async function main() {
  const { folder, entries, only, small, keep, jobs } = settings();
  const record = new Record("packages", small || (only !== undefined && !fs.existsSync(KEPT)));
  let rows = [];
  const scratch = installed();
  try {
    const results = new Array(entries.length);
    let next = 0;
    const lane = async () => {
      while (next < entries.length) {
        const at = next++;
        const notes = new Notes();
        results[at] = await compare(notes, { folder, entry: entries[at], keep, scratch });
        notes.into(record);
      }
    };
    await Promise.all(Array.from({ length: jobs }, lane));
    rows = results;
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
  if (only !== undefined && !small && fs.existsSync(KEPT)) {
    const [fresh] = rows;
    rows = JSON.parse(fs.readFileSync(KEPT, "utf8")).data.packages.map((row) => (row.package === only ? fresh : row));
    for (const row of rows) if (row !== fresh) record.must(row.met, `${row.package}: identical results when it was run last, ${row.date}`);
  }
  table(record, rows);
  record.data = { packages: rows };
  return record.finish();
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`packages: ${error.message}\n${USAGE}`);
  process.exitCode = 2;
}
