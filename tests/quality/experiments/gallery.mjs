// Every kind of check of the gallery: how soon a search finds what it wants, and what each technique is worth.

import { commandLine, fuzz, run as runProgram } from "../fuzz.mjs";
import { seeds } from "../results.mjs";
import { SUTS } from "../suts.mjs";

/** Of one endpoint. */
const CALLS = 300;
const RANDOM_CALLS = 10_000;
/** Of 20 seeds, how many must cover an endpoint. */
const ENOUGH = 19 / 20;
const WHOLE = 0.95;

const TECHNIQUES = {
  "all on": [],
  "without taint": ["--without", "taint"],
  "without heuristics": ["--without", "heuristics"],
  "without both": ["--without", "taint", "--without", "heuristics"],
};

/** Searches each operation by itself; answers how many of the seeds reached it, by operation. */
async function apart(sut, { calls, count, args = [] }) {
  const command = [commandLine(), "internal-apart", ...sut.entry, "--quiet", "--seed", "1", "--seeds", String(count), "--calls", String(calls), ...args];
  const result = await runProgram(process.execPath, command, { cwd: sut.dir });
  if (result.code !== 0) throw new Error(`internal-apart in ${sut.dir} exited with ${result.code}\n${result.stderr}`);
  const reached = new Map();
  for (const line of result.stdout.trim().split("\n")) {
    const { operation, covered } = JSON.parse(line);
    const hit = covered.includes(`Status_${operation}_200`);
    reached.set(operation, (reached.get(operation) ?? 0) + (hit ? 1 : 0));
  }
  return { reached, seconds: result.seconds };
}

const nameOf = (operation) => operation.replace(/^\w+:\/api\//, "");
const listed = (operations) => (operations.length === 0 ? "none" : operations.map(nameOf).join(" "));

async function whole(sut, seed, count) {
  const { report } = await fuzz(sut, { label: `whole-${seed}`, seed, calls: CALLS * count });
  const rest = report.problemDetails.rest;
  const hit = new Set(rest.coveredHttpStatus.filter(({ httpStatus }) => httpStatus.includes(200)).map(({ endpointId }) => endpointId));
  return rest.endpointIds.filter((endpoint) => !hit.has(endpoint));
}

export async function run(record, small) {
  const sut = SUTS.gallery;
  const count = small ? 2 : 20;
  const least = Math.ceil(count * ENOUGH);
  record.data = { calls: CALLS, seeds: count, reached: {} };
  for (const [technique, args] of Object.entries(TECHNIQUES)) {
    const { reached, seconds } = await apart(sut, { calls: CALLS, count, args });
    record.data.reached[technique] = Object.fromEntries(reached);
    const missed = [...reached].filter(([, times]) => times < least).map(([operation]) => operation);
    const share = ([...reached.values()].reduce((sum, times) => sum + times, 0) / (reached.size * count)) * 100;
    record.say(`${technique}: ${reached.size} endpoints alone, ${CALLS} calls, ${count} seeds: reached in ${share.toFixed(1)} % of the searches (${seconds.toFixed(0)} s)`);
    if (technique !== "all on") continue;
    record.must(reached.size >= 120, `${reached.size} endpoints, at least 120`);
    record.must(missed.length === 0, `endpoints that fewer than ${least} of ${count} seeds reach: ${listed(missed)}`);
  }
  const size = Object.keys(record.data.reached["all on"]).length;
  const missing = [];
  for (const seed of small ? [1] : seeds(1, 5)) {
    const missed = await whole(sut, seed, size);
    missing.push(missed);
    const reached = size - missed.length;
    record.must(reached >= WHOLE * size, `one search over all, seed ${seed}: ${reached} of ${size} reached, at least ${WHOLE * 100} %; not: ${listed(missed)}`);
  }
  record.data.whole = missing;
  if (small) return;
  const { reached } = await apart(sut, { calls: RANDOM_CALLS, count: 1, args: ["--algorithm", "random"] });
  const easy = [...reached].filter(([, times]) => times > 0).map(([operation]) => operation);
  record.data.random = easy;
  record.must(easy.length === 0, `endpoints that random search reaches within ${RANDOM_CALLS} calls: ${listed(easy)}`);
}
