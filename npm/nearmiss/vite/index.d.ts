/** Options of the plugin; what is not said here the configuration says (`nearmiss/config`). */
interface NearmissOptions {
  /** Files to instrument, as globs relative to `root`. Default: the project's own files. */
  include?: string | string[];
  /** Files to leave out; node_modules is always left out. */
  exclude?: string | string[];
  /** Folder that names of files are relative to. Default: that of the nearest package.json. */
  root?: string;
  /** Shows coverage as `globalThis.__coverage__`. Default: where NEARMISS_COVERAGE is set. */
  coverage?: boolean;
  /** Form of `&&` and `||`: "inline" (default), or "closure", which is shorter and slower. */
  logical?: "inline" | "closure";
}

/** The plugin of Vite and Vitest. */
declare function nearmiss(options?: NearmissOptions): { name: string };
export = nearmiss;
