// The ways in which Node APIs are written and started (fixtures/starts): `init` finds the command and the routes,
// `fuzz` searches with that configuration and writes a suite; what is not supported says so and ends with another exit
// code.
//
// In the gate those run whose packages the root has, and their suites are not run. With NEARMISS_STARTS=all each gets
// its own packages in a temporary folder (some hundred MB, minutes), and its suite is verified: `NEARMISS_STARTS=all
// node --test tests/e2e/starts.test.mjs`.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { run } from "../quality/fuzz.mjs";
import { nearmiss, writtenText } from "./command.mjs";
import { project } from "./projects.mjs";
import { STARTS } from "./starts/table.mjs";
import { ROOT } from "./sut-process.mjs";

const FIXTURES = fileURLToPath(new URL("../../fixtures/starts", import.meta.url));
const ALL = process.env.NEARMISS_STARTS === "all";
const CALLS = ["--calls", "200", "--seed", "1"];

const json = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
const major = (version) => /(\d+)[^@]*$/.exec(version.replace(/^npm:/, "").replace(/\.\d+.*$/, ""))?.[1];

/** Tells whether the root has a package in a version that `wanted` allows. */
function isInstalled([name, wanted]) {
  const manifest = path.join(ROOT, "node_modules", name, "package.json");
  return fs.existsSync(manifest) && major(json(manifest).version) === major(wanted);
}

/** The files of a fixture by name. */
function filesOf(folder) {
  const names = fs.readdirSync(folder, { recursive: true }).filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(names.map((name) => [name, fs.readFileSync(path.join(folder, name))]));
}

/** A copy of a fixture with the packages of the root, or its own. */
async function copied(name) {
  const folder = project(filesOf(path.join(FIXTURES, name)), { installed: false });
  if (!ALL) {
    fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
    return folder;
  }
  const installed = await run("npm", ["install", "--no-audit", "--no-fund", "superagent", "jest"], { cwd: folder });
  assert.equal(installed.code, 0, installed.stderr);
  return folder;
}

/** Tells why a fixture is left out: its packages are not there, or will be. */
function reasonToSkip({ name, node, needless = [] }) {
  if (node !== undefined && Number(process.versions.node.split(".")[0]) < node) return `needs Node ${node}`;
  const { dependencies = {}, devDependencies = {} } = json(path.join(FIXTURES, name, "package.json"));
  const missing = Object.entries({ ...dependencies, ...devDependencies }).filter((one) => !isInstalled(one) && !needless.includes(one[0]));
  return ALL || missing.length === 0 ? false : `without ${missing.map(([one]) => one).join(", ")}: NEARMISS_STARTS=all`;
}

/** Runs what a user runs before `init`, such as a build. */
async function prepared(folder, commands = []) {
  for (const command of commands) {
    const { code, stdout, stderr } = await run("sh", ["-c", command], { cwd: folder });
    assert.equal(code, 0, `${command}\n${stdout}${stderr}`);
  }
}

/** Searches with the configuration that is there; `statuses(route)`: with what a route has answered. */
async function searched(folder, { env }) {
  const log = path.join(folder, "targets.json");
  const { code, output, searchingAfterMs } = await nearmiss(folder, ["fuzz", ...CALLS, "--log-targets", log, ...(ALL ? [] : ["--no-replay"])], { env });
  const report = path.join(folder, "nearmiss-tests/report.json");
  const keys = fs.existsSync(log) ? fs.readFileSync(log, "utf8") : "";
  const statuses = (route) => keys.split(`Status_${route}_`).slice(1).map((rest) => Number(rest.slice(0, 3)));
  return { code, output, statuses, searchingAfterMs, routes: fs.existsSync(report) ? json(report).problemDetails.rest.endpointIds : [] };
}

describe("an API", () => {
  for (const row of STARTS) {
    it(`${row.name}: ${row.what}`, { skip: reasonToSkip(row) }, async (context) => {
      const folder = await copied(row.name);
      await prepared(folder, row.before);
      const init = await nearmiss(folder, ["init", "--no-install", ...(row.init ?? [])], { env: row.env });
      assert.equal(init.code, row.initCode ?? 0, init.output);
      for (const said of row.said ?? []) assert.match(init.output, said);
      if (row.start === undefined) return;
      const { default: config } = await import(pathToFileURL(path.join(folder, "nearmiss.config.mjs")).href);
      assert.equal(config.start, row.start, init.output);
      if (row.routes === undefined) return;
      await prepared(folder, row.then);
      const { code, output, routes, statuses, searchingAfterMs } = await searched(folder, row);
      if (searchingAfterMs !== null) context.diagnostic(`${row.name}: ${(searchingAfterMs / 1000).toFixed(1)} s to the first call`);
      assert.equal(code, row.code ?? 0, output);
      for (const told of row.told ?? []) assert.match(output, told);
      assert.deepEqual(routes.toSorted(), row.routes.toSorted(), output);
      for (const route of row.routes) {
        const most = row.refused?.includes(route) ? 500 : 400;
        assert.ok(statuses(route).some((status) => status < most), `${route}: ${statuses(route)}\n${output}`);
      }
      assert.match(writtenText(path.join(folder, "nearmiss-tests")), /test\("|it\("/);
    });
  }
});
