// How many of the operations that can succeed have succeeded after few calls of slow, stateful APIs: which can is told
// by each API's `succeeds.json`, which is proved by hand-written calls (tests/e2e/fixture-lists.test.mjs,
// fixture-shop.test.mjs) and by nothing of the search. With many calls no fewer targets must be covered than before
// (first-success/before.json).
//
// Variables of the environment: FIRST_SUCCESS_APIS=blog,books takes some of the APIs, FIRST_SUCCESS_LANES=1 has one search
// at a time, FIRST_SUCCESS_FEW=0 and FIRST_SUCCESS_MANY=0 leave out the searches of few and of many calls.
// FIRST_SUCCESS_UNSLOWED=1 leaves the APIs as fast as they are: but where costs are weighed, what a search does in so many
// calls does not depend on how fast they are answered. FIRST_SUCCESS_BEFORE=1 makes what is reached the figures of before.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { measures } from "../measures.mjs";
import { seeds } from "../results.mjs";
import { mannWhitneyLess, median } from "../statistics.mjs";
import { SUTS } from "../suts.mjs";
import { keepAsBefore, readBefore } from "./first-success/before.mjs";
import { LOGGED_IN } from "./shop/api.mjs";

const asked = (name) => process.env[`FIRST_SUCCESS_${name}`];

const FULL = {
  apis: asked("APIS")?.split(",") ?? ["shop", "books", "blog", "resources", "tenants"],
  seeds: seeds(1, 5),
  calls: asked("FEW") === "0" ? undefined : 2_000,
  many: asked("MANY") === "0" ? undefined : 20_000,
  delayMs: asked("UNSLOWED") ? 0 : 1_000 / 40,
  lanes: Number(asked("LANES") ?? 2),
  wanted: 95,
};
const SMALL = { apis: ["blog", "books"], seeds: seeds(1, 1), calls: 500, delayMs: 0, lanes: 1, wanted: 80 };
/** Of fewer searches a rank test could never say that they reached more. */
const FEWEST_BEFORE = 3;
const LEAST_P = 0.05;
/**
 * Told, and held to nothing: tokens that are spent within a test, as a search that logs in before each test meets none
 * that have expired otherwise.
 */
const BRIEF_TOKENS = { name: "tenants", words: "tenants, tokens good for 6 calls", env: { TENANTS_ACCESS_SECONDS: "6" } };

