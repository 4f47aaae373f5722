// Are written suites kept? They are green on the API that they were written for, run after run, and red where it has changed.

import fs from "node:fs";
import path from "node:path";
import { coverageOfSuite } from "../code-coverage.mjs";
import { fuzzOnce, run as runProgram, runSuite } from "../fuzz.mjs";
import { ROOT, SUTS } from "../suts.mjs";
import { drawn, mutantsOf, mutate, nameOf, OPERATORS } from "./suites/mutants.mjs";

/** `killed`: the least share of the mutants that a test must notice; a suite of few calls has few expectations. */
const FULL = { names: ["ncs", "scs", "books", "shop"], calls: 20_000, seeds: [1, 2, 3, 4, 5], runs: 10, mutants: 50, killed: 0.9 };
const SMALL = { names: ["shop"], calls: 1_200, seeds: [1], runs: 1, mutants: 3, killed: 0.3 };
/** Which mutants are drawn. */
const DRAW_SEED = 20_261_125;
/** Most mutants that may be struck as equivalent. */
const MOST_EQUIVALENT = 5;
const EQUIVALENT = path.join(ROOT, "tests/quality/equivalent-mutants.json");

export async function run(record, small) {
  const form = small ? SMALL : FULL;
  let failures = 0;
  let suites = 0;
  let suite = null;
  for (const name of form.names) {
    const sut = SUTS[name];
    for (const seed of form.seeds) {
      const args = name === "shop" ? ["--reports", "lcov"] : [];
      const search = await fuzzOnce(sut, { label: `suites-${seed}`, seed, calls: form.calls, args });
      const failed = await failuresOf(sut, search, form.runs, record);
      failures += failed;
      suites += 1;
      const { unstableTests, repairedTests, needlessCalls, minimisingCalls, addedTests, addingCalls } = search.own;
      record.data[`${name} ${seed}`] = { tests: search.report.totalTests, failed, unstableTests, repairedTests, needlessCalls, minimisingCalls, addedTests, addingCalls };
      if (name === "shop" && seed === form.seeds[0]) suite = search;
    }
    const rows = form.seeds.map((seed) => record.data[`${name} ${seed}`]);
    const column = (key) => rows.map((row) => row[key]).join(" ");
    record.say(`${name}: tests ${column("tests")}; left out ${column("unstableTests")}; repaired ${column("repairedTests")}; needless calls ${column("needlessCalls")}; added ${column("addedTests")}`);
  }
  record.must(failures === 0, `${suites} suites, each run ${form.runs} times on the API as it is: ${failures} runs failed`);
  await killMutants(record, SUTS.shop, suite, form);
}

async function failuresOf(sut, search, runs, record) {
  let failed = 0;
  for (let run = 0; run < runs; run += 1) {
    try {
      await runSuite(search.out, { env: sut.secrets });
    } catch (error) {
      failed += 1;
      record.say(`${sut.name}, run ${run + 1}: ${error.message.slice(0, 2_000)}`);
    }
  }
  return failed;
}

async function killMutants(record, sut, suite, { mutants, killed: least }) {
  const { missed, notRun } = await coverageOfSuite(sut, suite.out);
  const uncovered = new Set(missed);
  const files = fs.readdirSync(path.join(sut.dir, "src"), { recursive: true }).filter((file) => file.endsWith(".ts"));
  const all = files.sort().flatMap((file) => mutantsOf(sut.dir, path.join("src", file)));
  const isIn = ({ line, column }, { start, end }) =>
    (line > start.line || (line === start.line && column >= start.column)) &&
    (line < end.line || (line === end.line && column < end.column));
  const reached = statementsOf(path.join(suite.out, "lcov.info"));
  const covered = all.filter(
    (at) => !uncovered.has(`${at.file}:${at.line}`) && !notRun[at.file]?.some((span) => isIn(at, span)) && reached(at),
  );
  const struck = JSON.parse(fs.readFileSync(EQUIVALENT, "utf8"))[sut.name] ?? {};
  const chosen = drawn(covered, mutants, DRAW_SEED);
  const equivalent = chosen.filter((mutant) => struck[nameOf(mutant)] !== undefined);
  const copy = path.join(sut.dir, "nearmiss-tests", "mutated");
  const survivors = [];
  const killed = {};
  for (const mutant of chosen) {
    if (equivalent.includes(mutant)) continue;
    copyOf(sut, suite.out, copy);
    mutate(copy, mutant);
    if (await isRed(sut, path.join(copy, "nearmiss-tests/suite"))) killed[mutant.operator] = (killed[mutant.operator] ?? 0) + 1;
    else survivors.push(nameOf(mutant));
  }
  fs.rmSync(copy, { recursive: true, force: true });
  const tried = chosen.length - equivalent.length;
  const share = (tried - survivors.length) / tried;
  record.data.mutants = { all: all.length, covered: covered.length, drawn: chosen.map(nameOf), equivalent: equivalent.map(nameOf), survivors, killed };
  for (const name of survivors) record.say(`survived: ${name}`);
  for (const operator of OPERATORS) record.say(`${operator}: ${killed[operator] ?? 0} noticed`);
  record.must(equivalent.length <= MOST_EQUIVALENT, `${equivalent.length} mutants are struck as equivalent, at most ${MOST_EQUIVALENT}`);
  record.must(tried > 0 && share >= least, `${tried - survivors.length} of ${tried} mutants of ${sut.name} make a test fail (${(100 * share).toFixed(0)} %), at least ${100 * least} %`);
}

/**
 * Whether the statement that a place stands in was begun in a test, as our own report of the suite has it. V8 does not know: it counts
 * the rest of a block as run although a call in it always threw.
 */
function statementsOf(lcov) {
  const files = new Map();
  let lines = [];
  for (const row of fs.readFileSync(lcov, "utf8").split("\n")) {
    const [name, value] = row.split(":");
    if (name === "SF") files.set(value, (lines = []));
    else if (name === "DA") lines.push(value.split(",").map(Number));
  }
  return ({ file, line }) => {
    const [, count] = files.get(file)?.findLast(([first]) => first <= line) ?? [];
    return count > 0;
  };
}

/** The API with its suite, where its packages are found as from its own folder. */
function copyOf(sut, suite, copy) {
  fs.rmSync(copy, { recursive: true, force: true });
  const isOwn = (source) => !source.includes(`${path.sep}nearmiss-tests`) && !source.includes(`${path.sep}.nearmiss`);
  // A folder cannot be copied into itself, so its entries are.
  for (const entry of fs.readdirSync(sut.dir)) {
    if (isOwn(path.join(sut.dir, entry))) fs.cpSync(path.join(sut.dir, entry), path.join(copy, entry), { recursive: true });
  }
  fs.cpSync(suite, path.join(copy, "nearmiss-tests/suite"), { recursive: true });
}

/** Whether a test of the suite fails. */
async function isRed(sut, suite) {
  const jest = path.join(ROOT, "node_modules/jest/bin/jest.js");
  const env = { ...process.env, CI: "true", ...sut.secrets };
  const { code } = await runProgram(process.execPath, [jest, "--rootDir", suite, "--bail"], { cwd: suite, env });
  return code !== 0;
}
