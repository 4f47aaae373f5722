// Calls per second of a search through a controller, `nearmiss serve`, against the same search on the process itself. One after
// another, several times; the ratio is that of neighbours.

import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { withServed } from "../served.mjs";
import { median } from "../statistics.mjs";
import { SUTS } from "../suts.mjs";

/** Least ratio of the speeds. */
const WANTED = 0.25;

export async function run(record, small) {
  const calls = small ? 400 : 20_000;
  const rounds = small ? 1 : 5;
  const speeds = { controller: [], memory: [] };
  const speed = async (sut, label) =>
    measures(await fuzz(sut, { label, seed: 1, calls, args: FIGURES_ONLY })).callsPerSecond;
  for (let round = 0; round < rounds; round += 1) {
    speeds.controller.push(await withServed(SUTS.ncs, (sut) => speed(sut, "bench-controller")));
    speeds.memory.push(await speed(SUTS.ncs, "bench-memory"));
  }
  record.data = { calls, rounds, speeds };
  record.say(`through the controller ${median(speeds.controller).toFixed(0)} calls/s`);
  record.say(`shared memory          ${median(speeds.memory).toFixed(0)} calls/s`);
  const ratio = median(speeds.controller.map((one, round) => one / speeds.memory[round]));
  record.bound(ratio >= WANTED, `controller over shared memory ${ratio.toFixed(2)}, at least ${WANTED}`);
}
