// What probes cost: ns per probe, and whole programs plain, under nearmiss and under
// babel-plugin-istanbul.

import fs from "node:fs";
import path from "node:path";
import { run as runProgram } from "../fuzz.mjs";
import { geometricMean, median } from "../statistics.mjs";
import { ROOT } from "../suts.mjs";

const BENCH = path.join(ROOT, "tests/bench");
const PROGRAMS = ["numeric-loop", "parser", "strings"];
const VARIANTS = ["plain", "nearmiss", "istanbul"];
/** Most that the geometric mean of the slowdowns may be. */
const WANTED_BELOW = 8;

export async function run(record, small) {
  await perProbe(record, small);
  await wholePrograms(record, small);
}

/** The bench of single probes; what it prints is its result. */
async function perProbe(record, small) {
  const folder = path.join(BENCH, "probes");
  const entry = ["index.mjs", "index.cjs", "index.js", "bench.mjs", "bench.cjs", "bench.js", "run.mjs", "run.cjs", "run.js"]
    .map((name) => path.join(folder, name))
    .find((file) => fs.existsSync(file));
  if (entry === undefined) {
    record.must(false, "tests/bench/probes has a bench of single probes");
    return;
  }
  const result = await runProgram(process.execPath, [entry, ...(small ? ["--small"] : [])], { cwd: ROOT });
  record.must(result.code === 0, `ns per probe (${path.relative(ROOT, entry)})`);
  const lines = result.stdout.trim().split("\n");
  lines.forEach((line) => record.say(`  ${line}`));
  if (result.code !== 0) {
    record.say(result.stderr);
  }
  record.data.perProbe = lines;
}

async function measure(program, variant, rounds) {
  const file = path.join(BENCH, "programs", `${program}.cjs`);
  const args = [path.join(BENCH, "measure-program.cjs"), file, variant, String(rounds)];
  const result = await runProgram(process.execPath, args, { cwd: ROOT });
  if (result.code !== 0) {
    throw new Error(`${program} under ${variant}: ${result.stderr}`);
  }
  return JSON.parse(result.stdout);
}

async function wholePrograms(record, small) {
  const rounds = small ? 3 : 7;
  const processes = small ? 1 : 3;
  const slowdowns = { nearmiss: [], istanbul: [] };
  record.data.programs = {};
  for (const program of PROGRAMS) {
    const ms = {};
    const results = new Set();
    // In turns, so that a change of the machine's load meets all of them.
    for (let i = 0; i < processes; i++) {
      for (const variant of VARIANTS) {
        const measured = await measure(program, variant, rounds);
        results.add(measured.result);
        (ms[variant] ??= []).push(median(measured.ms));
      }
    }
    record.must(results.size === 1, `${program}: the same result under each`);
    const [plain, nearmiss, istanbul] = VARIANTS.map((variant) => median(ms[variant]));
    slowdowns.nearmiss.push(nearmiss / plain);
    slowdowns.istanbul.push(istanbul / plain);
    record.data.programs[program] = { ms, nearmiss: nearmiss / plain, istanbul: istanbul / plain };
    record.say(
      `  ${program.padEnd(13)} plain ${plain.toFixed(1)} ms, nearmiss ${(nearmiss / plain).toFixed(2)} times,` +
        ` babel-plugin-istanbul ${(istanbul / plain).toFixed(2)} times`,
    );
  }
  const [ours, theirs] = [geometricMean(slowdowns.nearmiss), geometricMean(slowdowns.istanbul)];
  record.data.geometricMean = { nearmiss: ours, istanbul: theirs };
  record.say(`  geometric mean of slowdowns: babel-plugin-istanbul ${theirs.toFixed(2)}`);
  record.must(ours < WANTED_BELOW, `geometric mean of slowdowns ${ours.toFixed(2)}, below ${WANTED_BELOW}`);
}
