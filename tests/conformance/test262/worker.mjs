// A child process that runs the tests it is told, one after the other, and reports each.

import fs from "node:fs";
import path from "node:path";
import { frontmatter, modes } from "./frontmatter.mjs";
import { runTest } from "./run_test.mjs";

// What a test leaves behind is not this process's error.
process.on("unhandledRejection", () => {});
process.on("uncaughtException", () => {});

/** Realms that were collected late; the parent then starts a fresh process. */
const MOST_MEMORY = 1 << 30;

process.on("message", async ({ root, tests, probes }) => {
  for (const { file, only } of tests) {
    const source = fs.readFileSync(path.join(root, file), "utf8");
    const meta = frontmatter(source);
    const runs = [];
    for (const mode of modes(meta)) {
      if (only && only.mode !== mode) continue;
      const test = { root, file, source, meta, mode };
      const run = { mode };
      if (only?.form !== "instrumented") run.plain = await runTest(test, null);
      if (only?.form !== "plain") run.instrumented = await runTest(test, probes);
      runs.push(run);
    }
    process.send({ file, runs });
  }
  process.send({ done: true, full: process.memoryUsage().rss > MOST_MEMORY });
});

process.send({ ready: true });
