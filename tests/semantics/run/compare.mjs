// A program, plain and instrumented: where what can be seen of them parts.
import { isAllowed } from "./allowed.mjs";
import { execute, isQuiet, refusal } from "./execute.mjs";
import { instrument, prepare } from "./instrumenter.mjs";

/** The first entry that differs, or null. `seen.lines`: a line moved inside its statement. */
export function firstDifference(program, plain, other, form, seen) {
  const length = Math.max(plain.length, other.length);
  for (let i = 0; i < length; i += 1) {
    if (plain[i] === other[i] || isAllowed({ program, form, seen }, plain[i], other[i])) continue;
    return { at: i, plain: plain[i] ?? "(nothing)", instrumented: other[i] ?? "(nothing)" };
  }
  return null;
}

/** How instrumented text is run: both forms of logical operators, slots fresh and saturated, inputs asked for or not, calls looked at or no longer. */
export const FORMS = [
  { logical: "inline", saturated: false, asked: true },
  { logical: "inline", saturated: true, asked: true },
  { logical: "closure", saturated: false, asked: true },
  { logical: "inline", saturated: false, asked: false },
  { logical: "inline", saturated: false, asked: false, worn: true },
];

/** The forms in which the program of an index runs: most often the default one, now and then another one, too or instead. */
export const formsOf = (index) => (index % 4 === 0 ? [FORMS[0], FORMS[1]] : index % 8 === 2 ? [FORMS[0], FORMS[2]] : index % 4 === 3 ? [FORMS[index % 8 === 3 ? 3 : 4]] : [FORMS[0]]);

// Closures stand in frames of their own, on lines of the program.
const withoutFrames = (log) => log.map((entry) => entry.replaceAll(/\)(?::\d+)+/g, ")"));

const lineCount = (text) => text.split("\n").length;

/** A program whose plain run is kept, for many instrumented ones. */
export class Subject {
  constructor(program) {
    this.program = program;
    this.quiet = isQuiet(program);
    this.plain = null;
  }

  /** Runs it plain; answers why V8 refuses it, or null. */
  async start() {
    this.plain = await this.run(this.program.text);
    return this.plain.at(-1).startsWith("threw SyntaxError") ? refusal(this.program.text, this.program.goal) : null;
  }

  run(text) {
    return execute(text, this.program.goal, this.quiet);
  }

  /** After `start`: runs `made` and answers the difference, `{ unstable }` where the program is not the same twice, or null. */
  async against(made, form, seen = {}) {
    const { program } = this;
    if (made.code === program.text) return null;
    if (made.error !== undefined) return { form, at: 0, plain: "a valid program", instrumented: made.error, code: "" };
    if (lineCount(made.code) !== lineCount(program.text)) return { form, at: 0, plain: "lines", instrumented: "other lines", code: made.code };
    prepare(made, form);
    const log = await this.run(made.code);
    const of = form.logical === "closure" ? withoutFrames : (entries) => entries;
    const difference = firstDifference(program, of(this.plain), of(log), form, seen);
    if (difference === null) return null;
    // Recursion that ends where the stack does goes another way whenever frames are of another size.
    const at = this.plain.findIndex((entry) => entry.includes("Maximum call stack size exceeded"));
    if (at >= 0) return { unstable: { at, plain: this.plain[at] } };
    const again = await this.run(program.text);
    const unstable = firstDifference(program, this.plain, again, form, {});
    return unstable === null ? { form, ...difference, code: made.code } : { unstable };
  }
}

/**
 * Compares one program in some forms. Answers null or the difference: `{ form, at, plain, instrumented, code }`,
 * `{ invalid }`, `{ unstable }`.
 */
export async function compare(program, forms, seen = {}) {
  const subject = new Subject(program);
  const invalid = await subject.start();
  if (invalid !== null) return { invalid };
  for (const form of forms) {
    const difference = await subject.against(instrument(program.text, program.goal, form.logical), form, seen);
    if (difference !== null) return difference;
  }
  return null;
}
