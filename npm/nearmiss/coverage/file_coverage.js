"use strict";
// Slots to Istanbul's form. A count is 0 or 1: probes saturate, they tell whether, not how often.

/** Whether one of the conditions holds: slot `c >> 1` is above 0 (`c` even) or 1 (`c` odd). */
const holds = (conditions, slots, base) =>
  conditions.some((condition) => {
    const value = slots[base + (condition >> 1)];
    return condition & 1 ? value === 1 : value > 0;
  });

/** How near: the largest heuristic among the slots of the conditions and of `near`. */
function nearness(conditions, near, slots, base) {
  let nearest = near === null ? 0 : slots[base + near];
  for (const condition of conditions) nearest = Math.max(nearest, slots[base + (condition >> 1)]);
  return nearest;
}

/**
 * Fills the empty coverage of a file (see crates/nearmiss_instrument/src/coverage) from its slots, which begin at `base`.
 *
 * Beside what Istanbul has, `nm.b` says how near each branch arm was: 1 covered, 0 its branch was not reached, in between the
 * heuristic of the search. Tools that know Istanbul leave it alone.
 */
exports.fileCoverage = (empty, base, slots) => {
  const { path, statementMap, fnMap, branchMap, hash, nm } = empty;
  const one = (conditions) => (holds(conditions, slots, base) ? 1 : 0);
  const numbered = (list, count) => Object.fromEntries(list.map((entry, index) => [index, count(entry, index)]));
  return {
    path,
    statementMap,
    fnMap,
    branchMap,
    s: numbered(nm.s, one),
    f: numbered(nm.f, one),
    b: numbered(nm.b, (arms) => arms.map(one)),
    hash,
    nm: {
      b: numbered(nm.b, (arms, branch) =>
        arms.map((conditions, arm) =>
          one(conditions) ? 1 : Math.min(nearness(conditions, nm.near[branch][arm], slots, base), 0.999),
        ),
      ),
    },
  };
};
