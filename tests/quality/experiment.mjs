// npm run experiment -- <name> [--small] [--pairs]: what the searches reach, measured.

import { runNamed } from "./entry.mjs";

/** Experiments that look at the clock or at all processors, and so want the machine for themselves. */
const alone = ["schemathesis", "workers", "kills", "soak"];
/** Of each list the later ones take searches of the earlier ones (`fuzzOnce`). */
const shared = [["coverage", "no-worse"]];

const experiments = {
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
  controlled: "./experiments/controlled.mjs",
  istanbul: "./experiments/istanbul.mjs",
};

await runNamed("experiment", experiments, { alone, shared });
