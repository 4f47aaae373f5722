import type { Answer } from "./api.cjs";

/** The scalar at a JSON pointer of an earlier answer, or `otherwise` if there is none. */
export function from(answer: Answer | undefined, pointer: string, otherwise: string): string;
/** The same as JSON text. */
export function jsonFrom(answer: Answer | undefined, pointer: string, otherwise: string): string;
/** The same, encoded for a path or a query. */
export function encodedFrom(answer: Answer | undefined, pointer: string, otherwise: string): string;
/** The last segment of the `Location` header of an earlier answer, or `otherwise`. */
export function fromLocation(answer: Answer | undefined, otherwise: string): string;
/** A text as it can stand in a header line. */
export function headerValue(text: string): string;
