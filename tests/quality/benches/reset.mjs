// What it costs to put back what a test changed in a database, against emptying all its tables and filling them again, as drivers
// that people write do; and whether that grows with the tables. An example program of the crate measures both on a server of ours.

import { run as runProgram } from "../fuzz.mjs";
import { median } from "../statistics.mjs";
import { ROOT } from "../suts.mjs";

/** Least ratio of emptying and filling 30 tables over putting back 3 that were touched. */
const WANTED = { postgres: 30, mariadb: 5 };
/** Most that a table of a million rows may cost of what one of ten costs. */
const MOST = 3;

export async function run(record, small) {
  const rounds = small ? 3 : 60;
  const rows = small ? 1_000 : 1_000_000;
  const profile = small ? "gate" : "release";
  record.data = { rounds, rows };
  for (const [product, wanted] of Object.entries(WANTED)) {
    const args = ["run", "--quiet", "--profile", profile, "-p", "nearmiss_databases", "--example", "reset", "--"];
    const result = await runProgram("cargo", [...args, product, String(rounds), String(rows)], { cwd: ROOT });
    if (small && result.stderr.includes("not on this machine: install")) {
      record.say(`     ${product}: ${result.stderr.trim()}`);
      continue;
    }
    record.must(result.code === 0, `${product}: the example puts back what it touched`);
    if (result.code !== 0) {
      record.say(result.stderr);
      continue;
    }
    const times = JSON.parse(result.stdout);
    record.data[product] = times;
    const [putBack, large, reload] = [times.putBack, times.putBackLarge, times.reload].map(median);
    record.say(`${product.padEnd(9)} put back ${putBack.toFixed(2)} ms, 3 of 30 tables; of ${rows} rows each ${large.toFixed(2)} ms`);
    record.say(`${product.padEnd(9)} empty and fill all 30 tables ${reload.toFixed(1)} ms`);
    record.bound(reload / putBack >= wanted, `${product}: ${(reload / putBack).toFixed(1)} times faster, at least ${wanted}`);
    record.bound(large / putBack <= MOST, `${product}: large tables cost ${(large / putBack).toFixed(2)} times as much, at most ${MOST}`);
  }
}
