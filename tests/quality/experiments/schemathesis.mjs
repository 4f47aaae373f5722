// Schemathesis beside nearmiss on the shop: the same wall time, one after the other, lines by c8 on the plain API. nearmiss:
// while its written suite runs. Schemathesis: while it fuzzes, once logged in as a customer and once as the admin; what is
// better of the two counts, for lines and for faults.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { coverageOfSuite, evaluate } from "../code-coverage.mjs";
import { FIGURES_ONLY, runSearch } from "../fuzz.mjs";
import { FAULTS, judge } from "./shop/judge.mjs";
import { LOGGED_IN, SHOP } from "./shop/api.mjs";
import { fuzzPlain, install, seededFaults } from "./shop/schemathesis.mjs";

const FULL = { seconds: 300, pointsAbove: 10, timesFaults: 2 };
const SMALL = { seconds: 20, pointsAbove: 5, timesFaults: 1.2 };
const SEED = 1;

export async function run(record, small) {
  const { seconds, pointsAbove, timesFaults } = small ? SMALL : FULL;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-schemathesis-"));
  try {
    const { program, version } = await install(folder);
    record.say(`${version}, ${seconds} s for each`);
    const theirs = [];
    for (const user of small ? ["root"] : ["ada", "root"]) {
      const told = await fuzzPlain(program, { folder, seconds, user });
      const coverage = await evaluate(SHOP, told.coverage);
      const faults = seededFaults(told);
      const { cases, restarts, failures } = told;
      theirs.push({ user, cases, restarts, failures, coverage, faults });
      record.say(
        `schemathesis as ${user}: lines ${coverage.linePercent.toFixed(2)} %, ${faults.length} of ${FAULTS.length} faults (${faults.join(" ")}),` +
          ` ${cases} cases, ${failures.length} failures, the API was started again ${restarts} times`,
      );
    }
    const args = [...LOGGED_IN, "--time", `${seconds}s`, ...(small ? FIGURES_ONLY : [])];
    const search = await runSearch(SHOP, { label: "schemathesis", seed: SEED, args });
    const coverage = await coverageOfSuite(SHOP, search.out);
    const verdict = judge(search.report);
    const calls = search.report.problemDetails.rest.evaluatedHttpCalls;
    record.say(
      `nearmiss: lines ${coverage.linePercent.toFixed(2)} %, ${verdict.found.length} of ${FAULTS.length} faults (${verdict.found.join(" ")}),` +
        ` ${calls} calls in ${search.own.searchSeconds.toFixed(0)} s`,
    );
    record.data = { version, seconds, theirs, nearmiss: { calls, coverage, ...verdict } };
    const lines = Math.max(...theirs.map((one) => one.coverage.linePercent));
    const faults = new Set(theirs.flatMap((one) => one.faults)).size;
    record.must(
      coverage.linePercent >= lines + pointsAbove,
      `lines ${coverage.linePercent.toFixed(2)} % against ${lines.toFixed(2)} %, at least ${pointsAbove} points above`,
    );
    record.must(
      verdict.found.length > 0 && verdict.found.length >= timesFaults * faults,
      `${verdict.found.length} seeded faults against ${faults} (of all its runs), at least ${timesFaults} times as many`,
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
