// A program, plain and instrumented: where what can be seen of them parts.
import { execute, isQuiet, refusal } from "./execute.mjs";
import { instrument, prepare } from "./instrumenter.mjs";

// V8 counts some parts of an expression whose text it renders: see "Known differences" of the instrumenter.
const counted = (text) => text.replaceAll(/(?:\(intermediate value\)){2,}/g, "(intermediate value)");

/** The first entry that differs, or null. */
export function firstDifference(plain, other) {
  const length = Math.max(plain.length, other.length);
  for (let i = 0; i < length; i += 1) {
    if (plain[i] === other[i]) continue;
    if (plain[i] !== undefined && other[i] !== undefined && counted(plain[i]) === counted(other[i])) continue;
    return { at: i, plain: plain[i] ?? "(nothing)", instrumented: other[i] ?? "(nothing)" };
  }
  return null;
}

/** How instrumented text is run: both forms of logical operators, slots fresh and saturated. */
export const FORMS = [
  { logical: "inline", saturated: false },
  { logical: "inline", saturated: true },
  { logical: "closure", saturated: false },
];

/** The forms in which the program of an index runs: always the default one, each fourth time another one too. */
export const formsOf = (index) => (index % 4 === 0 ? [FORMS[0], FORMS[1]] : index % 4 === 2 && index % 8 === 2 ? [FORMS[0], FORMS[2]] : [FORMS[0]]);

// Closures stand in frames of their own, on lines of the program.
const withoutFrames = (log) => log.map((entry) => entry.replaceAll(/\)(?::\d+)+/g, ")"));

/**
 * Compares one program in some forms. Answers null, or the difference: `{ form, at, plain, instrumented, code }`.
 *
 * @param make answers instrumented text for a text, goal and logical form
 */
export async function compare(program, forms, make = instrument) {
  const { text, goal } = program;
  const quiet = isQuiet(program);
  let plain = null;
  for (const form of forms) {
    const made = make(text, goal, form.logical);
    // The same text has no difference.
    if (made.code === text) continue;
    if (plain === null) {
      const invalid = refusal(text, goal);
      if (invalid !== null) return { invalid };
      plain = await execute(text, goal, quiet);
    }
    if (made.error !== undefined) return { form, at: 0, plain: "a valid program", instrumented: made.error, code: "" };
    if (made.code.split("\n").length !== text.split("\n").length) return { form, at: 0, plain: "lines", instrumented: "other lines", code: made.code };
    prepare(made, form.saturated);
    const log = await execute(made.code, goal, quiet);
    const closure = form.logical === "closure";
    const difference = firstDifference(closure ? withoutFrames(plain) : plain, closure ? withoutFrames(log) : log);
    if (difference === null) continue;
    // A program that is not the same twice shows nothing.
    const again = await execute(text, goal, quiet);
    const unstable = firstDifference(plain, again);
    if (unstable !== null) return { unstable };
    return { form, ...difference, code: made.code };
  }
  return null;
}
