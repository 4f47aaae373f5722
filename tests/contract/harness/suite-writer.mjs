// The writer as a command: a description of a suite goes in, files come out.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { exampleProgram } from "../../example-program.cjs";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Runs an example program of nearmiss_writer on a description; answers what it prints. */
export function example(name, input) {
  const run = spawnSync(exampleProgram(name), {
    cwd: root,
    input: JSON.stringify(input),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`${name} failed:\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** A fresh package for suites below target/, where jest and superagent are found. */
export function freshPackage(name, type = "commonjs") {
  const folder = path.join(root, "target", "contract", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name, private: true, type }));
  return folder;
}

/** Writes a suite into `folder` and answers what the writer said. */
export function writeSuite(folder, suite, runs = [], format = "jest") {
  const written = example("write_suite", { suite, runs, format });
  for (const file of written.files) {
    const target = path.join(folder, file.path);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file.content);
  }
  return written;
}

/** Runs Jest on a package and answers its exit code, its JSON report and what it printed. */
export function runJest(folder, { args = [], env = {}, esm = false } = {}) {
  const report = path.join(folder, "jest-report.json");
  rmSync(report, { force: true });
  const jest = path.join(root, "node_modules", "jest", "bin", "jest.js");
  const flags = esm ? ["--experimental-vm-modules"] : [];
  const inherited = { ...process.env };
  // Of the test runner that runs us.
  delete inherited.NODE_TEST_CONTEXT;
  delete inherited.NODE_OPTIONS;
  const run = spawnSync(
    process.execPath,
    // As the configuration of each suite of the package has it.
    [...flags, jest, "--rootDir", folder, "--globals", '{"SUT_SUITE":true}', "--json", "--outputFile", report, ...args],
    { cwd: folder, env: { ...inherited, ...env }, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const loaded = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
  return { code: run.status, report: loaded, output: run.stdout + run.stderr };
}
