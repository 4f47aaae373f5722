// Compiles what stands on stdin, in a process of its own: a plugin that runs out of stack may take it down.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { transformSync } from "@swc/core";

const { swcPlugin } = createRequire(import.meta.url)("nearmiss/swc");
const plugins = process.argv.includes("--plain") ? [] : [[swcPlugin(), {}]];
const { code } = transformSync(readFileSync(0, "utf8"), {
  filename: "stdin.js",
  swcrc: false,
  jsc: { target: "es2022", experimental: { plugins } },
});
process.stdout.write(code);
