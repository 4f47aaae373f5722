// Is what the oracles tell true? APIs whose behaviour looks like a fault and is none (fixtures/suts/sound) are
// searched: nothing may be reported, and what looks like a fault must have been seen. PRECISION=removals,forum takes
// some of them.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { seeds } from "../results.mjs";
import { ROOT } from "../suts.mjs";

const DIR = path.join(ROOT, "fixtures/suts/sound");
const BEHAVIOURS = JSON.parse(fs.readFileSync(path.join(DIR, "behaviours.json"), "utf8"));
const LEAST = 60;
/** Oracles that `behaviours.json` must have two behaviours for at least. */
const CODES = [
  100, 101, 102, 103, 104, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 904, 905, 907, 909, 920, 921, 922, 923, 924, 925, 970,
];
const FULL = { calls: 5_000, seeds: seeds(1, 3), seen: 1 };
/** So few calls do not come to each behaviour, and less so whenever the search changes its ways. */
const SMALL = { calls: 600, seeds: seeds(1, 1), seen: 0.85 };

/** Command by which a server is searched: where its document is, options of its own, and other budgets than those of the form. */
const served = (name, { document = "http://localhost:8759/openapi.json", args = [], ...budgets } = {}) => ({
  entry: ["--start", `node ${name}/server.cjs`, "--openapi", document, "--reset", "/reset", ...args],
  ...budgets,
});
const SERVERS = {
  removals: served("removals"),
  creations: served("creations"),
  updates: served("updates"),
  inputs: served("inputs"),
  forum: served("forum", { args: ["--auth", "forum/users.yaml"], small: 2_000 }),
  site: served("site", { document: "site/openapi.json" }),
  // Many calls of these start processes, or wait for half a second.
  // What it does is about services that are away.
  relay: served("relay", { args: ["--call-timeout", "20s", "--without", "services"], small: 300, full: 1_500 }),
  live: served("live", { document: "live/openapi.json", args: ["--call-timeout", "3s"], small: 50, full: 300 }),
  // Memory is looked at over many calls.
  catalogue: served("catalogue", { full: 15_000 }),
};

export async function run(record, small) {
  const form = small ? SMALL : FULL;
  const names = process.env.PRECISION?.split(",") ?? Object.keys(SERVERS);
  holdList(record);
  record.data = { calls: form.calls, seeds: form.seeds, alarms: [], unseen: [] };
  for (const name of names) {
    const own = BEHAVIOURS.filter(({ server }) => server === name);
    const calls = SERVERS[name][small ? "small" : "full"] ?? form.calls;
    const { alarms, covered } = await search(name, calls, form.seeds);
    for (const alarm of alarms) record.say(told(alarm, own));
    record.must(alarms.length === 0, `${name}: ${alarms.length} alarms in ${form.seeds.length} searches of ${calls} calls, none wanted`);
    const unseen = own.filter((behaviour) => lacks(behaviour, covered).length > 0);
    for (const behaviour of unseen) record.say(`${name}: ${behaviour.id} was not seen: ${lacks(behaviour, covered).join(", ")}`);
    record.must(
      unseen.length <= (1 - form.seen) * own.length,
      `${name}: ${own.length - unseen.length} of ${own.length} behaviours were seen, or are routes that may be left alone, at least ${100 * form.seen} %`,
    );
    record.data.alarms.push(...alarms);
    record.data.unseen.push(...unseen.map(({ id }) => id));
  }
}

/** The list is whole: enough behaviours, two for each code, each with its place in the code of its server. */
function holdList(record) {
  record.must(BEHAVIOURS.length >= LEAST, `${BEHAVIOURS.length} sound behaviours, at least ${LEAST}`);
  const few = CODES.filter((code) => BEHAVIOURS.filter(({ codes }) => codes.includes(code)).length < 2);
  record.must(few.length === 0, `each code has two behaviours at least${few.length > 0 ? `; not ${few.join(", ")}` : ""}`);
  const lost = BEHAVIOURS.filter((behaviour) => !(behaviour.server in SERVERS) || places(behaviour).length === 0);
  record.must(
    lost.length === 0,
    `each behaviour is marked in its server${lost.length > 0 ? `; not ${lost.map(({ id }) => id).join(", ")}` : ""}`,
  );
}

