// What it costs to keep the files of an API: calls per second of searches that do, over those of searches that do not
// (`--files-may-change`), of two APIs that write by most calls. One after another; the ratio is that of neighbours. No bound.

import fs from "node:fs";
import path from "node:path";
import { APIS, project } from "../../e2e/kept-apis.mjs";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { median } from "../statistics.mjs";

const NAMES = ["memory-json", "log-stream"];
const ENTRY = ["--start", "node server.cjs", "--openapi", "openapi.json"];

export async function run(record, small) {
  const calls = small ? 200 : 10_000;
  const rounds = small ? 1 : 5;
  record.data = { calls, rounds, speeds: {} };
  for (const name of NAMES) {
    const speeds = { kept: [], changed: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const [how, args] of [["kept", []], ["changed", ["--files-may-change"]]]) {
        // What the calls of one search leave is nothing that the next one begins with.
        const dir = project(APIS.find((api) => api.name === name));
        const search = await fuzz({ name, dir, entry: ENTRY }, { label: "bench-kept", seed: 1, calls, args: [...FIGURES_ONLY, ...args] });
        speeds[how].push(measures(search).callsPerSecond);
        fs.rmSync(path.dirname(dir), { recursive: true, force: true });
      }
    }
    record.data.speeds[name] = speeds;
    const ratio = median(speeds.kept.map((speed, round) => speed / speeds.changed[round]));
    record.say(`${name.padEnd(12)} ${median(speeds.kept).toFixed(0)} calls/s with its files kept, ${median(speeds.changed).toFixed(0)} without: ${ratio.toFixed(2)}`);
  }
}
