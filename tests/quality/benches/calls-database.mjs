// Calls per second of a search of an API on PostgreSQL, against the runner's own transport that makes that search's very
// calls on the API without probes, each test after the same reset of such a home and, where a test before it has logged
// them out, after the logins of its users. The two are measured one after the other, several times, and the ratio is that
// of neighbours.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { noPostgres } from "../../e2e/postgres.mjs";
import { exampleProgram } from "../../example-program.cjs";
import { FIGURES_ONLY, fuzz, run as runProgram } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { median } from "../statistics.mjs";
import { ROOT } from "../suts.mjs";

/** Least ratio of the search's speed to that of its calls alone. */
const WANTED_RATIO = 0.6;
const REGISTER = new URL("../../../npm/nearmiss/register/index.js", import.meta.url).href;
const START = "node migrate.js && node server.js";
const DEPOT = {
  dir: path.join(ROOT, "fixtures/suts/db-pg"),
  entry: ["--start", START, "--openapi", "openapi.json", "--auth", "users.yaml"],
};
/** No server is there: the home of the API is filled by its migrations alone, whoever measures. */
const env = { DATABASE_URL: "postgres://postgres@127.0.0.1:1/depot" };

/** Makes the calls of a log again; answers what the program says of it. */
async function replayed(program, log) {
  const args = [log, path.join(DEPOT.dir, "users.yaml"), START, DEPOT.dir, REGISTER];
  const result = await runProgram(program, args, { cwd: DEPOT.dir, env: { ...process.env, ...env } });
  if (result.code !== 0) throw new Error(`${program}: ${result.stdout}${result.stderr}`);
  return JSON.parse(result.stdout);
}

/** Prints microseconds a call. */
function sayParts(record, whose, parts, calls) {
  for (const [part, seconds] of Object.entries(parts ?? {})) {
    record.say(`  ${whose} ${part.padEnd(10)} ${((1e6 * seconds) / calls).toFixed(0)} us a call`);
  }
}

export async function run(record, small) {
  if (noPostgres) {
    record.must(small, noPostgres);
    return;
  }
  const calls = small ? 300 : 5_000;
  const rounds = small ? 1 : 5;
  const program = exampleProgram("replay_tests", { profile: small ? "gate" : "release" });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-calls-"));
  const log = path.join(folder, "requests.jsonl");
  const search = (...more) =>
    fuzz(DEPOT, { label: "bench-calls-database", seed: 1, calls, args: [...FIGURES_ONLY, ...more], env });
  const speeds = { search: [], replay: [] };
  let searched;
  let alone;
  try {
    // The same requests each time. To write them down is no part of a search.
    await search("--log-requests", log);
    for (let round = 0; round < rounds; round++) {
      searched = await search();
      speeds.search.push(measures(searched).callsPerSecond);
      alone = await replayed(program, log);
      speeds.replay.push(alone.callsPerSecond);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const { parts, ...counted } = alone;
  record.data = { calls, rounds, speeds, search: searched.own.timing, replay: { ...counted, parts } };
  record.say(`search          ${median(speeds.search).toFixed(0)} calls/s`);
  record.say(`its calls alone ${median(speeds.replay).toFixed(0)} calls/s, ${counted.tests} resets, ${counted.logins} logins`);
  sayParts(record, "search", searched.own.timing, calls);
  sayParts(record, "alone ", parts, counted.calls);
  record.must(counted.calls >= 0.95 * calls, `${counted.calls} calls of the log are made again`);
  record.must(counted.succeeded >= 0.1 * counted.calls, `${counted.succeeded} of them succeed`);
  const ratio = median(speeds.search.map((speed, round) => speed / speeds.replay[round]));
  record.bound(ratio >= WANTED_RATIO, `search over its calls alone ${ratio.toFixed(2)}, at least ${WANTED_RATIO}`);
}
