/** Stands for a value that is there, whatever it is. */
export const anything: object;
/** Stands for any text. */
export const anyText: object;
/** Stands for any number. */
export const anyNumber: object;
/** Stands for a text with this in it. */
export function textWith(part: string): object;
/** Asserts that `actual` has the fields of `expected`, and maybe others; lists have the same length. */
export function assertMatches(actual: unknown, expected: unknown): void;
/** Asserts that `actual` is `expected`, but for what stands in it for values that are not known. */
export function assertFits(actual: unknown, expected: unknown): void;
