// What a search reaches of an API that answers 429 after 50 calls a minute, beside the same API without a limiter, and
// whether its written suite is green while the limiter is on: `books` behind five limiters that Node APIs use
// (fixtures/suts/books/limited). RATE_LIMITED=koa-ratelimit,nest-throttler takes some of them.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { FIGURES_ONLY, fuzz, runSuite } from "../fuzz.mjs";
import { SUTS } from "../suts.mjs";

const LIMITERS = ["express-rate-limit", "rate-limiter-flexible", "nest-throttler", "fastify-rate-limit", "koa-ratelimit"];
const FULL = { limiters: process.env.RATE_LIMITED?.split(",") ?? LIMITERS, calls: 5_000, suiteRuns: 5, share: 0.9 };
/** Suites that are verified take a minute: none is written. */
const SMALL = { limiters: ["express-rate-limit"], calls: 400, suiteRuns: 0, share: 0.5 };
const SEED = 1;

export async function run(record, small) {
  const { limiters, calls, suiteRuns, share } = small ? SMALL : FULL;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-rate-limited-"));
  try {
    const free = await search({ limiter: undefined, calls, folder, args: FIGURES_ONLY });
    record.say(`without a limiter: ${free.targets} targets, ${free.callsPerSecond.toFixed(0)} calls/s`);
    record.data = { calls, seed: SEED, free, limited: {} };
    for (const limiter of limiters) {
      const { out, ...found } = await search({ limiter, calls, folder, args: suiteRuns === 0 ? FIGURES_ONLY : [] });
      record.must(
        found.targets >= share * free.targets,
        `${limiter}: ${found.targets} of ${free.targets} targets with ${calls} calls, ${(found.targets / free.targets).toFixed(2)}, at least ${share}`,
      );
      record.say(`${limiter}: ${found.callsPerSecond.toFixed(0)} calls/s, ${found.seconds.toFixed(0)} s in all, ${found.refusalFaults} faults that are the limiter's refusal`);
      record.data.limited[limiter] = found;
      if (suiteRuns === 0) continue;
      found.green = await greenRuns(out, suiteRuns);
      record.must(found.green === suiteRuns, `${limiter}: the written suite is green in ${found.green} of ${suiteRuns} runs with the limiter on`);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** One search of the library with its suite, behind a limiter or none. */
async function search({ limiter, calls, folder, args }) {
  const name = limiter ?? "unlimited";
  const archive = path.join(folder, `${name}.json`);
  const sut = limiter === undefined ? SUTS.books : { ...SUTS.books, entry: ["--driver", `limited/${limiter}.ts`] };
  const found = await fuzz(sut, { label: `rate-limited-${name}`, seed: SEED, calls, args: ["--archive", archive, ...args] });
  const { covered } = JSON.parse(fs.readFileSync(archive, "utf8"));
  const keys = Object.keys(covered);
  return {
    out: found.out,
    targets: keys.filter(isOfTheLibrary).length,
    refusalFaults: keys.filter((key) => /^Fault_.*429/.test(key)).length,
    callsPerSecond: calls / found.own.searchSeconds,
    seconds: found.seconds,
  };
}

/** Tells whether a target is of the library itself: its code, or an answer that it gives. */
function isOfTheLibrary(key) {
  return /(^|_)src\//.test(key) || (/^(Status|Response)_/.test(key) && !key.endsWith("_429"));
}

/** Counts how many of so many runs of a suite are green; the first that is not is told. */
async function greenRuns(out, runs) {
  let green = 0;
  for (let n = 1; n <= runs; n += 1) {
    try {
      await runSuite(out);
      green += 1;
    } catch (error) {
      if (green === n - 1) console.log(error.message.slice(0, 2_000));
    }
  }
  return green;
}
