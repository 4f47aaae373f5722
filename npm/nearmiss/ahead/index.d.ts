/** Prepares the runtime for files that `nearmiss instrument` wrote. Called by its output only. */
export function load(targets: object, folder?: string): (number: number) => void;
