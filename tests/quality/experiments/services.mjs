// APIs whose lines depend on what other services answer: with answers in their place, and with services refused.

import fs from "node:fs";
import path from "node:path";
import { findings } from "../findings.mjs";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { seeds } from "../results.mjs";
import { median } from "../statistics.mjs";
import { ROOT } from "../suts.mjs";

const FULL = { calls: 20_000, seeds: seeds(1, 5), lines: 0.95, ahead: 0.3, faults: 7 };
const SMALL = { calls: 3_000, seeds: seeds(1, 1), lines: 0.85, ahead: 0.3, faults: 6 };
const APIS = ["services-weather", "services-dashboard", "services-login"];
const ENTRY = ["--start", "node server.js", "--openapi", "openapi.json", "--reset", "none"];
/** Any exception, and those where a service fails. */
const [EXCEPTION, OF_SERVICE] = [100, 987];

const placeOf = (place) => new RegExp(`(?:^|_)${place.replace(":", "[_:]0*").replaceAll(".", "\\.")}(?!\\d)`);

/** Answers what a search has found of the faults of an API, and what is none of them; a crash where a service fails is what it says it is. */
function judged(dir, report) {
  const { faults } = JSON.parse(fs.readFileSync(path.join(dir, "faults.json"), "utf8"));
  const all = findings(report);
  const isOf = ({ code, place }, fault) => (code === EXCEPTION || code === OF_SERVICE) && placeOf(fault.where).test(place);
  return {
    found: faults.filter((fault) => all.some((finding) => isOf(finding, fault))).map(({ where }) => where),
    missed: faults.filter((fault) => !all.some((finding) => isOf(finding, fault))).map(({ where }) => where),
    others: all.filter((finding) => finding.code !== OF_SERVICE && !faults.some((fault) => isOf(finding, fault))),
  };
}

/** The share of lines that a search has covered. */
function linesOf(report) {
  const criteria = report.extra.flatMap((coverage) => coverage.criteria);
  const { covered, total } = criteria.find(({ name }) => name === "lines");
  return covered / total;
}

export async function run(record, small) {
  const { calls, seeds: seedList, ...wanted } = small ? SMALL : FULL;
  for (const name of APIS) {
    const dir = path.join(ROOT, "fixtures/suts", name);
    const sut = { name, dir, entry: ENTRY };
    const lines = { on: [], off: [] };
    const runs = [];
    for (const seed of seedList) {
      for (const [mode, args] of Object.entries({ on: [], off: ["--without", "services"] })) {
        // Without its provider the login does not come up at all.
        const search = await fuzz(sut, { label: `${mode}-${seed}`, seed, calls, args: [...FIGURES_ONLY, ...args] }).catch(() => null);
        const share = search === null ? 0 : linesOf(search.report);
        const { found, missed, others } = search === null ? { found: [], missed: [], others: [] } : judged(dir, search.report);
        lines[mode].push(share);
        runs.push({ mode, seed, lines: share, found, missed, others });
        record.say(`${name} ${mode} seed ${seed}: ${(100 * share).toFixed(1)} % of lines, ${found.length} faults, missed ${missed.join(" ")}`);
      }
    }
    record.data[name] = { calls, runs };
    const [on, off] = [median(lines.on), median(lines.off)];
    record.must(on >= wanted.lines, `${name}: ${(100 * on).toFixed(1)} % of lines, at least ${100 * wanted.lines} %`);
    record.must(on - off >= wanted.ahead, `${name}: ${(100 * (on - off)).toFixed(1)} points ahead of refused services, at least ${100 * wanted.ahead}`);
    const withAnswers = runs.filter(({ mode }) => mode === "on");
    const fewest = Math.min(...withAnswers.map(({ found }) => found.length));
    record.must(fewest >= wanted.faults, `${name}: ${fewest} of 8 faults, at least ${wanted.faults}`);
    const alarms = new Set(withAnswers.flatMap(({ others }) => others.map(({ code, operation, place }) => `${code} ${operation} ${place}`)));
    record.must(alarms.size === 0, `${name}: other faults that are told: ${[...alarms].join(", ") || "none"}`);
  }
}
