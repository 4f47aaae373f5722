// Suites of APIs that stand on a database: written as nearmiss writes them, and run as their users do.

import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { runOnce } from "../contract/harness/steps.mjs";
import { freshPackage, root, writeSuite } from "../contract/harness/suite-writer.mjs";

const require = createRequire(import.meta.url);
/** Variables that a runner of ours has put into this process. */
const OF_OUR_RUNNER = ["NODE_TEST_CONTEXT", "NODE_OPTIONS", "NODE_ENV"];

const CALLED = "db.query(text, (error, rows) => (error ? failed(error) : done(rows)))";
/** Expressions by which programs ask what they have connected to, `db`, for rows. */
export const ASK = {
  pg: "const ask = async (text) => (await db.query(text)).rows;",
  postgres: "const ask = (text) => db.unsafe(text);",
  mysql: `const ask = (text) => new Promise((done, failed) => ${CALLED});`,
  mysql2: "const ask = async (text) => (await db.query(text))[0];",
  mariadb: "const ask = (text) => db.query(text);",
};
/** Expressions by which they connect to a server, whose settings (or URL) are the text of an expression. */
export const CONNECT = {
  pg: (settings) => `const db = new (require("pg").Pool)(${settings}); ${ASK.pg}`,
  postgres: (settings) => `const db = require("postgres")(${settings}); ${ASK.postgres}`,
  mysql: (settings) => `const db = require("mysql").createConnection(${settings}); ${ASK.mysql}`,
  mysql2: (settings) => `const db = require("mysql2/promise").createPool(${settings}); ${ASK.mysql2}`,
  mariadb: (settings) => `const db = require("mariadb").createPool(${settings}); ${ASK.mariadb}`,
};

/**
 * Makes a package with a suite in `suite/`; `files` are written into it by name.
 *
 * `drivers`, `schema`: of its databases; without drivers it has some of SQLite. `cases`: those that say what they set
 * up. `command` and `cwd` (relative to the suite), or `driver`, a file of the
 * package: how its API is started.
 * Answers `{ home, sut, kinds, write(cases, runs, format) }`: `sut` is the written `support/sut.cjs`, `kinds` are the
 * functions of the written `support/setup.cjs`, and `write` answers what the writer said.
 */
export function suiteOf(
  name,
  { files = {}, drivers, schema = null, cases = [], command, driver, cwd = "..", env = [], reset = "Database" },
) {
  const home = freshPackage(name);
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(home, file), text);
  const folder = path.join(home, "suite");
  const from = path.isAbsolute(cwd) ? path.relative(folder, cwd) : cwd;
  const start =
    driver === undefined
      ? { Command: { command, cwd: from, env } }
      : { Driver: { path: `../${driver}`, cwd: from, env } };
  // As suites are written: the API reaches nobody but its databases.
  const about = {
    name,
    start,
    reset,
    module: "Cjs",
    call_timeout_ms: 20_000,
    reaches: [],
    ...(drivers === undefined ? { copies_databases: true } : { databases: { drivers, schema } }),
  };
  const write = (cases, runs, format) => writeSuite(folder, { ...about, cases }, runs, format);
  write(cases, [], "node");
  const support = (file) => path.join(folder, "support", file);
  const kinds = fs.existsSync(support("setup.cjs")) ? require(support("setup.cjs")) : {};
  return { home, sut: require(support("sut.cjs")), kinds, write };
}

/** Writes the suite of some cases as two runs of them on its API were answered. */
export async function recorded(suite, cases, format) {
  const run = () => runOnce(suite.sut, cases, suite.kinds);
  const runs = [await run(), await run()];
  return { ...suite.write(cases, runs, format), runs };
}

/** Runs the suite of a package by a command; answers `{ code, output }`, and at once the process, as `child`. */
export function runSuite(home, command, env = {}) {
  const inherited = { ...process.env, NO_COLOR: "1", CI: "1", ...env };
  for (const name of [...OF_OUR_RUNNER, "FORCE_COLOR"]) delete inherited[name];
  inherited.PATH = `${path.join(root, "node_modules", ".bin")}${path.delimiter}${inherited.PATH}`;
  const child = spawn(command.replace(/(^| )npx /, "$1"), { cwd: home, env: inherited, shell: true, detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const ended = new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
  return Object.assign(ended, { child });
}
