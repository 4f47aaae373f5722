// Every kind of check of the gallery, and every validator: how soon a search finds what it wants, and what each technique is
// worth.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { exampleProgram } from "../../example-program.cjs";
import { fuzz, run as runProgram } from "../fuzz.mjs";
import { seeds } from "../results.mjs";
import { SUTS } from "../suts.mjs";

const PACKAGE = fileURLToPath(new URL("../../../npm/nearmiss", import.meta.url));
/** Of one endpoint. */
const CALLS = 300;
const RANDOM_CALLS = 10_000;
/** Seeds with all techniques, and with some switched off; of the former, how many must cover an endpoint. */
const SEEDS = 20;
const ENOUGH = 19;
const SEEDS_OFF = 5;
/** Share of the endpoints that one search over all must cover, and of the searches of a single seed that must cover theirs. */
const WHOLE = 0.95;
/** The small form searches the first of so many endpoints each, one search for each and none over all. */
const ONE_OF = 8;

const OFF = {
  "without taint": ["--without", "taint"],
  "without heuristics": ["--without", "heuristics"],
  "without both": ["--without", "taint", "--without", "heuristics"],
};

/**
 * What is searched: how many endpoints there are at least, and what is switched off beside. `exact`: endpoints that nobody can reach, a secret being wanted: what they show is that
 * they answer as without us (tests/adapters).
 */
const SEARCHED = [
  { sut: SUTS.gallery, least: 120, off: OFF, exact: [] },
  {
    sut: SUTS.validators,
    least: 40,
    off: { "without adapters": ["--no-adapters"] },
    exact: ["libraries/jsonwebtoken", "libraries/bcrypt"],
  },
];

/** Searches each operation by itself; answers how many of the seeds reached it, by operation. */
async function apart(sut, { calls, count, args = [] }) {
  const options = [...sut.entry, "--quiet", "--seed", "1", "--seeds", String(count), "--calls", String(calls), ...args];
  const program = exampleProgram("apart", { profile: "release" });
  const result = await runProgram(program, [process.execPath, PACKAGE, ...options], { cwd: sut.dir });
  if (result.code !== 0) throw new Error(`apart in ${sut.dir} exited with ${result.code}\n${result.stderr}`);
  const reached = new Map();
  for (const line of result.stdout.trim().split("\n")) {
    const { operation, covered } = JSON.parse(line);
    const hit = covered.includes(`Status_${operation}_200`);
    reached.set(operation, (reached.get(operation) ?? 0) + (hit ? 1 : 0));
  }
  return { reached, seconds: result.seconds };
}

/** The API with a document that lists the first of each `ONE_OF` paths, in `folder`. */
function sampled(sut, folder) {
  const document = JSON.parse(fs.readFileSync(path.join(sut.dir, "openapi.json"), "utf8"));
  document.paths = Object.fromEntries(Object.entries(document.paths).filter((_, at) => at % ONE_OF === 0));
  const file = path.join(folder, `${sut.name}.json`);
  fs.writeFileSync(file, JSON.stringify(document));
  return { ...sut, entry: sut.entry.with(sut.entry.indexOf("--openapi") + 1, file) };
}

const nameOf = (operation) => operation.replace(/^\w+:\/api\//, "");
const listed = (operations) => (operations.length === 0 ? "none" : operations.map(nameOf).join(" "));

async function whole(sut, seed, count) {
  const { report } = await fuzz(sut, { label: `whole-${seed}`, seed, calls: CALLS * count });
  const rest = report.problemDetails.rest;
  const hit = new Set(rest.coveredHttpStatus.filter(({ httpStatus }) => httpStatus.includes(200)).map(({ endpointId }) => endpointId));
  return rest.endpointIds.filter((endpoint) => !hit.has(endpoint));
}

/** Each endpoint by itself, with all techniques and without some; answers how many endpoints there are. */
async function alone({ sut, least: endpoints, off, exact }, record, data, small) {
  data.reached = {};
  for (const [technique, args] of Object.entries({ "all on": [], ...(small ? {} : off) })) {
    const times = small ? 1 : args.length > 0 ? SEEDS_OFF : SEEDS;
    const { reached, seconds } = await apart(sut, { calls: CALLS, count: times, args });
    for (const operation of [...reached.keys()]) if (exact.includes(nameOf(operation))) reached.delete(operation);
    data.reached[technique] = Object.fromEntries(reached);
    const share = ([...reached.values()].reduce((sum, found) => sum + found, 0) / (reached.size * times)) * 100;
    record.say(`${sut.name}, ${technique}: ${reached.size} endpoints alone, ${CALLS} calls, ${times} seeds: reached in ${share.toFixed(1)} % of the searches (${seconds.toFixed(0)} s)`);
    if (technique !== "all on") continue;
    const wanted = small ? Math.floor(endpoints / ONE_OF) : endpoints;
    record.must(reached.size >= wanted, `${sut.name}: ${reached.size} endpoints, at least ${wanted}`);
    const missed = [...reached].filter(([, found]) => found < (small ? 1 : ENOUGH)).map(([operation]) => operation);
    // One seed says little of a single endpoint.
    if (small) record.must(share >= 100 * WHOLE, `${sut.name}: at least ${100 * WHOLE} % of the searches reach theirs; not: ${listed(missed)}`);
    else record.must(missed.length === 0, `${sut.name}: endpoints that fewer than ${ENOUGH} of ${SEEDS} seeds reach: ${listed(missed)}`);
  }
  return Object.keys(data.reached["all on"]).length;
}

/** One search over all endpoints, with as many calls for each. */
async function together({ sut, exact }, size, record, data) {
  data.whole = [];
  for (const seed of seeds(1, 5)) {
    const missed = (await whole(sut, seed, size)).filter((operation) => !exact.includes(nameOf(operation)));
    data.whole.push(missed);
    const reached = size - missed.length;
    record.must(reached >= WHOLE * size, `${sut.name}: one search over all, seed ${seed}: ${reached} of ${size} reached, at least ${WHOLE * 100} %; not: ${listed(missed)}`);
  }
}

/** What random calls reach is too easy to be measured. */
async function byChance({ sut }, record, data) {
  const { reached } = await apart(sut, { calls: RANDOM_CALLS, count: 1, args: ["--algorithm", "random"] });
  data.random = [...reached].filter(([, times]) => times > 0).map(([operation]) => operation);
  record.must(data.random.length === 0, `${sut.name}: endpoints that random search reaches within ${RANDOM_CALLS} calls: ${listed(data.random)}`);
}

export async function run(record, small) {
  record.data = { calls: CALLS, seeds: small ? 1 : SEEDS, seedsOff: SEEDS_OFF };
  for (const searched of SEARCHED) {
    const data = {};
    record.data[searched.sut.name] = data;
    if (small) {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-gallery-"));
      await alone({ ...searched, sut: sampled(searched.sut, folder) }, record, data, small);
      fs.rmSync(folder, { recursive: true, force: true });
      continue;
    }
    const size = await alone(searched, record, data, small);
    await together(searched, size, record, data);
    await byChance(searched, record, data);
  }
}
