// npm run experiment -- <name> [--small]: what the searches reach, measured.

import { runNamed } from "./entry.mjs";

const EXPERIMENTS = {
  coverage: "./experiments/coverage.mjs",
  "mio-vs-random": "./experiments/mio-vs-random.mjs",
  taint: "./experiments/taint.mjs",
  gallery: "./experiments/gallery.mjs",
  "no-worse": "./experiments/no-worse.mjs",
  "books-faults": "./experiments/books-faults.mjs",
  determinism: "./experiments/determinism.mjs",
  restart: "./experiments/restart.mjs",
  unlisted: "./experiments/unlisted.mjs",
  shop: "./experiments/shop.mjs",
  schemathesis: "./experiments/schemathesis.mjs",
  workers: "./experiments/workers.mjs",
  archives: "./experiments/archives.mjs",
  kills: "./experiments/kills.mjs",
  soak: "./experiments/soak.mjs",
  suites: "./experiments/suites.mjs",
  "database-suites": "./experiments/database-suites.mjs",
  fresh: "./experiments/fresh.mjs",
  controlled: "./experiments/controlled.mjs",
  istanbul: "./experiments/istanbul.mjs",
  "first-success": "./experiments/first-success.mjs",
  costly: "./experiments/costly.mjs",
  "rate-limited": "./experiments/rate-limited.mjs",
  readability: "./experiments/readability.mjs",
  precision: "./experiments/precision.mjs",
  queries: "./experiments/queries.mjs",
  sql: "./experiments/sql.mjs",
  services: "./experiments/services.mjs",
};
/** Those that have a budget in time, and nothing else to show: what a check of every change leaves out. */
const TIMED = ["schemathesis", "workers", "soak"];
/** Those that ask for what is still to be written: they are run by their names alone until it is there. */
const AWAITED = ["queries", "sql", "services"];

await runNamed("experiment", EXPERIMENTS, [...TIMED, ...AWAITED]);
