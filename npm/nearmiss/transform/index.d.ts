/** Options of a transform of one file. */
export interface TransformOptions {
  /** Name of the file in targets. */
  file?: string;
  language?: "js" | "jsx" | "ts" | "tsx";
  kind?: "module" | "commonjs" | null;
  /** The compiler of TypeScript: nearmiss (default), or the project's own `typescript`. */
  compiler?: "nearmiss" | "typescript";
  coverage?: boolean;
  logical?: "inline" | "closure";
  /** The map of `source`, as JSON or parsed. */
  inputSourceMap?: string | object;
  /** Says that the host chains the maps of its steps itself. */
  chained?: boolean;
  /** The name or path of `nearmiss/load` that the text asks for. */
  runtime?: string;
  warn?(text: string): void;
}

/** Compiles a file to JavaScript without probes, if it is not JavaScript. */
export function compile(source: string, filename: string, options?: TransformOptions): { code: string; map: object | null };
/** Compiles and instruments a file; `table` is null when nothing was instrumented. */
export function transform(
  source: string,
  filename: string,
  options: TransformOptions & { file: string },
): { code: string; map: string | object | null; table: string | null; isModule?: boolean };
/** Answers a text that differs when what `transform` answers does. */
export function hashOf(source: string, filename: string, options?: TransformOptions): string;
/** Tells whether V8 takes the text as the body of a CommonJS module. */
export function isCommonJs(text: string): boolean;
