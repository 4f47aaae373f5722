// The process of the API is killed in mid-search, again and again. Nothing may come of it: targets
// keep their numbers (what the search says is covered is what its suite covers), no covered target
// is lost, and what runs at every start is not taken for the work of a test.

import fs from "node:fs";
import path from "node:path";
import { coverageOfSuite } from "../code-coverage.mjs";
import { FIGURES_ONLY, fuzz, SUITES } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { SUTS } from "../suts.mjs";

const KILLS = { full: 20, small: 4 };
const SEED = 3;
/** Calls that a test has on average, roughly: from it comes how rare kills must be. */
const CALLS_PER_TEST = 4;
/** What a killed search may lack of an undisturbed one: the calls that the kills took. */
const TOLERATED_LOSS = { full: 0.03, small: 0.1 };

export async function run(record, small) {
  const calls = small ? 1_000 : 10_000;
  const kills = small ? KILLS.small : KILLS.full;
  const killEvery = Math.floor(calls / (kills * CALLS_PER_TEST));
  const loss = small ? TOLERATED_LOSS.small : TOLERATED_LOSS.full;
  const calm = await search("calm", calls, FIGURES_ONLY);
  const killed = await search("killed", calls, ["--kill-every", String(killEvery)]);
  record.data = { calls, seed: SEED, killEvery, calm: calm.numbers, killed: killed.numbers, restarts: killed.restarts };
  record.say(
    `undisturbed: ${calm.numbers.targets} targets; killed every ${killEvery} tests: ${killed.numbers.targets} targets`,
  );
  record.must(killed.restarts >= kills, `the API was killed and started again ${killed.restarts} times`);

  const ofCode = ({ targets }) => targets.known.filter((key) => !/^(Status|Fault|Class)_/.test(key) && !/^\w+_[A-Z]+:/.test(key));
  const known = new Set(ofCode(calm));
  const strange = ofCode(killed).filter((key) => !known.has(key));
  record.must(
    known.size > 0 && strange.length === 0 && ofCode(killed).length === known.size,
    `both searches know the same ${known.size} targets of the code${some(strange)}`,
  );
  record.must(new Set(killed.targets.known).size === killed.targets.known.length, "no target has two numbers");

  const counts = killed.numbers.curve.map((point) => point.covered);
  record.must(
    counts.length > 0 && counts.every((count, i) => i === 0 || count >= counts[i - 1]),
    "no covered target is lost in the course of the search",
  );
  record.must(
    killed.numbers.targets >= calm.numbers.targets * (1 - loss),
    `at least ${100 - loss * 100} % of the targets of the undisturbed search`,
  );

  const lines = killed.targets.byTests.flatMap((key) => {
    const match = /^Line_(.+)_(\d{5,})$/.exec(key);
    return match === null ? [] : [`${match[1]}:${Number(match[2])}`];
  });
  const missed = new Set((await coverageOfSuite(SUTS.ncs, killed.out)).missed);
  const wrong = lines.filter((line) => missed.has(line));
  record.must(
    lines.length > 0 && wrong.length === 0,
    `each of the ${lines.length} lines that its tests cover is covered when they run on the plain API${some(wrong)}`,
  );

  const boot = new Set(killed.targets.boot);
  const attributed = killed.targets.byTests.filter((key) => boot.has(key));
  record.must(
    boot.size > 0 && attributed.length === 0,
    `none of the ${boot.size} targets covered by starting the API is taken for the work of a test${some(attributed)}`,
  );
  const calmBoot = new Set(calm.targets.boot);
  const otherBoot = [...boot].filter((key) => !calmBoot.has(key));
  record.must(
    otherBoot.length === 0 && boot.size === calmBoot.size,
    `every start covers the same targets, none of a test among them${some(otherBoot)}`,
  );
}

async function search(label, calls, args) {
  const sut = SUTS.ncs;
  const log = path.join(sut.dir, SUITES, `${label}-targets.json`);
  const found = await fuzz(sut, { label, seed: SEED, calls, args: [...args, "--log-targets", log] });
  const targets = JSON.parse(fs.readFileSync(log, "utf8"));
  fs.rmSync(log);
  return { out: found.out, numbers: measures(found), restarts: found.own.restarts, targets };
}

/** The first few of what went wrong. */
function some(keys) {
  return keys.length === 0 ? "" : `; not so: ${keys.slice(0, 5).join(" ")}`;
}
