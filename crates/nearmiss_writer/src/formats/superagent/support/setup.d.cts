/** The scalar at a JSON pointer of what setting something up has answered, or `otherwise` if there is none. */
export function pieceOf(made: unknown, pointer: string, otherwise: string): string;
/** The same as JSON text. */
export function jsonOf(made: unknown, pointer: string, otherwise: string): string;
/** The same, encoded for a path or a query. */
export function encodedOf(made: unknown, pointer: string, otherwise: string): string;
