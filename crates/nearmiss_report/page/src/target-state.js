// The states of targets, as numbers (`compact_targets.rs`) and as words.

export const AT_START = -1;
export const BY_NO_TEST = -2;

/** Evaluated, and not covered. */
export const isNear = (state) => state > 0 && state < 1;

/** `covered`, `near` or `never`. */
export function ownState(state) {
  if (state < 0 || state >= 1) return "covered";
  return state === 0 ? "never" : "near";
}

/** Index of the test that covers it, or null. */
export const testOf = (state) => (state >= 1 ? state - 1 : null);

/** What a target is, of several of its form in a line with its number: `condition 2 is true`. */
export function numbered({ name, n, form }, ofLine) {
  if (!ofLine.some((other) => other.form === form && other.n > 0)) return name;
  return name.startsWith("condition") ? name.replace("condition", `condition ${n + 1}`) : `${name} ${n + 1}`;
}

/** Three digits, more where it is nearer to 1 than they show: what is not covered is never `1.000`. */
export function nearness(state) {
  const digits = state > 0.999 ? 6 : 3;
  const scale = 10 ** digits;
  return (Math.floor(state * scale + 1e-9) / scale).toFixed(digits).replace(/^0/, "");
}
