// Calls per second of a search, against the runner's own transport that replays that search's very
// requests on the API without probes, and against a bare socket client. The three are measured one after
// another, several times, and the ratio is that of neighbours: a machine is not as fast all the time.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startPlain } from "../../e2e/sut-process.mjs";
import { exampleProgram } from "../../example-program.cjs";
import { FIGURES_ONLY, fuzz, run as runProgram } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { median } from "../statistics.mjs";
import { SUTS } from "../suts.mjs";

/** Least ratio of the search's speed to the transport's. */
const WANTED_RATIO = 0.7;
const REGISTER = new URL("../../../npm/nearmiss/register/index.js", import.meta.url).href;
const BARE_CLIENT = fileURLToPath(new URL("bare-client.mjs", import.meta.url));

async function asJson(command, args, cwd) {
  const result = await runProgram(command, args, { cwd });
  if (result.code !== 0) {
    throw new Error(`${command} ${args.join(" ")}: ${result.stdout}${result.stderr}`);
  }
  return JSON.parse(result.stdout);
}

export async function run(record, small) {
  // Of fewer than ten thousand V8 spends most of the time on getting to know the code: figures of the small form are none.
  const calls = small ? 1_000 : 20_000;
  const rounds = small ? 1 : 7;
  const sut = SUTS.ncs;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-calls-"));
  const log = path.join(folder, "requests.jsonl");
  // Optimised as the addon is.
  const sender = exampleProgram("replay_requests", { profile: "release" });
  const speeds = { search: [], transport: [], bare: [] };
  // The same requests each time. To write them down is no part of a search.
  await fuzz(sut, { label: "bench-calls", seed: 1, calls, args: [...FIGURES_ONLY, "--log-requests", log] });
  let parts;
  for (let round = 0; round < rounds; round++) {
    const search = await fuzz(sut, { label: "bench-calls", seed: 1, calls, args: FIGURES_ONLY });
    speeds.search.push(measures(search).callsPerSecond);
    parts = search.own.timing;

    const replayed = await asJson(sender, [log, sut.start, sut.dir, REGISTER], sut.dir);
    speeds.transport.push(replayed.callsPerSecond);

    const [command, ...args] = sut.start.split(" ");
    const plain = await startPlain(command, args, sut.dir);
    try {
      speeds.bare.push((await asJson(process.execPath, [BARE_CLIENT, log, String(plain.port)], sut.dir)).callsPerSecond);
    } finally {
      await plain.stop();
    }
  }
  fs.rmSync(folder, { recursive: true, force: true });
  const [search, transport, bare] = [speeds.search, speeds.transport, speeds.bare].map(median);
  record.data = { calls, rounds, speeds, parts };
  record.say(`search                 ${search.toFixed(0)} calls/s`);
  record.say(`runner's own transport ${transport.toFixed(0)} calls/s on the plain API`);
  record.say(`bare socket client     ${bare.toFixed(0)} calls/s on the plain API`);
  for (const [part, seconds] of Object.entries(parts ?? {})) {
    record.say(`  ${part.padEnd(20)} ${((1e6 * seconds) / calls).toFixed(1)} us a call`);
  }
  const ratio = median(speeds.search.map((speed, round) => speed / speeds.transport[round]));
  record.bound(ratio >= WANTED_RATIO, `search over transport ${ratio.toFixed(2)}, at least ${WANTED_RATIO}`);
}
