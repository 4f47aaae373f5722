// Line and branch coverage of an API's own files, by V8 and c8, in the API's process only: the
// written suite is run as its owner runs it, with a `node` in front of the PATH that sets
// NODE_V8_COVERAGE. Jest itself is not started through the PATH, so it is left out.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPlain } from "../e2e/sut-process.mjs";
import { run, runSuite } from "./fuzz.mjs";
import { ROOT } from "./suts.mjs";

/** Loaded into the API's process. */
export const TAKE_COVERAGE = path.join(ROOT, "tests/quality/take-coverage.cjs");
const UNREACHABLE = path.join(ROOT, "tests/quality/unreachable.json");
/** Share of an API's lines that may be listed as unreachable, in percent. */
const UNREACHABLE_LIMIT = 2;

function temporaryFolder() {
  return fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-coverage-"));
}

/** What the written suite in `out` covers. */
export async function coverageOfSuite(sut, out) {
  const folder = temporaryFolder();
  const shims = path.join(folder, "bin");
  fs.mkdirSync(shims);
  const shim = `#!/bin/sh\nNODE_V8_COVERAGE='${folder}/raw' exec '${process.execPath}' --require '${TAKE_COVERAGE}' "$@"\n`;
  fs.writeFileSync(path.join(shims, "node"), shim, { mode: 0o755 });
  const PATH = `${shims}${path.delimiter}${process.env.PATH}`;
  const environment = { NODE_V8_COVERAGE: path.join(folder, "raw"), NODE_OPTIONS: `--require=${TAKE_COVERAGE}` };
  await withStartEnvironment(out, environment, () =>
    runSuite(out, { env: { ...sut.secrets, PATH } }),
  );
  return evaluate(sut, folder);
}

const covered = new WeakMap();

/** The same of the suite of a search that several experiments of this run share (`fuzzOnce`). */
export function coverageOnce(sut, search) {
  if (!covered.has(search)) covered.set(search, coverageOfSuite(sut, search.out));
  return covered.get(search);
}

/** Where a driver starts the API, no program is looked up: its process is told by what the suite says of its start. */
async function withStartEnvironment(out, env, work) {
  const file = path.join(out, "support/start.json");
  const text = fs.readFileSync(file, "utf8");
  const start = JSON.parse(text);
  if (start.driver !== undefined) {
    fs.writeFileSync(file, JSON.stringify({ ...start, env: { ...start.env, ...env } }));
  }
  try {
    await work();
  } finally {
    fs.writeFileSync(file, text);
  }
}

/** What merely starting the API covers: the floor. */
export async function coverageOfBoot(sut) {
  const folder = temporaryFolder();
  const [command, ...args] = sut.start.split(" ");
  const env = { NODE_V8_COVERAGE: path.join(folder, "raw") };
  const process_ = await startPlain(command, args, sut.dir, env);
  await process_.stop();
  return evaluate(sut, folder);
}

export async function evaluate(sut, folder) {
  const raw = path.join(folder, "raw");
  if (!fs.existsSync(raw) || fs.readdirSync(raw).length === 0) {
    throw new Error(`the processes of ${sut.name} wrote no coverage: were they killed?`);
  }
  const c8 = path.join(ROOT, "node_modules/c8/bin/c8.js");
  const include = sut.own.flatMap((glob) => ["--include", glob]);
  const reports = path.join(folder, "report");
  const result = await run(
    process.execPath,
    [c8, "report", "--temp-directory", raw, "--reports-dir", reports, "--reporter", "json", ...include],
    { cwd: sut.dir },
  );
  if (result.code !== 0) {
    throw new Error(`c8 report failed: ${result.stdout}${result.stderr}`);
  }
  const files = JSON.parse(fs.readFileSync(path.join(reports, "coverage-final.json"), "utf8"));
  fs.rmSync(folder, { recursive: true, force: true });
  return count(sut, files);
}

function count(sut, files) {
  const unreachable = unreachableLines(sut);
  const coverage = { lines: 0, coveredLines: 0, branches: 0, coveredBranches: 0, missed: [] };
  const notRun = {};
  for (const [file, data] of Object.entries(files)) {
    const name = path.relative(sut.dir, file);
    const excluded = unreachable.get(name) ?? new Set();
    notRun[name] = spansNotRun(data);
    // c8 makes one statement of each line.
    for (const [id, { start }] of Object.entries(data.statementMap)) {
      if (excluded.has(start.line)) {
        continue;
      }
      coverage.lines += 1;
      if (data.s[id] > 0) {
        coverage.coveredLines += 1;
      } else {
        coverage.missed.push(`${name}:${start.line}`);
      }
    }
    for (const [id, branch] of Object.entries(data.branchMap)) {
      if ([...excluded].some((line) => branch.loc.start.line === line)) {
        continue;
      }
      coverage.branches += data.b[id].length;
      coverage.coveredBranches += data.b[id].filter((hits) => hits > 0).length;
    }
  }
  if (coverage.lines === 0) {
    throw new Error(`c8 saw none of ${sut.name}'s own files`);
  }
  const share = [...unreachable.values()].reduce((sum, lines) => sum + lines.size, 0) / coverage.lines;
  if (share * 100 > UNREACHABLE_LIMIT) {
    throw new Error(`${(share * 100).toFixed(1)} % of ${sut.name} is listed as unreachable, over ${UNREACHABLE_LIMIT} %`);
  }
  const figures = {
    linePercent: (100 * coverage.coveredLines) / coverage.lines,
    branchPercent: (100 * coverage.coveredBranches) / coverage.branches,
    ...coverage,
  };
  // Too much for what is kept of an experiment.
  return Object.defineProperty(figures, "notRun", { value: notRun, enumerable: false });
}

/**
 * Spans of functions and blocks of a file that never ran. A line counts as covered as soon as a part of it ran, such as the
 * definition of a function that stands in it whole.
 */
function spansNotRun(data) {
  const functions = Object.entries(data.fnMap).filter(([id]) => data.f[id] === 0).map(([, { loc }]) => loc);
  const blocks = Object.entries(data.branchMap).flatMap(([id, { locations }]) => locations.filter((_, i) => data.b[id][i] === 0));
  return [...functions, ...blocks];
}

/** Lines that no input reaches, by file. Each entry names its text, so that it cannot go stale. */
export function unreachableLines(sut) {
  const lines = new Map();
  for (const entry of JSON.parse(fs.readFileSync(UNREACHABLE, "utf8"))[sut.name] ?? []) {
    const source = fs.readFileSync(path.join(sut.dir, entry.file), "utf8").split("\n");
    for (const [line, text] of Object.entries(entry.lines)) {
      if (source[line - 1].trim() !== text) {
        throw new Error(`unreachable.json: ${sut.name}/${entry.file}:${line} is not \`${text}\``);
      }
      lines.set(entry.file, (lines.get(entry.file) ?? new Set()).add(Number(line)));
    }
  }
  return lines;
}
