// Generated programs, plain and instrumented: counts of syntax, the shrunk counterexamples, the line that counts.
import { Record } from "../../quality/results.mjs";
import { KINDS, LEAST, LEAST_OF } from "../programs/kinds.mjs";
import { programOf } from "../programs/program.mjs";
import { compare, FORMS, formsOf } from "../run/compare.mjs";
import { shrink } from "../run/shrink.mjs";
import { KINDS_UNTIL, runPrograms } from "./run.mjs";

const MILLION = 1_000_000;
/** Differences that are shrunk and shown. */
const SHOWN = 3;
/** Programs that say nothing, of 100,000: V8 refuses them or dies of them by bugs of its own, or they run out of its stack at a chance depth. */
const MOST_REFUSED = 150;
/** That many of any run: of few programs the share is a matter of chance. */
const LEAST_REFUSED = 10;

/** Runs and prints; answers whether nothing differed. */
export async function differential({ programs, seed, workers, keep }) {
  const record = new Record("semantics", !(keep || programs >= MILLION));
  const started = Date.now();
  let said = 0;
  const progress = (done, differences) => {
    for (const index of differences) console.log(`... seed ${seed + index} differs`);
    if (done - said < 20_000) return;
    said = done;
    console.log(`... ${done} programs, ${Math.round((Date.now() - started) / 1000)} s`);
  };
  const totals = await runPrograms({ programs, seed, workers, progress });
  const seconds = (Date.now() - started) / 1000;
  const rate = Math.round(programs / seconds);
  record.say(`programs ${programs} (seed ${seed}): ${Object.entries(totals.goals).sort().map(([goal, n]) => `${n} ${goal}`).join(", ")}; ${(totals.bytes / 1e6).toFixed(1)} MB; ${seconds.toFixed(0)} s, ${rate} a second`);
  sayKinds(record, totals, Math.min(programs, KINDS_UNTIL));
  record.say(`refused by V8 itself: ${totals.refused}; a line moved inside its statement: ${totals.movedLines}`);
  const most = Math.max(LEAST_REFUSED, (programs * MOST_REFUSED) / 100_000);
  record.must(totals.refused <= most, "generated programs are programs");
  record.must(totals.fatal.length <= most, `generated programs end, and leave V8 alive${seedsOf(totals.fatal)}`);
  record.must(totals.lost.length === 0, `what ends plain ends instrumented${seedsOf(totals.lost.map(({ seed: lost, how }) => `${lost} (${how})`))}`);
  record.must(totals.unstable.length <= most, `generated programs are the same twice${seedsOf(totals.unstable.map((index) => seed + index))}`);
  for (const index of totals.differences.slice(0, SHOWN)) await sayDifference(record, seed + index, index);
  if (totals.differences.length > 0) record.say(`seeds that differ: ${totals.differences.slice(0, 40).map((index) => seed + index).join(" ")}`);
  record.data = { programs, seed, seconds, rate, differences: totals.differences.length, kinds: totals.kinds, goals: totals.goals, movedLines: totals.movedLines, refused: totals.refused };
  record.must(totals.differences.length === 0, "plain and instrumented are the same");
  const met = record.finish();
  console.log(`differences ${totals.differences.length}`);
  return met;
}

function sayKinds(record, totals, counted) {
  const least = Math.floor((LEAST * counted) / LEAST_OF);
  const kinds = [...new Set([...KINDS, ...Object.keys(totals.kinds).sort()])];
  const text = kinds.map((kind) => `${kind} ${totals.kinds[kind] ?? 0}`);
  record.say(`programs with each of ${kinds.length} kinds of syntax (of ${counted}):`);
  for (let i = 0; i < text.length; i += 6) record.say(`  ${text.slice(i, i + 6).join(", ")}`);
  const few = kinds.filter((kind) => (totals.kinds[kind] ?? 0) < least);
  record.must(few.length === 0, `no kind in fewer than ${least} programs${few.map((kind) => `; ${kind}`).join("")}`);
  if (totals.unread > 0) record.say(`not read by acorn: ${totals.unread}`);
}

const seedsOf = (seeds) => (seeds.length === 0 ? "" : `; not so seeds ${seeds.slice(0, 40).join(" ")}`);

const formText = ({ logical, saturated, asked, worn = false }) =>
  `${logical}${saturated ? ", saturated" : ""}${asked ? "" : ", inputs not asked for"}${worn ? ", calls not looked at" : ""}`;

async function sayDifference(record, seed, index) {
  const program = programOf(seed);
  const forms = formsOf(index);
  const found = await compare(program, forms);
  if (found === null || found.form === undefined) {
    record.say(`seed ${seed}: not the same twice${found === null ? " (in a process of its own it is the same)" : `: ${JSON.stringify(found.unstable)}`}`);
    return;
  }
  const shrunk = await shrink(program, (candidate) => compare(candidate, [found.form]));
  record.say(`seed ${seed} (${program.goal}; ${formText(found.form)}), shrunk with ${shrunk.tried} programs:`);
  for (const line of shrunk.program.text.split("\n")) record.say(`    ${line}`);
  record.say(`  plain:        ${shrunk.difference.plain}`);
  record.say(`  instrumented: ${shrunk.difference.instrumented}`);
}

/** Prints one program and what it does in all forms. */
export async function showProgram(seed) {
  const program = programOf(seed);
  console.log(`// seed ${seed}, ${program.goal}\n${program.text}`);
  const found = await compare(program, FORMS);
  console.log(found === null ? "no difference" : JSON.stringify(found, null, 2));
}
