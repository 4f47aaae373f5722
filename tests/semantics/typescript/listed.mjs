// Differences from TypeScript that are meant, each with its reason.

/** The name that a module met undeclared, if that is what ended it; `_a` and its like are tsc's own. */
const UNDECLARED = /^ended by ReferenceError: (_[a-z]) is not defined$/;

/** Each: `reason`, and `is(difference, project)`, which says whether it is the one. */
export const LISTED = [
  {
    reason: "tsc names the computed key of a member that only its parameters decorate by a variable that it does not declare: the module ends",
    is: ({ theirs, outputs }) => {
      const name = UNDECLARED.exec(theirs)?.[1];
      if (name === undefined) return false;
      const named = new RegExp(`, ${name}, (?:null|void 0)\\);`);
      const declared = new RegExp(`^var (?:\\w+, )*${name}\\b`, "m");
      return [...outputs.values()].some((text) => named.test(text) && !declared.test(text));
    },
  },
];

/** The reason of a listed difference, or null. */
export const isListed = (difference, project) => LISTED.find(({ is }) => is(difference, project))?.reason ?? null;
