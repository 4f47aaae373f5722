/** Logs users in who are not. */
export function logIn(...names: string[]): Promise<void>;
/** What a user has: the value of a header, of a query parameter (`?name`), the bare `token`, or what else his login gave. */
export function credential(name: string, slot: string): string;
/** A value of the environment. */
export function secret(name: string): string;
