// Differences from TypeScript that are meant, each with its reason.

/** Each: `reason`, and `is(difference, project)`, which says whether it is the one. */
export const LISTED = [];

/** The reason of a listed difference, or null. */
export const isListed = (difference, project) => LISTED.find(({ is }) => is(difference, project))?.reason ?? null;