/** Lines of a server with `// sound: ID` at their end, as targets name them. */
function places({ server, id }) {
  const files = fs.readdirSync(path.join(DIR, server)).filter((file) => file.endsWith(".cjs"));
  return files.flatMap((file) => {
    const lines = fs.readFileSync(path.join(DIR, server, file), "utf8").split("\n");
    const at = lines.flatMap((line, index) => (/\/\/ sound: (.*)$/.exec(line)?.[1].split(", ").includes(id) ? [index + 1] : []));
    return at.map((line) => `_${server}/${file}_${String(line).padStart(5, "0")}`);
  });
}

/** Answers what the searches of a server reported, and what they covered all together. */
async function search(name, calls, seedList) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-precision-"));
  const alarms = [];
  const covered = new Set();
  try {
    for (const seed of seedList) {
      const archive = path.join(folder, `${seed}.json`);
      const sut = { name, dir: DIR, entry: SERVERS[name].entry };
      const { report, out } = await fuzz(sut, { label: `${name}-${seed}`, seed, calls, args: [...FIGURES_ONLY, "--archive", archive] });
      for (const key of Object.keys(JSON.parse(fs.readFileSync(archive, "utf8")).covered)) covered.add(key);
      for (const { operationId, faultCategories } of report.faults.foundFaults) {
        for (const { code, context } of faultCategories)
          alarms.push({ server: name, seed, code, operation: operationId, context, curl: curlLines(out, context) });
      }
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return { alarms, covered };
}

/** The comment above the test of a fault, which is known by the name at the end of its context. */
function curlLines(out, context) {
  const name = /\[([\w-]+)\]$/.exec(context ?? "")?.[1];
  const file = fs.readdirSync(out).find((found) => /^fault.*\.test\.js$/.test(found));
  if (name === undefined || file === undefined) return [];
  const lines = fs.readFileSync(path.join(out, file), "utf8").split("\n");
  const from = lines.findIndex((line) => line.includes(`Fault ${name} `));
  if (from < 0) return [];
  const to = lines.findIndex((line, index) => index > from && !line.startsWith("//"));
  return lines.slice(from, to).map((line) => line.slice(3));
}

/** An alarm with what it took for a fault: behaviours of its operation, those of its code first. */
function told({ server, seed, code, operation, context, curl }, own) {
  const ofOperation = own.filter(({ answers = {}, uncalled = [] }) => operation in answers || uncalled.includes(operation));
  const ofCode = ofOperation.filter(({ codes }) => codes.includes(code) || codes.some((known) => context.startsWith(`${known}`)));
  const hit = (ofCode.length > 0 ? ofCode : ofOperation).map(({ id, why }) => `${id} (${why})`);
  const lines = [
    `${server} seed ${seed}: ${code} at ${operation} ${context}`,
    `is: ${hit.join("; ") || "nothing that is listed"}`,
    ...curl,
  ];
  return lines.join("\n       ");
}

/** Lists what a behaviour wants and was not seen. */
function lacks(behaviour, covered) {
  const { answers = {}, uncalled, atStart = false } = behaviour;
  const statuses = Object.entries(answers).flatMap(([operation, wanted]) => wanted.map((status) => `${operation}_${status}`));
  const missing = statuses.filter((name) => !covered.has(`Status_${name}`));
  const keys = [...covered];
  // What runs before the first call is no target.
  const run = uncalled !== undefined || atStart || places(behaviour).some((place) => keys.some((key) => key.includes(place)));
  return run ? missing : [...missing, `its line ${places(behaviour).join(" ")}`];
}
