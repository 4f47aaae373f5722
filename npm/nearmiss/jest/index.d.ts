/** Options of the transformer; what is not said here the configuration says (`nearmiss/config`). */
export interface NearmissJestOptions {
  /** Files to instrument, as globs relative to `root`. Default: the project's own files. */
  include?: string | string[];
  /** Files to leave out; node_modules is always left out. */
  exclude?: string | string[];
  /** Folder that names of files are relative to. Default: that of the nearest package.json. */
  root?: string;
  /** Shows the coverage of files as `globalThis.__coverage__`. Default: true. */
  coverage?: boolean;
  /** Form of `&&` and `||`: "inline" (default), or "closure", which is shorter and slower. */
  logical?: "inline" | "closure";
  /** The compiler of TypeScript: nearmiss (default), or the project's own `typescript`, file by file. */
  compiler?: "nearmiss" | "typescript";
  /** Instruments files without `--coverage` too. Default: false. */
  always?: boolean;
  /** The transformer that compiles before this one: a module, or `[module, its options]`. */
  transformer?: string | [string, object];
}

/** The text and map that a transformer makes of a file. */
export interface Transformed {
  code: string;
  map?: unknown;
}

/** A transformer of Jest. */
export interface Transformer {
  canInstrument: boolean;
  process(source: string, filename: string, options: object): Transformed;
  processAsync(source: string, filename: string, options: object): Promise<Transformed>;
  getCacheKey(source: string, filename: string, options: object): string;
}

/** Makes a transformer with options. */
export function createTransformer(options?: NearmissJestOptions): Transformer;
export const canInstrument: boolean;
/** Compiles a file, and instruments it where Jest asks for that. */
export function process(source: string, filename: string, options: object): Transformed;
/** Compiles a file, and instruments it where Jest asks for that. */
export function processAsync(source: string, filename: string, options: object): Promise<Transformed>;
/** Answers a text that differs when what the transformer makes of a file does. */
export function getCacheKey(source: string, filename: string, options: object): string;
