// Is a written suite right for anyone? It is run in a fresh clone of the API: another folder, port, user, home, zone, language and date,
// with its tests and files in any order.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { APIS, project } from "../../e2e/kept-apis.mjs";
import { fuzzOnce, runSuite } from "../fuzz.mjs";
import { ROOT, SUTS } from "../suts.mjs";

/** Where and when each run is: none of them is where and when the suite was verified. */
const PLACES = [
  { days: 0, env: { TZ: "America/New_York", LANG: "fr_FR.UTF-8", LC_ALL: "fr_FR.UTF-8", PORT: "18101" } },
  { days: 30, env: { TZ: "Asia/Tokyo", LANG: "C", LC_ALL: "C", PORT: "18102" } },
  { days: 777, env: { TZ: "Pacific/Auckland", LANG: "ja_JP.UTF-8", LC_ALL: "ja_JP.UTF-8", PORT: "18103" } },
];
/** `kept`: of which APIs that write what is the user's (`fixtures/suts/kept`). */
const FULL = { names: ["clock", "books", "shop"], kept: () => true, calls: 20_000, seed: 1, places: PLACES };
/** The latest place is the one that is least like here. */
const SMALL = { names: ["clock"], kept: ({ name }) => name === "memory-json", calls: 300, seed: 1, places: PLACES.slice(-1) };
/** The clock of every process, some days on. */
const LATER = `const days = Number(process.env.DAYS_ON || 0);
if (days) {
  const Real = Date;
  const on = days * 864e5;
  globalThis.Date = class extends Real {
    constructor(...args) {
      args.length > 0 ? super(...args) : super(Real.now() + on);
    }
    static now() {
      return Real.now() + on;
    }
  };
}
`;

export async function run(record, small) {
  const form = small ? SMALL : FULL;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "fresh-"));
  try {
    for (const name of form.names) await tryElsewhere(record, SUTS[name], form, path.join(folder, name));
    for (const api of APIS.filter(form.kept)) {
      if (api.skip) record.say(`${api.name}: not tried, ${api.skip}`);
      else await tryElsewhere(record, keptSut(api, folder), form, path.join(folder, `${api.name}-clones`));
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** An API that writes files, in a project of its own; what a clone of it has are all of its data. */
function keptSut(api, folder) {
  const parent = path.join(folder, `${api.name}-project`);
  fs.mkdirSync(parent);
  return { name: api.name, dir: project(api, parent, { shared: true }), entry: ["--start", "node server.cjs", "--openapi", "openapi.json"] };
}

async function tryElsewhere(record, sut, { calls, seed, places }, folder) {
  const search = await fuzzOnce(sut, { label: `fresh-${seed}`, seed, calls });
  const { totalTests } = search.report;
  const later = path.join(folder, "later.cjs");
  let failed = 0;
  for (const [number, place] of places.entries()) {
    const clone = cloneOf(sut, search.out, path.join(folder, `clone-${number}`));
    fs.writeFileSync(later, LATER);
    const home = path.join(folder, `home-${number}`);
    fs.mkdirSync(home);
    const users = { HOME: home, USER: `user${number}`, LOGNAME: `user${number}` };
    const env = { ...place.env, ...users, ...sut.secrets, DAYS_ON: String(place.days), NODE_OPTIONS: `--require ${later}` };
    try {
      await runSuite(path.join(clone, "nearmiss-tests/suite"), { env, args: ["--randomize"] });
    } catch (error) {
      failed += 1;
      record.say(`${sut.name}, place ${number + 1}: ${error.message.slice(0, 4_000)}`);
    }
  }
  record.data[sut.name] = { tests: totalTests, runs: places.length, failed };
  const runs = `run in ${places.length} fresh clones at other times and places`;
  record.must(totalTests > 0 && failed === 0, `${sut.name}: ${totalTests} tests after ${calls} calls, ${runs}: ${failed} runs failed`);
}

/** Answers what git has of the API, with the suite beside it; packages are those of this checkout. */
function cloneOf(sut, suite, into) {
  const home = path.join(into, path.basename(sut.dir));
  for (const file of execFileSync("git", ["ls-files", "-z"], { cwd: sut.dir, encoding: "utf8" }).split("\0").filter(Boolean)) {
    fs.cpSync(path.join(sut.dir, file), path.join(home, file));
  }
  const beside = path.join(sut.dir, "../serve.cjs");
  if (fs.existsSync(beside)) fs.copyFileSync(beside, path.join(into, "serve.cjs"));
  fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(into, "node_modules"));
  // As it stood beside the API: `start.json` leads from there to it.
  fs.cpSync(suite, path.join(home, "nearmiss-tests/suite"), { recursive: true });
  return home;
}
