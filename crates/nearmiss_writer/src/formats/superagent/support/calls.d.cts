import type { Answer } from "./api.cjs";

/** The scalar at a JSON pointer of an earlier answer, or `otherwise` if there is none. */
export function from(answer: Answer | undefined, pointer: string, otherwise?: string): string;
/** The same as JSON text. */
export function jsonFrom(answer: Answer | undefined, pointer: string, otherwise?: string): string;
/** The same, encoded for a path or a query. */
export function encodedFrom(answer: Answer | undefined, pointer: string, otherwise?: string): string;
/** The last segment of the `Location` header of an earlier answer, or `otherwise`. */
export function fromLocation(answer: Answer | undefined, otherwise?: string): string;
/** A header of an earlier answer, or `otherwise`. */
export function headerFrom(answer: Answer | undefined, name: string, otherwise?: string): string;
/** The value of a cookie that an earlier answer sets, or `otherwise`. */
export function cookieFrom(answer: Answer | undefined, name: string, otherwise?: string): string;
/** The body of an earlier answer as text, or `otherwise`. */
export function textFrom(answer: Answer | undefined, otherwise?: string): string;
/** What stands in a text between two others, or `otherwise`; `after` may be the end: "". */
export function between(text: string, before: string, after: string, otherwise?: string): string;
/** A text in another form: in base64, in capital letters, with the escapes of URLs and the like. */
export function written(form: string, text: string): string;
/** A text as it can stand in a header line. */
export function headerValue(text: string): string;
