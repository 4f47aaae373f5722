// The command line that experiments and benches share: `<name> [--small]`, several names, or `all`; with `--pairs` those that
// may run two at a time, each in a process of its own whose words are shown when it has ended.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { Record } from "./results.mjs";

/**
 * Runs what was named; the process exits with 1 when a line is not met and 2 on wrong usage. `alone` has the names of those that
 * are never one of a pair, `shared` lists of names that stay in one process.
 */
export async function runNamed(kind, modules, { alone = [], shared = [] } = {}) {
  const { values, positionals } = parseArgs({
    options: { small: { type: "boolean", default: false }, pairs: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const names = positionals.includes("all") ? Object.keys(modules) : positionals;
  const unknown = names.filter((name) => !(name in modules));
  if (names.length === 0 || unknown.length > 0) {
    if (unknown.length > 0) {
      console.error(`there is no ${kind} called ${unknown.join(", ")}`);
    }
    console.error(`npm run ${kind} -- ${Object.keys(modules).join("|")}|all [--small] [--pairs]`);
    process.exit(2);
  }
  const here = values.pairs ? names.filter((name) => alone.includes(name)) : names;
  const inPairs = names.filter((name) => !here.includes(name));
  let met = await runPairs(processesOf(inPairs, shared), values.small ? ["--small"] : []);
  for (const name of here) {
    met = (await runOne(name, modules[name], values.small)) && met;
  }
  process.exit(met ? 0 : 1);
}

/** The names of each process. */
function processesOf(names, shared) {
  const lists = shared.map((list) => list.filter((name) => names.includes(name))).filter((list) => list.length > 0);
  const others = names.filter((name) => !lists.flat().includes(name)).map((name) => [name]);
  return [...lists, ...others];
}

/** Runs this program for each list of names, two at a time; answers whether all of them were met. */
async function runPairs(lists, args) {
  const waiting = [...lists];
  let met = true;
  const oneAfterAnother = async () => {
    for (let list = waiting.shift(); list !== undefined; list = waiting.shift()) {
      const child = spawn(process.execPath, [process.argv[1], ...list, ...args], { stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
      const [code] = await once(child, "close");
      process.stdout.write(said);
      met = code === 0 && met;
    }
  };
  await Promise.all([oneAfterAnother(), oneAfterAnother()]);
  return met;
}

/** Runs one here; answers whether each of its lines was met. */
async function runOne(name, file, small) {
  console.log(`# ${name}${small ? " (small)" : ""}`);
  const record = new Record(name, small);
  const started = Date.now();
  const { run } = await import(file);
  try {
    await run(record, small);
  } catch (error) {
    record.must(false, `runs to its end: ${error.message}`);
  }
  const met = record.finish();
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return met;
}
