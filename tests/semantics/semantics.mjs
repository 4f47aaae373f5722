// npm run semantics -- [--programs N --seed S --workers W] | --typescript [--programs N --seed S] | --faults | --replacements |
// --peer-defects | --sql | --show SEED
import { spawnSync } from "node:child_process";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const OPTIONS = {
  programs: { type: "string", default: "20000" }, seed: { type: "string", default: "1" },
  workers: { type: "string", default: String(Math.min(4, os.availableParallelism())) },
  faults: { type: "boolean", default: false }, whole: { type: "boolean", default: false }, replacements: { type: "boolean", default: false }, "peer-defects": { type: "boolean", default: false },
  typescript: { type: "boolean", default: false },
  sql: { type: "boolean", default: false },
  show: { type: "string" }, keep: { type: "boolean", default: false }, help: { type: "boolean", default: false },
};

const USAGE = `npm run semantics -- [options]
  --programs N      generated programs, plain and instrumented (20000)
  --seed S          program i is that of seed S + i (1)
  --workers W       processes; the result does not depend on it
  --faults          faults put into the transform and into replacements: each must be found within --programs
  --whole           with --faults: programs are not made as small as they can be, which takes time
  --replacements    how often programs call each replacement of the runtime: none may be missing
  --typescript      generated TypeScript projects, compiled by TypeScript itself and by us (--programs, --seed, --show)
  --peer-defects    every row of what a first instrumenter got wrong
  --sql             programs that use a database, plainly and as a search runs them
  --show SEED       one program, its text and where it differs
  --keep            write the figures to tests/quality/results/semantics.json (always from 1,000,000 programs), with
                    --typescript to semantics-typescript.json`;

function options() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    for (const name of ["programs", "seed", "workers"]) {
      if (!/^[0-9]+$/.test(values[name]) || (name !== "seed" && Number(values[name]) < 1)) throw new Error(`--${name} takes a whole number, not ${values[name]}`);
      values[name] = Number(values[name]);
    }
    return values;
  } catch (error) {
    console.error(`semantics: ${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

const chosen = options();

// Tests of node:test, which have their own ways to run in several processes.
if (chosen.sql && !chosen.help) {
  const file = fileURLToPath(new URL("sql/sql.test.mjs", import.meta.url));
  process.exit(spawnSync(process.execPath, ["--test", file], { stdio: "inherit" }).status ?? 1);
}

// Modules of `vm` stand behind a flag; child processes get it the same way.
if (!process.execArgv.includes("--experimental-vm-modules")) {
  const { status } = spawnSync(process.execPath, ["--experimental-vm-modules", "--no-warnings", fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  process.exit(status ?? 1);
}

if (chosen.help) {
  console.log(USAGE);
} else if (chosen.typescript) {
  const { compareWithTypeScript, showProject } = await import("./typescript/command.mjs");
  if (chosen.show !== undefined) await showProject(Number(chosen.show));
  else process.exitCode = (await compareWithTypeScript(chosen)) ? 0 : 1;
} else if (chosen["peer-defects"]) {
  const { peerDefects } = await import("./peer-defects/command.mjs");
  process.exitCode = (await peerDefects()) ? 0 : 1;
} else if (chosen.faults) {
  const { faults } = await import("./faults/command.mjs");
  process.exitCode = (await faults(chosen)) ? 0 : 1;
} else if (chosen.replacements) {
  const { called } = await import("./search/called.mjs");
  process.exitCode = (await called(chosen)) ? 0 : 1;
} else if (chosen.show !== undefined) {
  const { showProgram } = await import("./search/command.mjs");
  await showProgram(Number(chosen.show));
} else {
  const { differential } = await import("./search/command.mjs");
  process.exitCode = (await differential(chosen)) ? 0 : 1;
}
