// All targets of a run that are not covered, the nearest first.

import { isBranch, isCall } from "./source.js";
import { numbered, ownState } from "./target-state.js";

/** What is looked at, by the value of its choice. */
export const SORTS = {
  conditions: { name: "conditions", has: isBranch },
  calls: { name: "outcomes of calls", has: isCall },
  statements: { name: "statements", has: (kind) => kind === "statement" },
};

const made = new WeakMap();

/** Open targets of a sort; `near` leaves out those that were never reached. */
export function openTargets(run, sort) {
  if (!made.has(run)) made.set(run, {});
  const known = made.get(run);
  known[sort] ??= run.sources
    .flatMap((source) =>
      source.targets
        .filter(({ kind, state }) => SORTS[sort].has(kind) && ownState(state) !== "covered")
        .map((target) => ({ source, target })),
    )
    .sort((a, b) => b.target.state - a.target.state);
  return known[sort];
}

/** The outcome that no test reached, in words. */
export function missing({ source, target }) {
  if (target.kind === "statement") return target.state > 0 ? "statement completes" : "statement is reached";
  return numbered(target, source.targetsOf(target.line));
}
