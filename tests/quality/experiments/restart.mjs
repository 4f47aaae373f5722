// The process of the API is killed in mid-search, again and again. Nothing may come of it: targets
// keep their numbers (what the search says is covered is what its suite covers), no covered target
// is lost, and what runs at every start is not taken for the work of a test.

import { coverageOfBoot, coverageOfSuite } from "../code-coverage.mjs";
import { fuzz } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { SUTS } from "../suts.mjs";

const KILLS = 20;
const SEED = 3;
/** What a killed search may lack of an undisturbed one: the calls that the kills took. */
const TOLERATED_LOSS = 0.03;

export async function run(record, small) {
  const calls = small ? 3_000 : 10_000;
  const sut = SUTS.ncs;
  // Tests have fewer than ten calls, so that this is rare enough for the search to go on between.
  const killEvery = String(Math.floor(calls / (KILLS * 10)));
  const calm = await fuzz(sut, { label: "calm", seed: SEED, calls });
  const killed = await fuzz(sut, { label: "killed", seed: SEED, calls, args: ["--kill-every", killEvery] });
  const [before, after] = [measures(calm), measures(killed)];
  record.data = { calls, seed: SEED, killEvery, calm: before, killed: after, restarts: killed.own.restarts };

  record.say(`undisturbed: ${before.targets} targets; killed every ${killEvery} tests: ${after.targets} targets`);
  record.must(killed.own.restarts >= KILLS, `the API was killed and started again ${killed.own.restarts} times`);
  record.must(
    killed.own.targets.total === calm.own.targets.total || sameKeys(calm.own, killed.own),
    "both searches know the same targets of the code",
  );

  const covered = after.curve.map((point) => point.covered);
  record.must(
    covered.every((count, i) => i === 0 || count >= covered[i - 1]) && covered.at(-1) <= after.targets,
    "no covered target is lost in the course of the search",
  );
  record.must(
    after.targets >= before.targets * (1 - TOLERATED_LOSS),
    `at least ${100 - TOLERATED_LOSS * 100} % of the targets of the undisturbed search`,
  );

  const boot = await coverageOfBoot(sut);
  const suite = await coverageOfSuite(sut, killed.out);
  const missed = new Set(suite.missed);
  const notRunAtBoot = new Set(boot.missed);
  const lineKeys = Object.keys(killed.own.perTarget ?? {}).flatMap((key) => {
    const match = /^Line_(.+)_(\d{5,})$/.exec(key);
    return match === null ? [] : [`${match[1]}:${Number(match[2])}`];
  });
  record.must(lineKeys.length > 0, `the report names the ${lineKeys.length} lines that its tests cover`);
  const wrong = lineKeys.filter((line) => missed.has(line));
  record.must(wrong.length === 0, `each of them is covered when the suite runs${wrong.length > 0 ? `; not ${wrong.join(" ")}` : ""}`);
  const boots = new Set(killed.own.boot ?? []);
  record.must(boots.size > 0, `the report names the ${boots.size} targets covered at boot time`);
  const attributed = Object.keys(killed.own.perTarget ?? {}).filter((key) => boots.has(key));
  record.must(
    attributed.length === 0,
    `none of them is taken for the work of a test${attributed.length > 0 ? `; but ${attributed.slice(0, 5).join(" ")}` : ""}`,
  );
  record.say(`${lineKeys.filter((line) => notRunAtBoot.has(line)).length} of the lines are not run by starting the API`);
}

/** Whether both searches covered the same kinds of keys: what one covers and the other does not is few. */
function sameKeys(calm, killed) {
  const [a, b] = [calm.perTarget ?? {}, killed.perTarget ?? {}].map((part) => new Set(Object.keys(part)));
  const different = [...a].filter((key) => !b.has(key)).length + [...b].filter((key) => !a.has(key)).length;
  return different <= a.size * TOLERATED_LOSS;
}
