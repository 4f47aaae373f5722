/** Registers a file that was instrumented ahead of time; answers the number of its first slot. Called by instrumented text only. */
declare function load(registration: object): number;
export = load;
