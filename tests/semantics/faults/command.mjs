// The power of the differential test: each fault that is put into the transform, or into a replacement of the runtime, must be
// found.
// First, for it is put into what the runtime is made of.
import { REPLACEMENT_FAULTS, withFault } from "./replacements.mjs";
import { programOf } from "../programs/program.mjs";
import { FORMS, Subject } from "../run/compare.mjs";
import { shrink } from "../run/shrink.mjs";
import { Mutated, TRANSFORM_FAULTS } from "./transform.mjs";

const [FORM] = FORMS;

const ofReplacements = new Set(REPLACEMENT_FAULTS.map(({ name }) => name));

/** Looks for all faults at once: a program runs plain once. Calls `found(name, tried, program)`. */
async function hunt(names, { programs, seed }, found) {
  let left = [...names];
  for (let index = 0; index < programs && left.length > 0; index += 1) {
    const subject = new Subject(programOf(seed + index));
    const mutated = new Mutated(subject.program, FORM.logical);
    if (left.every((name) => !ofReplacements.has(name) && mutated.with(name) === null) || (await subject.start()) !== null) continue;
    // What differs without a fault shows none.
    if ((await subject.against(mutated.right, FORM)) !== null) continue;
    for (const name of left) {
      const difference = await withOne(subject, name, mutated);
      if (difference === null || difference.form === undefined) continue;
      left = left.filter((other) => other !== name);
      await found(name, index + 1, subject.program);
    }
  }
  return left;
}

/** What differs with one fault: in the text, or in a replacement while the right text runs. */
function withOne(subject, name, mutated) {
  if (ofReplacements.has(name)) return withFault(name, () => subject.against(mutated.right, FORM));
  const made = mutated.with(name);
  return made === null ? null : subject.against(made, FORM);
}

/** Prints each fault, after how many programs it was found, and the smallest one; answers whether all were. */
export async function faults({ programs, seed, whole }, print = console.log) {
  const known = [...TRANSFORM_FAULTS, ...REPLACEMENT_FAULTS];
  const rowOf = new Map(known.map(({ name, row }) => [name, row]));
  const started = Date.now();
  const left = await hunt([...rowOf.keys()], { programs, seed }, async (name, tried, program) => {
    const differenceOf = async (candidate) => {
      const subject = new Subject(candidate);
      const mutated = new Mutated(candidate, FORM.logical);
      if (!ofReplacements.has(name) && mutated.with(name) === null) return null;
      if ((await subject.start()) !== null || (await subject.against(mutated.right, FORM)) !== null) return null;
      return withOne(subject, name, mutated);
    };
    print(`ok   ${name} (${rowOf.get(name)}): found after ${tried} programs`);
    if (whole) return;
    const { program: smallest, difference } = await shrink(program, differenceOf);
    print(`       ${smallest.text.trim().split("\n").join("\n       ")}`);
    print(`       plain ${difference.plain.slice(0, 150)} | faulty ${difference.instrumented.slice(0, 150)}`);
  });
  for (const name of left) print(`MISS ${name} (${rowOf.get(name)}): not found in ${programs} programs`);
  print(`faults ${known.length}, found ${known.length - left.length}, ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return left.length === 0;
}
