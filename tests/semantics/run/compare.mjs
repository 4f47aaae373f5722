// A program, plain and instrumented: where what can be seen of them parts.
import { execute, isQuiet, refusal } from "./execute.mjs";
import { instrument, prepare } from "./instrumenter.mjs";
import { sameButForLines } from "./same_statement.mjs";

// V8 counts some parts of an expression whose text it renders: see "Known differences" of the instrumenter.
const counted = (text) => text.replaceAll(/(?:\(intermediate value\)){2,}/g, "(intermediate value)");

// A text of a function that became part of a message: `o[f]` of nothing. Of a long one V8 leaves the middle out,
// and our probes may stand in what is left out.
const OF_FUNCTION = /function|=>|class|<omitted>/;
const OMITTED = /'[^']*(?:function|=>|class)[^]*?\.\.\.<omitted>\.\.\.[^]*?\}'/;
const withoutText = (text) => (OMITTED.test(text) ? text.replace(OMITTED, "").replace(/(?::\d+)+$/, "") : null);
const functionText = (plain, other) =>
  OF_FUNCTION.test(plain) && (/__nm[.$]/.test(other) || (withoutText(plain) !== null && withoutText(plain) === withoutText(other)));

// Where V8 finds no call at the place of the error (in the code it makes for the fields of a class, for one) it prints
// "undefined"; the closure of an operand is a function as any other.
const UNFOUND = "TypeError(undefined is not a function)";
const foundInClosure = (form, plain, other) => form.logical === "closure" && plain.includes(UNFOUND) && plain.replace(UNFOUND, "") === other.replace(/TypeError\(.* is not a function\)/, "");

// Of a list that is none V8 says one or the other, by what else has the same place in the file.
const listless = (text) => text.replace(/Cannot destructure property 'Symbol\(Symbol\.iterator\)' of '(.*)' as it is undefined\./, "$1 is not iterable (cannot read property Symbol(Symbol.iterator))");

// For a list that a `catch` takes apart V8 prints whatever was called last.
const NOT_ITERABLE = /is not iterable \(cannot read property Symbol\(Symbol\.iterator\)\)/;
const lastCalled = (program, plain, other) => NOT_ITERABLE.test(plain) && NOT_ITERABLE.test(other) && /catch \([[{]/.test(program.text);

// For what `yield*` cannot walk V8 prints the call round it, or all that follows in the function.
const CALLED = /.* is not (?:a function|(?:async )?iterable(?: \(cannot read property Symbol\(Symbol\.\w+\)\))?)/;
const delegated = (program, plain, other) => /yield\s*\*/.test(program.text) && CALLED.test(plain) && plain.replace(CALLED, "") === other.replace(CALLED, "");

function isAllowed(program, plain, other, form, seen) {
  if (plain === undefined || other === undefined) return false;
  if (listless(counted(plain)) === listless(counted(other)) || functionText(plain, other) || lastCalled(program, plain, other) || delegated(program, plain, other) || foundInClosure(form, plain, other)) return true;
  if (!sameButForLines(program, plain, other)) return false;
  seen.lines = true;
  return true;
}

/** The first entry that differs, or null. `seen.lines`: a line moved inside its statement. */
export function firstDifference(program, plain, other, form, seen) {
  const length = Math.max(plain.length, other.length);
  for (let i = 0; i < length; i += 1) {
    if (plain[i] === other[i] || isAllowed(program, plain[i], other[i], form, seen)) continue;
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

/** The forms in which the program of an index runs: always the default one, now and then another one too. */
export const formsOf = (index) => (index % 4 === 0 ? [FORMS[0], FORMS[1]] : index % 8 === 2 ? [FORMS[0], FORMS[2]] : [FORMS[0]]);

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
    prepare(made, form.saturated);
    const log = await this.run(made.code);
    const of = form.logical === "closure" ? withoutFrames : (entries) => entries;
    const difference = firstDifference(program, of(this.plain), of(log), form, seen);
    if (difference === null) return null;
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
