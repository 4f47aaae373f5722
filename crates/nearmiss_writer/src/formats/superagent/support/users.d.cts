/** Logs users in who are not. */
export function logIn(...names: string[]): Promise<void>;
/** What a call of a user carries: the value of a header, of a query parameter (`?name`), or the bare `token`. */
export function credential(name: string, slot: string): string;
/** A value of the environment. */
export function secret(name: string): string;
