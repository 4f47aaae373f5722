// npm run bench -- <name> [--small]: how fast it is.

import { runNamed } from "./entry.mjs";

await runNamed("bench", {
  calls: "./benches/calls.mjs",
  "calls-database": "./benches/calls-database.mjs",
  controller: "./benches/controller.mjs",
  kept: "./benches/kept.mjs",
  overhead: "./benches/overhead.mjs",
  probes: "./benches/probes.mjs",
  reset: "./benches/reset.mjs",
  targets: "./benches/targets.mjs",
  transform: "./benches/transform.mjs",
});
