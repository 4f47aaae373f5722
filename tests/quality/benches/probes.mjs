// What single probes cost in ns. Whole programs: overhead.mjs.

import fs from "node:fs";
import path from "node:path";
import { run as runProgram } from "../fuzz.mjs";
import { ROOT } from "../suts.mjs";

const BENCH = path.join(ROOT, "tests/bench");

/** How a program ends whose figures are too high. */
const NOT_KEPT = 3;

/** Each program of the folder is a bench: what it prints is its result. */
export async function run(record, small) {
  const folder = path.join(BENCH, "probes");
  record.data.perProbe = [];
  for (const name of fs.readdirSync(folder).filter((file) => file.endsWith(".cjs")).sort()) {
    const result = await runProgram(process.execPath, [path.join(folder, name), ...(small ? ["--small"] : [])], { cwd: ROOT });
    record.must([0, NOT_KEPT].includes(result.code), `tests/bench/probes/${name} runs to its end`);
    if (!small) record.bound(result.code === 0, `ns per probe (tests/bench/probes/${name})`);
    const lines = result.stdout.trimEnd().split("\n");
    lines.forEach((line) => record.say(`  ${line}`));
    if (result.code !== 0) record.say(result.stderr);
    record.data.perProbe.push(...lines);
  }
}
