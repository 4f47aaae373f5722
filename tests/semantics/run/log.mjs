// What a run writes down, and what it may spend.

/** Entering functions and rounds of loops that a program may have. */
const FUEL = 120;
/** Longer logs are cut: the program is no more interesting than that. */
const MOST_ENTRIES = 3000;
/** Values whose state at the end is written down. */
const MOST_KEPT = 40;

let log = [];
let kept = [];
let fuel = 0;

/** Begins a run: an empty log, fuel anew. Answers the log. */
export function reset() {
  log = [];
  kept = [];
  fuel = FUEL;
  // What was matched last is the same each time, too.
  /(a)(b)c/.test("abc");
  return log;
}

export const note = (text) => {
  if (log.length < MOST_ENTRIES) log.push(text);
};

/** Spends fuel. Only what spends fuel can go on for long. */
export function $f() {
  if (fuel-- <= 0) throw new RangeError("out of fuel");
  return true;
}

/** Remembers a value whose state at the end is written down; answers it. */
export function keep(value) {
  if (kept.length < MOST_KEPT) kept.push(value);
  return value;
}

/** The values that were remembered. */
export const keptValues = () => kept;
