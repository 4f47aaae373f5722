// What searches reached before (before.json): by API, with few calls which operations never succeeded, with many how much
// was covered.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { ROOT } from "../../suts.mjs";

const FILE = new URL("before.json", import.meta.url);

/** The figures of before. */
export function readBefore() {
  return JSON.parse(fs.readFileSync(FILE, "utf8"));
}

/** Makes what an experiment has measured the figures of before; APIs that it left out keep theirs. */
export function keepAsBefore(measured) {
  const { apis } = readBefore();
  for (const [name, { few, many }] of Object.entries(measured)) {
    apis[name] ??= {};
    if (few !== undefined) apis[name].few = few.map(({ seed, missing }) => ({ seed, missing }));
    if (many !== undefined) apis[name].many = many.map(({ seed, targets, branches, lines }) => ({ seed, targets, branches, lines }));
  }
  const commit = execFileSync("git", ["log", "-1", "--format=%H", "--", "crates", "npm"], { cwd: ROOT, encoding: "utf8" }).trim();
  write({ commit, date: new Date().toISOString(), apis });
}

/** One line for each search. */
function write({ commit, date, apis }) {
  const rows = (list) => `[\n${list.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n   ]`;
  const parts = (api) => Object.entries(api).map(([part, list]) => `   ${JSON.stringify(part)}: ${rows(list)}`);
  const all = Object.entries(apis).map(([name, api]) => `  ${JSON.stringify(name)}: {\n${parts(api).join(",\n")}\n  }`);
  const head = ` "commit": ${JSON.stringify(commit)},\n "date": ${JSON.stringify(date)},\n`;
  fs.writeFileSync(FILE, `{\n${head} "apis": {\n${all.join(",\n")}\n }\n}\n`);
}
