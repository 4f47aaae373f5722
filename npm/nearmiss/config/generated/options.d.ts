// Made of the registry in crates/nearmiss_cli/src/options; do not edit. `UPDATE=1 cargo test -p nearmiss_cli` writes
// this file.
import type { Authentication, Duration } from "../index.js";

/** Options of a configuration. Each can also be typed on the command line, which wins. */
export interface NearmissConfig {
  /** Files to instrument, as globs relative to `root`. Default: the project's own files. */
  include?: string | string[];
  /** Files to leave out, as globs relative to `root`. node_modules is always left out. */
  exclude?: string | string[];
  /** Folder that names of files are relative to. Default: that of the package. */
  root?: string;
  /** What compiles TypeScript that nothing else has compiled: nearmiss (the default), or typescript, the project's own, file by file as its tsconfig.json says. */
  compiler?: "nearmiss" | "typescript";
  /** false: libraries such as zod or joi are left as they are during a search. */
  adapters?: boolean;
  /** Source maps beside the instrumented files (true, the default), in them, or none. */
  sourceMaps?: true | false | "inline";
  /** Command that starts the API. */
  start?: string;
  /** Module with a driver class, instead of `start`. */
  driver?: string;
  /** OpenAPI document: a file or a URL. */
  openapi?: string;
  /** Call only what the schema describes: no routes and inputs that are found in the running API. */
  schemaOnly?: boolean;
  /** How state is reset before each test: "restart", "databases", "none", or a URL of the API. */
  reset?: string;
  /** Headers of every call, as "Name: value"; `${NAME}` is the environment variable NAME. */
  header?: string | string[];
  /** File with more headers, one a line. */
  headerFile?: string;
  /** Users and how they log in: a file, or the same structure. */
  auth?: string | Authentication;
  /** Which server to test when the API starts several: the port that its code asks for. */
  port?: number;
  /** How long the API may take until it listens. Default: 60 s; 180 s with --controller. */
  startTimeout?: Duration;
  /** How long a call may take. Default: "5s". */
  callTimeout?: Duration;
  /** Calls in a second at most, where a rate limiter keeps its counts beyond the process (Redis, a gateway). */
  rateLimit?: number;
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
  /** Database servers whose data calls may change, as "in-place=host" or "in-place=host:port", and files of SQLite that the API gets with their rows, as "with-rows=file". Default: none. */
  database?: string | string[];
  /** Calls may change what is in all database servers that the API uses; see `database` for single ones. */
  dataMayChange?: boolean;
  /** Budget in wall time. Default: "10m", unless there is one in calls. */
  time?: Duration;
  /** Budget in HTTP calls. With `time`, too: whichever comes first. */
  calls?: number;
  /** Seed of the search. Default: 1. */
  seed?: number;
  /** Search algorithm. Default: "mio". */
  algorithm?: "mio" | "random";
  /** Files of calls to begin with: HAR files, Postman collections, curl commands. */
  seedFrom?: string | string[];
  /** Operations that are tested: `GET:/books/{id}`, paths with all below them, globs, `tag:NAME`, operationIds. */
  only?: string | string[];
  /** Operations that are never called, named likewise. */
  except?: string | string[];
  /** Names of oracles that are off. */
  noOracle?: string | string[];
  /** Longest test, in calls. Default: 10. */
  maxActions?: number;
  /** Processes of the API that are called at the same time. Default: 1. */
  workers?: number;
  /** Save what the search knows to this file, at the end and every few seconds. */
  archive?: string;
  /** End when nothing new was found for so long: "20%" of the budget, "5000" calls or "5m". */
  plateau?: string;
  /** Where the tests go. Default: nearmiss-tests in the API's directory. */
  out?: string;
  /** Where report.json goes. Default: beside the tests. */
  report?: string;
  /** Reports beside report.json: "html", "junit", "lcov", "markdown", "sarif", or "all". Default: "html". */
  reports?: string | string[];
  /** Test runner that the tests are for; `node` is node:test. Default: "jest". */
  format?: "jest" | "mocha" | "node" | "vitest";
  /** Language of the tests. Default: "ts" where package and runner read TypeScript already, else "js". */
  language?: "js" | "ts";
  /** Passwords and other secrets are written beside the tests. Default: tests read them from the environment. */
  writeSecrets?: boolean;
  /** File of accepted faults: they are told as such, and are none for `failOnFault`. */
  baseline?: string;
  /** Exit with 1 when a fault was found. */
  failOnFault?: boolean;
}