export async function run(record, small) {
  const form = small ? SMALL : FULL;
  const before = readBefore();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-first-success-"));
  try {
    for (const name of form.apis) {
      const list = JSON.parse(fs.readFileSync(path.join(SUTS[name].dir, "succeeds.json"), "utf8"));
      record.data[name] = { listed: list.length };
      if (form.calls !== undefined) await fewCalls(record, { name, list, form, folder, then: small ? undefined : before.apis[name]?.few });
      if (form.many !== undefined) await manyCalls(record, { name, list, form, folder, before });
    }
    if (!small && asked("BEFORE")) keepAsBefore(record.data);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Searches of few calls of an API that is slow, and what they made succeed. */
async function fewCalls(record, { name, list, form, folder, then }) {
  const { calls, delayMs } = form;
  const all = (env) => inLanes(form, (seed) => search({ name, seed, calls, delayMs, folder, list, env }));
  const few = await all({});
  Object.assign(record.data[name], { calls, delayMs, few });
  judgeFirst(record, { name, list, few, form, then });
  if (form !== FULL || name !== BRIEF_TOKENS.name) return;
  const brief = await all(BRIEF_TOKENS.env);
  record.data[name].brief = brief;
  record.say(`${BRIEF_TOKENS.words}: ${median(sharesOf(list, brief)).toFixed(1)} % succeeded, a figure only`);
}

/** Searches of many calls, and whether they covered as much as those of before. */
async function manyCalls(record, { name, list, form, folder, before }) {
  const calls = form.many;
  const many = await inLanes(form, (seed) => search({ name, seed, calls, delayMs: 0, folder, list }));
  record.data[name].many = many;
  judgeTargets(record, { name, many, calls, before });
}

/** Shares of the list that succeeded, in percent. */
function sharesOf(list, runs) {
  return runs.map(({ missing }) => (100 * (list.length - missing.length)) / list.length);
}

/** The share of the list that succeeded, and which operations did not with how many seeds. */
function judgeFirst(record, { name, list, few, form, then }) {
  const shares = sharesOf(list, few);
  const missed = new Map();
  for (const operation of few.flatMap(({ missing }) => missing)) missed.set(operation, (missed.get(operation) ?? 0) + 1);
  for (const [operation, count] of [...missed].sort((a, b) => b[1] - a[1])) {
    record.say(`${name}: ${operation} never succeeded with ${count} of ${few.length} seeds`);
  }
  const beside = then === undefined ? "" : `, before ${median(sharesOf(list, then)).toFixed(1)} %`;
  record.must(
    median(shares) >= form.wanted,
    `${name}: with ${form.calls} calls ${median(shares).toFixed(1)} % of ${list.length} operations succeeded` +
      ` (median of ${shares.map((one) => one.toFixed(1)).join(", ")})${beside}, at least ${form.wanted} %`,
  );
}

/** Judges by a rank test whether searches cover as many targets as those of before: other seeds cover others. */
function judgeTargets(record, { name, many, calls, before }) {
  const now = many.map(({ targets }) => targets);
  const then = (before.apis[name]?.many ?? []).map(({ targets }) => targets);
  const said = `${name}: with ${calls} calls ${median(now)} targets (median of ${now.join(", ")})`;
  if (then.length < FEWEST_BEFORE) {
    const known = then.length === 0 ? "none" : then.join(", ");
    record.must(false, `${said}; first-success/before.json has too few figures of before: ${known}`);
    return;
  }
  const p = mannWhitneyLess(now, then);
  record.must(p >= LEAST_P, `${said}, at ${before.commit.slice(0, 7)} ${median(then)}; p of being fewer ${p.toFixed(3)}, at least ${LEAST_P}`);
}

/** One search; which operations of the list have no test that ends with 2xx. */
async function search({ name, seed, calls, delayMs, folder, list, env = {} }) {
  const archive = path.join(fs.mkdtempSync(path.join(folder, `${name}-`)), "archive.json");
  const found = await fuzz(SUTS[name], {
    label: `first-success-${calls}-${seed}`,
    seed,
    calls,
    args: [...(name === "shop" ? LOGGED_IN : []), "--archive", archive, ...FIGURES_ONLY],
    env: { [`${name.toUpperCase()}_DELAY_MS`]: String(delayMs), ...env },
  });
  const { operations, covered } = JSON.parse(fs.readFileSync(archive, "utf8"));
  const unknown = list.filter((operation) => !operations.includes(operation));
  if (unknown.length > 0) throw new Error(`${name}: succeeds.json lists ${unknown.join(", ")}, which is no operation`);
  const succeeded = new Set();
  for (const key of Object.keys(covered)) {
    const [, operation] = /^Status_(.+)_2\d\d$/.exec(key) ?? [];
    if (operation !== undefined) succeeded.add(operation);
  }
  const { targets, branches, lines, callsPerSecond } = measures(found);
  const missing = list.filter((operation) => !succeeded.has(operation));
  return { seed, missing, targets, branches, lines, callsPerSecond: Math.round(callsPerSecond), loginCalls: found.own.loginCalls };
}

/** Runs so many searches at a time; answers in the order of seeds. */
async function inLanes({ seeds: list, lanes }, one) {
  const results = new Array(list.length);
  let next = 0;
  const lane = async () => {
    while (next < list.length) {
      const at = next;
      next += 1;
      results[at] = await one(list[at]);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
