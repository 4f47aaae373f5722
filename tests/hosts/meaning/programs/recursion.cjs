"use strict";
// How deep each kind of recursion goes; prints `{ name: depth }`.
const kinds = {
  called(n) {
    return 1 + kinds.called(n + 1);
  },
  find(n) {
    depth = n;
    return 1 + kinds.find(n + 1);
  },
  chosen(n) {
    depth = n;
    return n < 0 ? 0 : 1 + kinds.chosen(n + 1);
  },
  logical(n) {
    depth = n;
    return n >= 0 && (n < 0 || kinds.logical(n + 1));
  },
  statements(n) {
    depth = n;
    if (n < 0) {
      return 0;
    }
    const rest = kinds.statements(n + 1);
    return rest + n;
  },
  arrow: (n) => ((depth = n), kinds.arrow(n + 1)),
  list(n) {
    depth = n;
    for (const each of [n]) if (each >= 0) kinds.list(each + 1);
  },
  destructured({ n, m = 1 }) {
    depth = n;
    return kinds.destructured({ n: n + m });
  },
};
let depth = 0;
function deepest(name) {
  depth = 0;
  let counted = 0;
  const { called } = kinds;
  if (name === "called") {
    kinds.called = (n) => ((counted = n), called(n));
  }
  try {
    kinds[name](name === "destructured" ? { n: 0 } : 0);
  } catch (error) {
    if (!(error instanceof RangeError) || error.message !== "Maximum call stack size exceeded") throw error;
  }
  kinds.called = called;
  return name === "called" ? counted : depth;
}
// Twice: the second time with optimised code.
const seen = {};
for (const round of ["cold", "warm"]) for (const name of Object.keys(kinds)) seen[`${name} ${round}`] = deepest(name);
console.log(JSON.stringify(seen));
