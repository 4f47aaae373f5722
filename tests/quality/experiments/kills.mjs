// `kill -9` at random moments. Of the core, again and again: what it had saved is whole and at most 5 seconds old, and the
// search that goes on from it loses nothing. Of the API's process, many times in one search: no covered target is lost and
// the search ends in its time.

import fs from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { FIGURES_ONLY } from "../fuzz.mjs";
import { LOGGED_IN, scratch, targetsOf } from "./shop/api.mjs";
import { apiAtWork, descendants, startSearch, statOf } from "./shop/processes.mjs";

const OLDEST_SECONDS = 5;
const FULL = { core: 20, longestMs: 12_000, api: 100, apiSeconds: 240 };
const SMALL = { core: 2, longestMs: 5_000, api: 5, apiSeconds: 15 };
const LATE = 0.02;
/** How long processes of the API may take to end when the core is gone. */
const ORPHANS_LIMIT_MS = 3_000;
/** Who has not ended by then never will. */
const NEVER_MS = 120_000;

/** The same "random" moments in each run: the fractional parts of multiples of the golden ratio. */
const share = (i) => (i * 0.6180339887498949) % 1;

export async function run(record, small) {
  const budget = small ? SMALL : FULL;
  record.data = { budget };
  await killCore(record, budget);
  await killApi(record, budget);
}

const keysOf = (archive) => new Set(Object.keys(JSON.parse(fs.readFileSync(archive, "utf8")).covered));
const some = (keys) => (keys.length === 0 ? "" : `; not so: ${keys.length}, such as ${keys.slice(0, 5).join(" ")}`);

async function killCore(record, { core, longestMs }) {
  const archive = scratch("kills.nmarchive");
  const ages = [];
  const lost = [];
  const orphans = [];
  const slow = [];
  let before = new Set();
  for (let kill = 1; kill <= core; kill++) {
    const resume = before.size > 0 ? ["--resume", archive] : [];
    const args = [...LOGGED_IN, "--time", "10m", "--archive", archive, ...resume, ...FIGURES_ONLY];
    const search = startSearch({ label: "kills", seed: kill, args });
    await search.searching;
    const began = Date.now();
    await wait(share(kill) * longestMs);
    const children = descendants(search.child.pid).map(({ pid }) => pid);
    search.child.kill("SIGKILL");
    const now = Date.now();
    const saved = fs.existsSync(archive) ? fs.statSync(archive).mtimeMs : 0;
    ages.push((now - Math.max(began, saved)) / 1000);
    await search.ended;
    const covered = fs.existsSync(archive) ? keysOf(archive) : new Set();
    lost.push(...[...before].filter((key) => !covered.has(key)));
    before = covered;
    const [late, forever] = await stillThere(children);
    orphans.push(...forever);
    slow.push(...late);
  }
  const oldest = Math.max(...ages);
  record.bound(
    oldest <= OLDEST_SECONDS,
    `the core killed ${core} times: what was not saved was at most ${oldest.toFixed(1)} s old, at most ${OLDEST_SECONDS} s`,
  );
  record.must(
    before.size > 0 && lost.length === 0,
    `each archive was whole and held all targets of the one before; ${before.size} in the end${some(lost)}`,
  );
  record.must(orphans.length === 0, `no process of the API outlived the core for good${some(orphans)}`);
  record.bound(slow.length === 0, `none outlived it by ${ORPHANS_LIMIT_MS / 1000} s${some(slow)}`);

  const log = scratch("kills-targets.json");
  const args = [...LOGGED_IN, "--resume", archive, "--calls", String(2 * before.size + 1_000), "--log-targets", log, ...FIGURES_ONLY];
  const search = startSearch({ label: "kills", seed: core + 1, args });
  const { code } = await search.ended;
  if (code !== 0) throw new Error(`the search that goes on exited with ${code}\n${search.output}`);
  const { byTests, boot } = targetsOf(log);
  const covered = new Set([...byTests, ...boot]);
  const missing = [...before].filter((key) => !covered.has(key));
  record.must(missing.length === 0, `the search that goes on covers all ${before.size} targets of the archive again${some(missing)}`);
  Object.assign(record.data, { ages, saved: before.size, resumed: byTests.length });
}

/** Which of the processes live longer than they may, and which of these to the end. */
async function stillThere(pids) {
  const began = Date.now();
  let alive = pids;
  let late = [];
  while (alive.length > 0 && Date.now() - began < NEVER_MS) {
    await wait(100);
    alive = alive.filter((pid) => statOf(pid) !== undefined);
    if (late.length === 0 && Date.now() - began > ORPHANS_LIMIT_MS) late = alive;
  }
  // They are ours, and nobody else ends them now.
  for (const pid of alive) process.kill(pid, "SIGKILL");
  return [late, alive];
}

async function killApi(record, { api, apiSeconds }) {
  const archive = scratch("api-kills.nmarchive");
  const log = scratch("api-kills-targets.json");
  const args = [...LOGGED_IN, "--time", `${apiSeconds}s`, "--archive", archive, "--log-targets", log, ...FIGURES_ONLY];
  const search = startSearch({ label: "api-kills", seed: 7, args });
  await search.searching;
  const everyMs = (apiSeconds * 1000) / (api + 2);
  const seen = new Set();
  let kills = 0;
  let over = false;
  const ended = search.ended.then((result) => {
    over = true;
    return result;
  });
  for (let kill = 1; kill <= api && !over; kill++) {
    await wait(everyMs * (0.5 + share(kill)));
    if (fs.existsSync(archive)) keysOf(archive).forEach((key) => seen.add(key));
    const victim = over ? undefined : apiAtWork(search);
    if (victim !== undefined) {
      process.kill(victim.pid, "SIGKILL");
      kills += 1;
    }
  }
  const { code } = await ended;
  if (code !== 0) throw new Error(`the search exited with ${code}\n${search.output}`);
  const { own, restarts } = { own: search.report().nearmiss, restarts: search.report().nearmiss.restarts };
  record.say(`the API killed ${kills} times in ${own.searchSeconds.toFixed(1)} s; it was started again ${restarts} times`);
  record.must(kills >= api * 0.9 && restarts >= kills / 2, `at least ${Math.ceil(api * 0.9)} kills, and most hit the process at work`);
  const { byTests, boot } = targetsOf(log);
  const covered = new Set([...byTests, ...boot]);
  const lost = [...seen].filter((key) => !covered.has(key));
  record.must(seen.size > 0 && lost.length === 0, `none of the ${seen.size} targets that were saved on the way is lost${some(lost)}`);
  record.bound(
    Math.abs(own.searchSeconds - apiSeconds) <= LATE * apiSeconds,
    `the search took ${own.searchSeconds.toFixed(2)} s of ${apiSeconds} s, within ${LATE * 100} %`,
  );
  Object.assign(record.data, { kills, restarts, searchSeconds: own.searchSeconds, covered: byTests.length });
}
