// The files with node:test tests, by the folder of `tests/` that they are in.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./step.mjs";

const SKIPPED_FOLDERS = new Set(["node_modules", "target", ".git", "nearmiss-tests"]);
const RUN_FILES = fileURLToPath(new URL("run-files.mjs", import.meta.url));
/** Those that take minutes begin first, the longest before the others, so that none of them is the last one, alone. */
const LONGEST = [
  "e2e/incidents",
  "e2e/kept-files",
  "e2e/bad-input",
  "semantics/generated",
  "e2e/oracles",
  "controller/search",
  "e2e/formats",
  "contract/formats",
  "e2e/bad-input-size",
  "e2e/recalled-secrets",
  "e2e/secrets",
];
/** Files at a time: each waits for processes most of its time. */
const AT_A_TIME = 3;

/** Files with node:test tests below a folder. */
function testFiles(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : testFiles(file);
      return /\.test\.[cm]?js$/.test(entry.name) ? [file] : [];
    });
}

/** By the name of a folder of `tests/`: its files with tests. Folders without any are left out. */
export function byFolder() {
  const folders = fs.readdirSync(path.join(ROOT, "tests"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.map(({ name }) => [name, testFiles(path.join(ROOT, "tests", name))]);
  return new Map(files.filter(([, found]) => found.length > 0));
}

/** Arguments of Node that run these files. */
export function argsFor(files, atATime = AT_A_TIME) {
  const place = (file) => {
    const at = LONGEST.findIndex((name) => file.includes(`tests/${name}.test.`));
    return at < 0 ? LONGEST.length : at;
  };
  return [RUN_FILES, String(atATime), ...files.toSorted((a, b) => place(a) - place(b))];
}
