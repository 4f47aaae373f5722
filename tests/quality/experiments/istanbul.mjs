// The coverage that our probes tell, against babel-plugin-istanbul's: the same programs run under both, and each statement,
// branch arm and function that one of them knows is compared: known to the other, and covered or not there too.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { compare } from "../istanbul/compare.mjs";
import { ROOT } from "../suts.mjs";

const FOLDER = path.join(ROOT, "tests/quality/istanbul");
const DRIVERS = ["programs", "apis", "packages"];
/** The packages of the small form: Istanbul needs half a minute for all. */
const FEW = "ms,cookie,qs,json5,path-to-regexp,object-inspect";
const LEAST_AGREEMENT = 0.99;
const LIMIT_MS = 300_000;

/** Each kind of difference in one line, and how it is told from the others. */
const KINDS = [
  {
    what: "private methods: Istanbul counts no function for `#name() {}`",
    is: ({ metric, kind, what }) => metric === "functions" && kind === "only here" && what.startsWith("#"),
  },
  {
    what: "what a comment of Istanbul's (`istanbul ignore`) leaves out, or moves to another arm",
    is: ({ kind }, text) => (kind === "only here" || kind === "covered there") && /istanbul\s+ignore/.test(text),
  },
  {
    what: "operands, arms of `?:` and defaults in a text that V8 may print in an error's message: no probe may stand there",
    is: ({ metric, kind, what }) => metric === "branches" && kind === "only there" && /^(binary-expr|cond-expr|default-arg)/.test(what),
  },
  {
    what: "a declaration that never ends, as something in it throws: its later declarators count as not reached",
    is: ({ metric, kind }) => metric === "statements" && kind === "covered there",
  },
  {
    what: "what a comment of c8's leaves out here: babel-plugin-istanbul knows its own only",
    is: ({ kind }, text) => kind === "only there" && /\/\*\s*(?:c8|v8|node:coverage)\s+ignore/.test(text),
  },
];

function coverageOf(instrumenter, driver, folder, small) {
  const out = path.join(folder, `${driver}-${instrumenter}.json`);
  const args = [path.join(FOLDER, "collect.cjs"), instrumenter, path.join(FOLDER, "drivers", `${driver}.cjs`), out];
  const env = { ...process.env, NODE_OPTIONS: "", ...(small ? { PACKAGES: FEW } : {}) };
  const { status, stderr, signal } = spawnSync(process.execPath, args, { encoding: "utf8", env, timeout: LIMIT_MS });
  if (status !== 0) throw new Error(`${driver} under ${instrumenter} ended with ${signal ?? status}: ${stderr}`);
  return JSON.parse(fs.readFileSync(out, "utf8"));
}

function explained(difference, texts) {
  const { file } = difference;
  if (!texts.has(file)) texts.set(file, fs.readFileSync(file, "utf8"));
  return KINDS.find(({ is }) => is(difference, texts.get(file)));
}

export async function run(record, small) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-istanbul-"));
  const totals = {};
  const kinds = new Map(KINDS.map(({ what }) => [what, 0]));
  const strange = [];
  let files = 0;
  try {
    const texts = new Map();
    for (const driver of DRIVERS) {
      const theirs = coverageOf("istanbul", driver, folder, small);
      const ours = coverageOf("nearmiss", driver, folder, small);
      const { metrics, differences } = compare(theirs, ours);
      files += Object.keys(theirs).length;
      const missing = Object.keys(theirs).filter((file) => ours[file] === undefined);
      record.must(missing.length === 0, `${driver}: all ${Object.keys(theirs).length} files have coverage${missing.map((file) => ` but ${file}`)}`);
      for (const [metric, counts] of Object.entries(metrics)) {
        totals[metric] ??= { items: 0, same: 0, covered: 0 };
        for (const [name, count] of Object.entries(counts)) totals[metric][name] += count;
      }
      for (const difference of differences) {
        const kind = explained(difference, texts);
        if (kind === undefined) strange.push(`${difference.kind}: ${path.relative(ROOT, difference.file)} ${difference.key}`);
        else kinds.set(kind.what, kinds.get(kind.what) + 1);
      }
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  record.data = { files, metrics: totals, kinds: Object.fromEntries(kinds), strange };
  for (const [metric, { items, same, covered }] of Object.entries(totals)) {
    record.must(covered > 0 && covered < items, `${metric}: ${covered} of ${items} items of ${files} files are covered, the others not`);
    record.must(
      same >= items * LEAST_AGREEMENT,
      `${metric}: agreement ${((100 * same) / items).toFixed(2)} % (${same} of ${items}), at least ${100 * LEAST_AGREEMENT} %`,
    );
  }
  for (const [what, count] of kinds) record.say(`     ${String(count).padStart(5)}  ${what}`);
  record.must(strange.length === 0, `every difference is of one of these kinds${strange.slice(0, 5).map((text) => `\n     ${text}`).join("")}`);
}
