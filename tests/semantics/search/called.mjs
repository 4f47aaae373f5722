// How often generated programs call each registered replacement, and how often its heuristics are asked: none may be missing.
// First, for the runtime is made of what it wraps.
import { eachFunction, wrapReplacements } from "../run/wrapped.mjs";
import { REGISTERED } from "../programs/registry.mjs";
import { programOf } from "../programs/program.mjs";

/** Programs in which each must be called, of 1,000, and times that what it does besides the call must run. */
const LEAST = 1;

const asked = new Map();
wrapReplacements((replacement, { name }) =>
  eachFunction(replacement, (f) => (...values) => {
    asked.set(name, (asked.get(name) ?? 0) + 1);
    return f(...values);
  }));

/** Runs programs instrumented; prints a line for each replacement and answers whether all are called. */
export async function called({ programs, seed }, print = console.log) {
  const { FORMS, Subject } = await import("../run/compare.mjs");
  const { instrument } = await import("../run/instrumenter.mjs");
  const [form] = FORMS;
  const written = new Map();
  for (let index = 0; index < programs; index += 1) {
    const program = programOf(seed + index);
    for (const name of program.tracked) written.set(name, (written.get(name) ?? 0) + 1);
    const subject = new Subject(program);
    if ((await subject.start()) === null) await subject.against(instrument(program.text, program.goal, form.logical), form);
  }
  const least = Math.max(1, Math.floor((LEAST * programs) / 1000));
  const missing = REGISTERED.filter((one) => !isCalled(one, written, least));
  for (const { name } of REGISTERED) print(`${name.padEnd(26)} in ${written.get(name) ?? 0} programs, asked ${asked.get(name) ?? 0} times`);
  for (const { name } of missing) print(`MISS ${name}: called in fewer than ${least} programs, or never asked`);
  print(`replacements ${REGISTERED.length}, missed ${missing.length}`);
  return missing.length === 0;
}

/** An older Node lacks some; one that only binds has no heuristic to ask. */
function isCalled({ name, native }, written, least) {
  const isAsked = native === undefined || name === "function.bind" || (asked.get(name) ?? 0) >= least;
  return (written.get(name) ?? 0) >= least && isAsked;
}
