// Every row of what a first JavaScript instrumenter got wrong, as a case of its own.
import { FORMS, Subject } from "../run/compare.mjs";
import { instrument } from "../run/instrumenter.mjs";
import { MEANING } from "./meaning.mjs";
import { PERFORMANCE } from "./performance.mjs";
import { TARGETS } from "./targets.mjs";

/** A program logs what is expected, plain and instrumented in every form. */
async function sameMeaning(text, expected, goal = "commonJs") {
  const subject = new Subject({ text, goal });
  subject.quiet = false;
  await subject.start();
  const plain = subject.plain.filter((entry) => entry.startsWith(" ")).map((entry) => entry.slice(1));
  // Modules log what they import as well.
  const logged = goal === "module" ? plain.slice(-expected.length) : plain;
  if (JSON.stringify(logged) !== JSON.stringify(expected)) throw new Error(`plain logs ${JSON.stringify(plain)}`);
  for (const form of FORMS) {
    const made = instrument(text, goal, form.logical);
    if (made.code === text) throw new Error("it was not instrumented");
    const difference = await subject.against(made, form);
    if (difference !== null) throw new Error(`${JSON.stringify(form)}: plain ${difference.plain}, instrumented ${difference.instrumented}`);
  }
}

/** All rows: `{ name, check }`; a check throws where the row is missed and may answer what it measured. */
export const ROWS = [
  ...MEANING.map(([section, row, text, expected, goal]) => ({ name: `${section} ${row}`, check: () => sameMeaning(text, expected, goal) })),
  ...TARGETS.map(([row, check]) => ({ name: `2.3 ${row}`, check: async () => void (await check()) })),
  ...PERFORMANCE.map(([row, check]) => ({ name: `2.4 ${row}`, check })),
];

/** Prints them row by row; answers whether all hold. */
export async function peerDefects(print = console.log) {
  let missed = 0;
  for (const { name, check } of ROWS) {
    try {
      const measured = await check();
      print(`ok   ${name}${measured === undefined ? "" : `: ${measured}`}`);
    } catch (error) {
      missed += 1;
      print(`MISS ${name}: ${error.message}`);
    }
  }
  print(`rows ${ROWS.length}, missed ${missed}`);
  return missed === 0;
}
