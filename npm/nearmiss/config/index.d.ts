import type { NearmissConfig } from "./generated/options.js";

export type { NearmissConfig };

/** A time such as "500ms", "90s", "10m" or "1h". */
export type Duration = string;

/** Users and how they log in, in the format of Web Fuzzing Commons (`auth.yaml`). */
export interface Authentication {
  auth: object[];
  authTemplate?: object;
  schemaVersion?: string;
  configs?: Record<string, string>;
}

/** The options of a configuration once checked: lists are lists. */
export type LoadedOptions = {
  [Key in keyof NearmissConfig]: string[] extends NearmissConfig[Key] ? string[] : NearmissConfig[Key];
};

export function loadConfig(cwd: string, given?: { file?: string }): { file: string | null; options: LoadedOptions };

/** The identity: lets editors check and complete a configuration. */
export function defineConfig<T extends NearmissConfig | (() => NearmissConfig | Promise<NearmissConfig>)>(options: T): T;
