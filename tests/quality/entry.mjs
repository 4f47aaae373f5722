// The command line that experiments and benches share: `<name> [--small]`, several names, or `all`.

import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { Record } from "./results.mjs";
import { ROOT } from "./suts.mjs";

/** Builds what figures are measured on: the gate leaves a native part that is little optimised. */
function buildRelease() {
  const built = spawnSync("npm", ["run", "--silent", "build"], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  if (built.status !== 0) process.exit(1);
}

/**
 * Runs what was named; the process exits with 1 when a line is not met and 2 on wrong usage. `timed`: names of those that have
 * nothing to show but times and what is reached within a time, which a check of every change leaves out (`all --small`).
 */
export async function runNamed(kind, modules, timed = []) {
  const { values, positionals } = parseArgs({
    options: { small: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const all = Object.keys(modules).filter((name) => !values.small || !timed.includes(name));
  const names = positionals.includes("all") ? all : positionals;
  const unknown = names.filter((name) => !(name in modules));
  if (names.length === 0 || unknown.length > 0) {
    if (unknown.length > 0) {
      console.error(`there is no ${kind} called ${unknown.join(", ")}`);
    }
    console.error(`npm run ${kind} -- ${Object.keys(modules).join("|")}|all [--small]`);
    process.exit(2);
  }
  if (!values.small) buildRelease();
  let met = true;
  for (const name of names) {
    console.log(`# ${name}${values.small ? " (small)" : ""}`);
    const record = new Record(name, values.small);
    const started = Date.now();
    const { run } = await import(modules[name]);
    try {
      await run(record, values.small);
    } catch (error) {
      record.must(false, `runs to its end: ${error.message}`);
    }
    met = record.finish() && met;
    console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
  }
  process.exit(met ? 0 : 1);
}
