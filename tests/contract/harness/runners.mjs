// Runs written suites as their users do: by the command that the writer names, in the package that holds them.
import { spawnSync } from "node:child_process";
import path from "node:path";

import { root } from "./suite-writer.mjs";

/** Variables that a runner of ours has put into this process. */
const OF_OUR_RUNNER = ["NODE_TEST_CONTEXT", "NODE_OPTIONS", "NODE_ENV"];

/** How runners say how many tests passed and failed. */
const COUNTS = {
  jest: [/^Tests:.*?(\d+) passed/m, /^Tests:.*?(\d+) failed/m],
  mocha: [/^ *(\d+) passing/m, /^ *(\d+) failing/m],
  node: [/^(?:#|ℹ) pass (\d+)/m, /^(?:#|ℹ) fail (\d+)/m],
  vitest: [/^ *Tests .*?(\d+) passed/m, /^ *Tests .*?(\d+) failed/m],
};

/** The command without npx, which would ask a registry for what is not in the package itself. */
function locally(command) {
  return command.replace(/(^| )npx /, "$1");
}

/** Runs the suite in `home`; answers the exit code, how many tests passed and failed, and what was printed. */
export function runSuite(format, home, command, { env = {}, args = "" } = {}) {
  const inherited = { ...process.env, ...env };
  for (const name of OF_OUR_RUNNER) if (!(name in env)) delete inherited[name];
  inherited.PATH = `${path.join(root, "node_modules", ".bin")}${path.delimiter}${inherited.PATH}`;
  // Colours come between numbers and words.
  Object.assign(inherited, { NO_COLOR: "1", CI: "1" });
  delete inherited.FORCE_COLOR;
  const run = spawnSync(`${locally(command)} ${args}`, {
    cwd: home,
    env: inherited,
    shell: true,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const output = run.stdout + run.stderr;
  const [passed, failed] = COUNTS[format].map((pattern) => Number(pattern.exec(output)?.[1] ?? 0));
  return { code: run.status, passed, failed, output };
}
