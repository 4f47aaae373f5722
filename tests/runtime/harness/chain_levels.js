// The order not reached < exception < plain miss < near miss < nearer of `&&` and `||` (design section 3) as
// a checker of any implementation, so that broken ones can be shown to fail.
import { outcome } from "./runtime.js";

const ROOT = 100;
const ID = 101;
const OPERAND = 140;

/**
 * All violations by `chain(and)(operands, has)` over `runtime`; `change` is what becomes of the pair that
 * it leaves, for sabotage.
 */
export function chainViolations({ probes, take }, chain, change) {
  const found = [];
  take();
  for (const and of [true, false]) {
    for (const length of [1, 2, 3, 5, 40]) {
      for (const place of new Set([0, length >> 1, length - 1])) {
        const wanted = and ? 0 : 1;
        const values = decidedBy(probes, and).map((operand) => {
          const operands = Array.from({ length }, (_, i) => (i === place ? operand.run : () => and));
          const { error } = outcome(() => chain(and)(operands, operands.map((_, i) => (i === place ? operand.has : 0))));
          const touched = take();
          const pair = change([touched[ID] ?? 0, touched[ID + 1] ?? 0]);
          if (!error && pair[1 - wanted] !== 1) found.push(`${and ? "and" : "or"}, ${place} of ${length}: the outcome that came has ${pair[1 - wanted]}`);
          return pair[wanted];
        });
        [0, ...values].reduce((before, value) => {
          if (!(value > before && value < 1)) found.push(`${and ? "and" : "or"}, ${place} of ${length}: ${values}`);
          return value;
        });
      }
    }
  }
  return found;
}

/** Operands that decide a chain, each nearer to letting it go on than the one before. */
function decidedBy(probes, and) {
  const compare = (distance) => ({ has: 1, run: () => (and ? probes.se : probes.sn)(ROOT, OPERAND, distance, 0) });
  return [
    { has: 0, run: () => { throw new Error("operand"); } },
    { has: 0, run: () => (and ? null : {}) },
    compare(Infinity),
    compare(1e9),
    compare(1),
    compare(1e-300),
  ];
}
