// What probes cost at run time: whole CPU-bound programs plain, under nearmiss, under
// babel-plugin-istanbul and, where it loads, under Jazzer.js, in turns.

import path from "node:path";
import { run as runProgram } from "../fuzz.mjs";
import { geometricMean, median } from "../statistics.mjs";
import { ROOT } from "../suts.mjs";

const MEASURE = path.join(ROOT, "tests/bench/measure-program.cjs");
const PROGRAMS = ["numeric-loop", "parser", "strings"];
const VARIANTS = ["plain", "nearmiss", "istanbul", "jazzer"];
const NAMES = { nearmiss: "nearmiss", istanbul: "babel-plugin-istanbul", jazzer: "Jazzer.js" };
/** Our slowdown is at most so many times Istanbul's, although every predicate yields a gradient. */
const GOAL_TIMES_ISTANBUL = 1.5;
const REQUIRED_TIMES_ISTANBUL = 3;
/** Our slowdown on these programs, whatever others do. */
const MOST = 8;
/** And at most this part of that of Jazzer.js. */
const REQUIRED_PART_OF_JAZZER = 1 / 5;
/** measure-program.cjs ends so when what it is to measure under is not there. */
const UNAVAILABLE = 3;

export async function run(record, small) {
  const rounds = small ? 1 : 5;
  const processes = small ? 1 : 3;
  const slowdowns = Object.fromEntries(Object.keys(NAMES).map((name) => [name, []]));
  const missing = new Map();
  record.data.programs = {};
  for (const program of PROGRAMS) {
    const ms = {};
    const results = new Set();
    // In turns, so that a change of the machine's load meets all of them.
    for (let i = 0; i < processes; i++) {
      for (const variant of VARIANTS) {
        if (missing.has(variant)) continue;
        const file = path.join(ROOT, "tests/bench/programs", `${program}.cjs`);
        const result = await runProgram(process.execPath, [MEASURE, file, variant, String(rounds)], { cwd: ROOT });
        if (result.code === UNAVAILABLE) {
          missing.set(variant, result.stderr.trim());
          continue;
        }
        if (result.code !== 0) throw new Error(`${program} under ${variant}: ${result.stderr}`);
        const measured = JSON.parse(result.stdout);
        results.add(measured.result);
        (ms[variant] ??= []).push(median(measured.ms));
      }
    }
    record.must(results.size === 1, `${program}: the same result under each`);
    const plain = median(ms.plain);
    const times = {};
    for (const variant of Object.keys(NAMES)) {
      if (ms[variant] === undefined) continue;
      times[variant] = median(ms[variant]) / plain;
      slowdowns[variant].push(times[variant]);
    }
    record.data.programs[program] = { ms, times };
    const list = Object.entries(times).map(([variant, value]) => `${NAMES[variant]} ${value.toFixed(2)} times`);
    record.say(`  ${program.padEnd(13)} plain ${plain.toFixed(1)} ms, ${list.join(", ")}`);
  }
  for (const [variant, why] of missing) record.say(`  ${NAMES[variant]} is not measured: ${why}`);
  judge(record, slowdowns);
}

function judge(record, slowdowns) {
  const means = Object.fromEntries(
    Object.entries(slowdowns).filter(([, list]) => list.length > 0).map(([variant, list]) => [variant, geometricMean(list)]),
  );
  record.data.geometricMean = means;
  record.say(`  geometric mean of slowdowns: ${Object.entries(means).map(([variant, value]) => `${NAMES[variant]} ${value.toFixed(2)}`).join(", ")}`);
  const ratio = means.nearmiss / means.istanbul;
  record.bound(means.nearmiss < MOST, `geometric mean of slowdowns ${means.nearmiss.toFixed(2)}, below ${MOST}`);
  record.bound(
    ratio <= REQUIRED_TIMES_ISTANBUL,
    `${ratio.toFixed(2)} times the slowdown of babel-plugin-istanbul; required at most ${REQUIRED_TIMES_ISTANBUL}, ` +
      `goal ${GOAL_TIMES_ISTANBUL}: ${ratio <= GOAL_TIMES_ISTANBUL ? "met" : "not met"}`,
  );
  if (means.jazzer !== undefined) {
    const part = means.nearmiss / means.jazzer;
    record.bound(part <= REQUIRED_PART_OF_JAZZER, `${part.toFixed(2)} of the slowdown of Jazzer.js, at most ${REQUIRED_PART_OF_JAZZER}`);
  }
}
