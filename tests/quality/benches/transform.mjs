// How fast source text becomes probed text: megabytes a second over real npm code, all tools in one
// process and on one thread, in turns; bytes grown; peak memory on a file of 6 MB.
//
// What is compared is processor time: on one thread that is the time on an idle machine, and it stays
// so when others work beside. Wall time is printed too.

import fs from "node:fs";
import path from "node:path";
import { run as runProgram } from "../fuzz.mjs";
import { median } from "../statistics.mjs";
import { ROOT } from "../suts.mjs";
import { BIG_FILE, npmCorpus } from "./npm-corpus.mjs";
import { TOOLS, isModule, versions } from "./transform-tools.mjs";

const PEAK_MEMORY = path.join(ROOT, "tests/bench/peak-memory.cjs");
const NEARMISS = TOOLS[0].name;
/** At least so many times as fast: required, goal. */
const LINES = [
  ["@swc/core parse and print", 1, 2],
  ["oxc-coverage-instrument", 1, 1.5],
  ["babel-plugin-istanbul", 50, null],
  ["swc-plugin-coverage-instrument", null, null],
];
const GROWTH_BELOW = 3;
const PEAK_BELOW_MB = 300;
/** A minified text with a letter beyond ASCII, over the same text without. */
const LONG_LINE_BELOW = 3;

export async function run(record, small) {
  const corpus = npmCorpus(small ? 200_000 : 5_000_000, usable);
  const bytes = corpus.reduce((sum, source) => sum + source.bytes, 0);
  record.data.corpus = { files: corpus.length, bytes, modules: corpus.filter(({ esm }) => esm).length };
  record.data.versions = versions();
  record.say(`  ${corpus.length} files, ${(bytes / 1e6).toFixed(2)} MB of npm code, ${record.data.corpus.modules} of them ES modules`);
  throughput(record, corpus, bytes, small);
  longLine(record);
  await peakMemory(record);
}

/** Only what all of the fast tools read, so that none is fast by refusing. */
function usable(source) {
  source.esm = isModule(source);
  if (source.esm === undefined) return false;
  return TOOLS.filter(({ slow }) => !slow).every(({ transform }) => {
    try {
      transform(source);
      return true;
    } catch {
      return false;
    }
  });
}

/** One pass of a tool over the corpus. */
function pass({ transform, mark }, corpus) {
  const result = { output: 0, maps: 0, refused: 0, unmarked: 0 };
  const started = process.hrtime.bigint();
  const used = process.cpuUsage();
  for (const source of corpus) {
    try {
      const { code, map } = transform(source);
      result.output += code.length;
      result.maps += map ? 1 : 0;
      result.unmarked += code.includes(mark) ? 0 : 1;
    } catch {
      result.refused += 1;
    }
  }
  const { user, system } = process.cpuUsage(used);
  result.seconds = (user + system) / 1e6;
  result.wall = Number(process.hrtime.bigint() - started) / 1e9;
  return result;
}

function throughput(record, corpus, bytes, small) {
  const rounds = small ? 1 : 21;
  const passes = new Map(TOOLS.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const tool of TOOLS) {
      // The slow ones take longer than all rounds of the others.
      if (!tool.slow || round === Math.floor(rounds / 2)) passes.get(tool.name).push(pass(tool, corpus));
    }
  }
  const units = corpus.reduce((sum, { text }) => sum + text.length, 0);
  const speeds = {};
  for (const [name, list] of passes) {
    const { output, maps, refused, unmarked } = list[0];
    const speed = bytes / 1e6 / median(list.map(({ seconds }) => seconds));
    const wall = bytes / 1e6 / median(list.map((one) => one.wall));
    speeds[name] = speed;
    record.data[name] = { megabytesPerSecond: speed, megabytesPerSecondWall: wall, growth: output / units, refused, seconds: list.map(({ seconds }) => seconds) };
    record.say(`  ${name.padEnd(31)} ${speed.toFixed(2).padStart(6)} MB/s (wall ${wall.toFixed(2)}), output ${(output / units).toFixed(2)} times, refuses ${refused}`);
    // A file of nothing but imports and exports holds nothing to cover.
    if (refused + unmarked > corpus.length / 10) record.must(false, `${name} instruments the corpus (${refused} refused, ${unmarked} left as they are)`);
    if (maps + refused < corpus.length) record.must(false, `${name} gives a map of each file (${maps} of ${corpus.length})`);
  }
  for (const [name, required, goal] of LINES) {
    const times = speeds[NEARMISS] / speeds[name];
    const line = `nearmiss is ${times.toFixed(2)} times as fast as ${name}`;
    if (required === null) record.say(`  ${line}`);
    else record.bound(times >= required, `${line}; required ${required}${goal === null ? "" : `, goal ${goal}: ${times >= goal ? "met" : "not met"}`}`);
  }
  const { growth } = record.data[NEARMISS];
  record.must(growth < GROWTH_BELOW, `bytes grow ${growth.toFixed(2)} times, below ${GROWTH_BELOW}`);
}

/** Columns are UTF-16 units, and bundles have one line: counting them must not begin at its start each time. */
function longLine(record) {
  const functions = Array.from({ length: 8_000 }, (_, n) => `function f${n}(a,b){if(a>b)return a.x[b];return f${n}(a)}`).join("");
  const seconds = ["e", "\u00e9"].map((letter) => {
    const source = { name: "bundle.js", text: `var letter="${letter}";${functions}`, esm: false };
    return median(Array.from({ length: 3 }, () => pass(TOOLS[0], [source]).seconds));
  });
  const times = seconds[1] / seconds[0];
  record.data.longLine = { times, seconds };
  record.bound(times < LONG_LINE_BELOW, `a letter beyond ASCII in one line of ${(functions.length / 1e3).toFixed(0)} kB: ${times.toFixed(2)} times the time, below ${LONG_LINE_BELOW}`);
}

/** In processes of their own: with the transform, and with all but the transform. */
async function peakMemory(record) {
  const peak = {};
  for (const what of ["load", "instrument"]) {
    const result = await runProgram(process.execPath, [PEAK_MEMORY, BIG_FILE, what], { cwd: ROOT });
    if (result.code !== 0) throw new Error(`peak memory (${what}): ${result.stderr}`);
    peak[what] = JSON.parse(result.stdout).peakBytes / 1e6;
  }
  record.data.peakMegabytes = peak;
  const size = (fs.statSync(BIG_FILE).size / 1e6).toFixed(2);
  record.must(
    peak.instrument < PEAK_BELOW_MB,
    `peak memory on a file of ${size} MB: ${peak.instrument.toFixed(0)} MB (Node with the addon and the text alone: ${peak.load.toFixed(0)}), below ${PEAK_BELOW_MB}`,
  );
}
