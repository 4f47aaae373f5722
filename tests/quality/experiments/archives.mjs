// What searches have saved is not lost: two shards merged cover what each of them did, and a search that goes on from the
// merged archive covers all of it again.

import fs from "node:fs";
import { FIGURES_ONLY, commandLine, fuzz, run as runProgram } from "../fuzz.mjs";
import { LOGGED_IN, SHOP, scratch, targetsOf } from "./shop/api.mjs";

const FULL = { calls: 20_000, more: 5_000 };
const SMALL = { calls: 400, more: 100 };

export async function run(record, small) {
  const { calls, more } = small ? SMALL : FULL;
  const shards = [];
  for (const seed of [1, 2]) shards.push(await shard(seed, calls));
  const [a, b] = shards;
  record.say(`shards: ${a.targets.byTests.length} and ${b.targets.byTests.length} targets covered by tests`);

  const merged = scratch("merged.nmarchive");
  const result = await runProgram(process.execPath, [commandLine(), "merge", a.archive, b.archive, "-o", merged], { cwd: SHOP.dir });
  if (result.code !== 0) throw new Error(`nearmiss merge: ${result.stdout}${result.stderr}`);
  const wanted = union(shards);
  const held = new Set(Object.keys(JSON.parse(fs.readFileSync(merged, "utf8")).covered));
  const notMerged = wanted.filter((key) => !held.has(key));
  record.must(
    wanted.length > 0 && notMerged.length === 0,
    `merged: each of the ${wanted.length} targets that a shard covers is in the archive of both${some(notMerged)}`,
  );

  const log = scratch("resumed-targets.json");
  const args = [...LOGGED_IN, "--resume", merged, "--log-targets", log, ...FIGURES_ONLY];
  const resumed = await fuzz(SHOP, { label: "resumed", seed: 3, calls: calls + more, args });
  const { byTests, boot } = targetsOf(log);
  const covered = new Set([...byTests, ...boot]);
  const lost = wanted.filter((key) => !covered.has(key));
  record.must(lost.length === 0, `resumed: none of the ${wanted.length} targets is lost, ${byTests.length} are covered${some(lost)}`);
  record.must(byTests.length >= wanted.length, "resumed: at least as many targets are covered as both shards did");
  record.data = {
    calls,
    more,
    shards: shards.map(({ targets }) => targets.byTests.length),
    wanted: wanted.length,
    resumed: byTests.length,
    told: resumed.own.resumed,
    notMerged,
    lost,
  };
}

async function shard(seed, calls) {
  const archive = scratch(`shard-${seed}.nmarchive`);
  const log = scratch(`shard-${seed}-targets.json`);
  const args = [...LOGGED_IN, "--archive", archive, "--log-targets", log, ...FIGURES_ONLY];
  await fuzz(SHOP, { label: `shard-${seed}`, seed, calls, args });
  return { archive, targets: targetsOf(log) };
}

/** Keys of targets that a test of any of them covers; what any of them covers by its start is no test's. */
function union(shards) {
  const boot = new Set(shards.flatMap(({ targets }) => targets.boot));
  return [...new Set(shards.flatMap(({ targets }) => targets.byTests))].filter((key) => !boot.has(key));
}

const some = (keys) => (keys.length === 0 ? "" : `; not so: ${keys.length}, such as ${keys.slice(0, 5).join(" ")}`);
