/** A time such as "500ms", "90s", "10m" or "1h". */
export type Duration = string;

/** Options of a configuration. Each can also be typed on the command line, which wins. */
export interface NearmissConfig {
  /** Files to instrument, as globs relative to `root`. Default: the project's own files. */
  include?: string | string[];
  /** Files to leave out, as globs relative to `root`. node_modules is always left out. */
  exclude?: string | string[];
  /** Folder that names of files are relative to. Default: that of the package. */
  root?: string;
  /** false: libraries such as zod or joi are left as they are during a search. */
  adapters?: boolean;
  /** Source maps beside the instrumented files (true, the default), in them, or none. */
  sourceMaps?: boolean | "inline";
  /** Command that starts the API. */
  start?: string;
  /** Module with a driver class, instead of `start`. */
  driver?: string;
  /** OpenAPI document: a file or a URL. */
  openapi?: string;
  /** How state is reset before each test: "restart", "none", or a URL of the API. */
  reset?: string;
  /** Headers of every call, as "Name: value"; `${NAME}` is the environment variable NAME. */
  header?: string | string[];
  /** File with more headers, one a line. */
  headerFile?: string;
  /** Users and how they log in: a file, or the same structure. */
  auth?: string | Authentication;
  /** The port that the code of the server to test asks for. */
  port?: number;
  startTimeout?: Duration;
  callTimeout?: Duration;
  /** Timers that a call starts wait as long as the code says. Default: a second at most, and never beyond the test. */
  realTimers?: boolean;
  /** Scheduled jobs (node-cron, node-schedule, agenda ...) run during the search. Default: they do not. */
  runSchedules?: boolean;
  /** The API's files and SQLite databases are left to it: what calls change stays changed. */
  filesMayChange?: boolean;
  /** Hosts that the API may connect to, as "host" or "host:port". Default: none but itself and its databases. */
  allowHost?: string | string[];
  /** The API may connect to everybody: mails are sent, cards are charged. */
  realServices?: boolean;
  /** Calls may change what is in the database servers that the API uses: without it, such an API is not searched. */
  dataMayChange?: boolean;
  /** Budget in wall time. */
  time?: Duration;
  /** Budget in HTTP calls. */
  calls?: number;
  seed?: number;
  algorithm?: "mio" | "random";
  /** Files of calls to begin with: HAR files, Postman collections, curl commands. */
  seedFrom?: string | string[];
  /** Names of oracles that are off. */
  noOracle?: string | string[];
  /** Operations that are tested: `GET:/books/{id}`, paths with all below them, globs, `tag:NAME`, operationIds. */
  only?: string | string[];
  /** Operations that are never called, named likewise. */
  except?: string | string[];
  /** Longest test, in calls. */
  maxActions?: number;
  /** Processes of the API that are called at the same time. */
  workers?: number;
  /** File that the search is saved to. */
  archive?: string;
  /** End when nothing new was found for so long: "20%" of the budget, "5000" calls or "5m". */
  plateau?: string;
  /** Where the tests go. */
  out?: string;
  /** Where report.json goes. */
  report?: string;
  /** Reports beside report.json: "html", "junit", "lcov", "markdown", "sarif", or "all". Default: "html". */
  reports?: string | string[];
  /** Test runner that the tests are for; "node" is node:test. Default: "jest". */
  format?: "jest" | "mocha" | "node" | "vitest";
  /** Language of the tests. Default: "ts" where package and runner read TypeScript already, else "js". */
  language?: "js" | "ts";
  /** Passwords and other secrets are written beside the tests. Default: tests read them from the environment. */
  writeSecrets?: boolean;
  /** File of accepted faults: they are told as such, and are none for `failOnFault`. */
  baseline?: string;
  /** Exit with 1 when a fault was found. */
  failOnFault?: boolean;
  /** Call only what the schema describes: no routes and inputs that are found in the running API. */
  schemaOnly?: boolean;
}

/** Users and how they log in, in the format of Web Fuzzing Commons (`auth.yaml`). */
export interface Authentication {
  auth: object[];
  authTemplate?: object;
  schemaVersion?: string;
  configs?: Record<string, string>;
}

/** The options of a configuration once checked: lists are lists. */
export type LoadedOptions = Omit<NearmissConfig, "include" | "exclude" | "header" | "noOracle" | "only" | "except" | "reports" | "seedFrom"> & {
  include?: string[];
  exclude?: string[];
  header?: string[];
  noOracle?: string[];
  only?: string[];
  except?: string[];
  reports?: string[];
  seedFrom?: string[];
};

export function loadConfig(cwd: string, given?: { file?: string }): { file: string | null; options: LoadedOptions };

/** The identity: lets editors check and complete a configuration. */
export function defineConfig<T extends NearmissConfig | (() => NearmissConfig | Promise<NearmissConfig>)>(options: T): T;
