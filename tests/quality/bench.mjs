// npm run bench -- <name> [--small]: how fast it is.

import { runNamed } from "./entry.mjs";

await runNamed("bench", {
  calls: "./benches/calls.mjs",
  probes: "./benches/probes.mjs",
});
