// What may differ between two entries of a log: see "Known differences" of the instrumenter. All of it is text of V8's own
// messages, which V8 makes by looking for the place of an error in the source.
import { sameButForLines } from "./same_statement.mjs";

/** V8 counts some parts of an expression whose text it renders. */
const counted = (text) => text.replaceAll(/(?:\(intermediate value\)){2,}/g, "(intermediate value)");

const NO_LIST = "is not iterable (cannot read property Symbol(Symbol.iterator))";

/** Of a list that is none V8 says one or the other, by what else has the same place in the file. */
const listless = (text) => text.replace(/Cannot destructure property 'Symbol\(Symbol\.iterator\)' of '(.*)' as it is undefined\./, `$1 ${NO_LIST}`);

/** The same of a property that a pattern reads, and of the key that V8 takes for a walk over what it is looked for in. */
const pattern = (text) => text.replace(/Cannot destructure property '(.*?)' of '.*' as it is (undefined|null)\./, "Cannot read properties of $2 (reading '$1')");
const symbolInNothing = (text) => text.replace(/TypeError\(.* is not iterable \(cannot read property Symbol\(Symbol\.iterator\)\)\)/, "(Symbol.iterator in none)")
  .replace(/TypeError\(Cannot use 'in' operator to search for 'Symbol\(Symbol\.iterator\)' in .*?\)/, "(Symbol.iterator in none)");

// A text of a function that became part of a message: `o[f]` of nothing. Of a long one V8 leaves the end out, and our probes
// may stand there.
const OF_FUNCTION = /function|=>|class|<omitted>/;
const OMITTED = /\.\.\.<omitted>\.\.\.[^]*?(?='? (?:is|in|of)\b|'\))/;
const withoutText = (text) => text.replace(OMITTED, "");
const functionText = (plain, other) => /__nm[.$]|\.\.\.<omitted>/.test(other) && OF_FUNCTION.test(plain);

/** For a list that a `catch` takes apart V8 prints whatever was called last, with the property or without. */
const NO_WALK = / is not iterable/;
const lastCalled = ({ program }, plain, other) => NO_WALK.test(plain) && NO_WALK.test(other) && /catch \([[{]/.test(program.text);

/** For what `yield*` cannot walk V8 prints the call round it, or all that follows in the function. */
const CALLED = /[^]* is not (?:a function|a constructor|(?:async )?iterable(?: \(cannot read property Symbol\(Symbol\.\w+\)\))?)/;
const delegated = ({ program }, plain, other) => /yield\s*\*/.test(program.text) && CALLED.test(plain) && plain.replace(CALLED, "") === other.replace(CALLED, "");

// Where V8 finds nothing at the place of the error (in the code it makes for the fields of a class, for one) it names the value:
// "object is not a function". The closure of an operand is a function as any other, in which it finds what it looks for.
const UNFOUND = /TypeError\((?:(?:undefined|null|object|function|symbol|(?:string|number|boolean|bigint) .*?) is not (?:a function|a constructor|(?:async )?iterable.*?)|Cannot read properties of (?:null|undefined))\)$/;
const foundInClosure = ({ form }, plain, other) =>
  form.logical === "closure" && UNFOUND.test(plain) && plain.replace(UNFOUND, "") === other.replace(/TypeError\([^]*\)$/, "");

/** An error without a place has that of the program: plain, V8 prints the call that stands there. */
const FIRST = /TypeError\(([\w$]+)(?:\(\.\.\.\))? is not (?:a function or its return value is not )?iterable(?: \(cannot read property Symbol\(Symbol\.iterator\)\))?/;
const calledFirst = ({ program }, plain, other) => {
  const callee = FIRST.exec(plain)?.[1];
  return callee !== undefined && program.text.includes(callee) && other.replace(/TypeError\(.* is not iterable(?: \(cannot read property Symbol\(Symbol\.iterator\)\))?/, "") === plain.replace(FIRST, "");
};

const NORMAL = [counted, listless, pattern, symbolInNothing, withoutText];
const RULES = [lastCalled, delegated, foundInClosure, calledFirst];

/**
 * Whether two entries differ only by what may differ. `about`: `{ program, form, seen }`; `seen.lines`: a line moved inside
 * its statement.
 */
export function isAllowed(about, plain, other) {
  if (plain === undefined || other === undefined) return false;
  if (functionText(plain, other) || RULES.some((rule) => rule(about, plain, other))) return true;
  for (const normal of NORMAL) {
    plain = normal(plain);
    other = normal(other);
  }
  if (plain === other) return true;
  if (!sameButForLines(about.program, plain, other)) return false;
  about.seen.lines = true;
  return true;
}
