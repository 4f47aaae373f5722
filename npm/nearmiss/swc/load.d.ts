/** Registers a file that the SWC plugin has probed; answers the number of its first slot. Called by probed text only. */
export function load(table: string, texts: string): number;
/** Names a file that the plugin left without probes. */
export function leave(file: string, reason: string): void;
