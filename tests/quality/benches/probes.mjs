// What single probes cost in ns. Whole programs: overhead.mjs.

import fs from "node:fs";
import path from "node:path";
import { run as runProgram } from "../fuzz.mjs";
import { ROOT } from "../suts.mjs";

const BENCH = path.join(ROOT, "tests/bench");

/** What the bench of single probes prints is its result. */
export async function run(record, small) {
  const folder = path.join(BENCH, "probes");
  const entry = ["index.mjs", "index.cjs", "index.js", "bench.mjs", "bench.cjs", "bench.js", "run.mjs", "run.cjs", "run.js"]
    .map((name) => path.join(folder, name))
    .find((file) => fs.existsSync(file));
  if (entry === undefined) {
    record.must(false, "tests/bench/probes has a bench of single probes");
    return;
  }
  const result = await runProgram(process.execPath, [entry, ...(small ? ["--small"] : [])], { cwd: ROOT });
  record.must(result.code === 0, `ns per probe (${path.relative(ROOT, entry)})`);
  const lines = result.stdout.trim().split("\n");
  lines.forEach((line) => record.say(`  ${line}`));
  if (result.code !== 0) {
    record.say(result.stderr);
  }
  record.data.perProbe = lines;
}
