// A search through the controller of `nearmiss serve` is the search on the process itself: the same requests, the same targets.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { withServed } from "../served.mjs";
import { SUTS } from "../suts.mjs";

const FULL = { names: ["ncs"], calls: 20_000, seeds: [1, 2, 3, 4, 5] };
const SMALL = { names: ["ncs", "books"], calls: 500, seeds: [1] };

/** Which targets a search covers, and what it sends but for where that goes. */
async function search(sut, label, seed, calls) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-controlled-"));
  const [targets, log] = [path.join(folder, "targets.json"), path.join(folder, "requests.jsonl")];
  await fuzz(sut, { label, seed, calls, args: [...FIGURES_ONLY, "--log-targets", targets, "--log-requests", log] });
  const { byTests, boot } = JSON.parse(fs.readFileSync(targets, "utf8"));
  const requests = fs.readFileSync(log, "utf8").replaceAll(/"Host","[^"]*"/g, "");
  fs.rmSync(folder, { recursive: true });
  return { covered: byTests.sort(), boot: boot.sort(), requests };
}

const without = (list, other) => list.filter((key) => !other.includes(key));

export async function run(record, small) {
  const { names, calls, seeds } = small ? SMALL : FULL;
  record.data = { calls };
  for (const name of names) {
    const differ = [];
    let asSent = 0;
    for (const seed of seeds) {
      const apart = await withServed(SUTS[name], (sut) => search(sut, "controlled", seed, calls));
      const here = await search(SUTS[name], "not-controlled", seed, calls);
      const [less, more] = [without(here.covered, apart.covered), without(apart.covered, here.covered)];
      const boot = without(here.boot, apart.boot).concat(without(apart.boot, here.boot));
      record.say(`${name}, seed ${seed}: ${apart.covered.length} targets through the controller, ${here.covered.length} through shared memory`);
      record.data[`${name} ${seed}`] = { covered: here.covered.length, less, more, boot };
      if (less.length + more.length + boot.length > 0) differ.push(seed);
      asSent += apart.requests === here.requests;
    }
    record.say(`${name}: ${asSent} of ${seeds.length} searches send the same requests, byte by byte`);
    record.must(differ.length === 0, `${name}: ${seeds.length - differ.length} of ${seeds.length} seeds cover the identical set of targets`);
  }
}
