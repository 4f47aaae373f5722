// Half an hour of search: the memory of the core and of the API's process, and whether it still grows at the end. The leak
// that is seeded in the shop is switched off.

import { setTimeout as wait } from "node:timers/promises";
import { FIGURES_ONLY } from "../fuzz.mjs";
import { median } from "../statistics.mjs";
import { LOGGED_IN } from "./shop/api.mjs";
import { apiAtWork, startSearch, statOf } from "./shop/processes.mjs";

const FULL = { seconds: 1_800, everyMs: 5_000, growth: 1.1 };
/** Too short for the memory to settle: only a flood is seen. */
const SMALL = { seconds: 40, everyMs: 500, growth: 1.6 };
const POINTS = 15;
const WIDTH = 40;

export async function run(record, small) {
  const { seconds, everyMs, growth } = small ? SMALL : FULL;
  const args = [...LOGGED_IN, "--time", `${seconds}s`, ...FIGURES_ONLY];
  const search = startSearch({ label: "soak", seed: 1, args, env: { SHOP_FORGETS: "1" } });
  await search.searching;
  const began = Date.now();
  const samples = [];
  while (Date.now() - began < seconds * 1000) {
    await wait(everyMs);
    const core = statOf(search.child.pid)?.bytes;
    const api = apiAtWork(search)?.bytes;
    const at = (Date.now() - began) / 1000;
    if (core !== undefined && api !== undefined && at < seconds) samples.push({ at, core: core / 1e6, api: api / 1e6 });
  }
  const { code } = await search.ended;
  if (code !== 0) throw new Error(`the search exited with ${code}\n${search.output}`);
  const report = search.report();
  record.data = { seconds, calls: report.problemDetails.rest.evaluatedHttpCalls, restarts: report.nearmiss.restarts, samples };
  record.say(`${record.data.calls} calls, the API was started again ${record.data.restarts} times`);
  for (const who of ["core", "api"]) {
    curve(record, who, samples, seconds);
    const third = (from) => samples.filter(({ at }) => at >= from * seconds && at < (from + 1 / 3) * seconds).map((one) => one[who]);
    const [second, last] = [median(third(1 / 3)), median(third(2 / 3))];
    record.must(
      last <= growth * second,
      `memory of the ${who === "core" ? "core" : "API"}: ${last.toFixed(0)} MB in the last third, ${second.toFixed(0)} MB in the second` +
        ` (medians), at most ${growth} times as much`,
    );
  }
}

/** Prints the largest sample of each part of the time. */
function curve(record, who, samples, seconds) {
  const most = Math.max(...samples.map((one) => one[who]));
  for (let part = 0; part < POINTS; part++) {
    const [from, to] = [(part * seconds) / POINTS, ((part + 1) * seconds) / POINTS];
    const here = samples.filter(({ at }) => at >= from && at < to).map((one) => one[who]);
    if (here.length === 0) continue;
    const value = Math.max(...here);
    const bar = "#".repeat(Math.round((WIDTH * value) / most));
    record.say(`${who.padEnd(4)} ${from.toFixed(0).padStart(5)} s ${value.toFixed(0).padStart(6)} MB ${bar}`);
  }
}
