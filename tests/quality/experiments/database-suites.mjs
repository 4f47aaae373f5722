// Do suites of APIs with a database stand wherever they are run? On an empty server and on a developer's with 1,000 rows,
// by several workers, two runs at once, in any order.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fixture, search } from "../../databases/searches.mjs";
import { startMariaDB, startPostgres } from "../../databases/servers.mjs";
import { runSuite } from "../../databases/suites.mjs";

/** `rounds`: of two runs at once each, on either server. */
const FULL = { names: ["db-pg", "db-nest", "db-koa", "db-drizzle"], calls: 600, rounds: 5 };
const SMALL = { names: ["db-pg"], calls: 60, rounds: 1 };
const SEED = 1;
/** Files at a time: as many as no machine of two processors takes by itself. */
const WORKERS = 3;
/** A suite in TypeScript brings its configuration. */
const jestOf = (out) => (fs.existsSync(path.join(out, "jest.config.json")) ? `jest --config ${path.join(out, "jest.config.json")}` : `jest --rootDir ${out}`);
const JEST = { format: "jest", command: (out, round) => `${jestOf(out)} --randomize --seed=${round} --maxWorkers=${WORKERS}` };
const VITEST = { format: "vitest", command: (out, round) => `vitest run --root ${out} --sequence.shuffle --sequence.seed=${round} --maxWorkers=${WORKERS}` };
/** How each is run, and where its rows are; without a server they are in files below its folder. */
const APIS = {
  "db-pg": { ...JEST, begin: startPostgres, database: "depot" },
  "db-nest": { ...JEST, begin: startPostgres, database: "academy" },
  "db-koa": { ...VITEST, begin: startMariaDB, database: "guesthouse" },
  "db-drizzle": { ...VITEST, files: "data" },
};

export async function run(record, small) {
  const { names, calls, rounds } = small ? SMALL : FULL;
  let [failed, runs, changed] = [0, 0, 0];
  for (const name of names) {
    const began = performance.now();
    const api = await (APIS[name].files === undefined ? onServers(APIS[name]) : onFiles(APIS[name]))(name);
    try {
      const before = api.state();
      const found = await search(api.folder, api.start, { calls, seed: SEED, format: APIS[name].format, env: api.full, more: ["--write-secrets"] });
      if (found.code !== 0) throw new Error(`the search of ${name} ended with ${found.code}\n${found.output}`);
      const out = path.join(found.out, "suite");
      const red = await redRuns(api, (round) => APIS[name].command(out, round), rounds, record);
      failed += red.length;
      runs += 4 * rounds;
      changed += api.state() === before ? 0 : 1;
      const tests = Number(/^suite +(\d+) tests?/m.exec(found.output)?.[1] ?? 0);
      const seconds = Math.round((performance.now() - began) / 1_000);
      record.data[name] = { tests, runs: 4 * rounds, failed: red.length, seconds };
      record.say(`${name}: ${tests} tests, ${4 * rounds} runs, ${red.length} failed; ${seconds} s with the search`);
    } finally {
      await api.stop();
    }
  }
  record.must(failed === 0, `${runs} runs of the suites of ${names.join(", ")}, two at once, shuffled: ${failed} failed`);
  record.must(changed === 0, `originals that were other afterwards: ${changed}`);
}

/** Runs a suite on an empty server and on the developer's; answers what the runs said that failed. */
async function redRuns({ folder, full, empty, hide }, command, rounds, record) {
  const red = [];
  for (const [what, env] of [["an empty server", empty], ["a developer's", full]]) {
    const show = hide(what === "an empty server");
    for (let round = 1; round <= rounds; round += 1) {
      const both = await Promise.all([2 * round, 2 * round + 1].map((seed) => runSuite(folder, command(seed), env)));
      for (const { code, output } of both) {
        if (code === 0) continue;
        red.push(output);
        record.say(`${what}, round ${round}: ${output.slice(-2_000)}`);
      }
    }
    show();
  }
  return red;
}

/** Fills what variables name as the API's `npm run developer` does. */
function fill({ folder, developer }, env) {
  const filled = spawnSync(developer, { cwd: folder, env: { ...process.env, ...env }, shell: true, encoding: "utf8" });
  if (filled.status !== 0) throw new Error(filled.stdout + filled.stderr);
}

/** Prepares an API with a database server of the developer's and an empty one. */
const onServers =
  ({ begin, database }) =>
  async (name) => {
    const api = fixture(name, "database-suites");
    const servers = [await begin(), await begin()];
    for (const server of servers) server.createDatabase(database);
    const [full, empty] = servers.map((server) => ({ DATABASE_URL: server.url(database) }));
    fill(api, full);
    const state = () => JSON.stringify(servers.map((server) => server.dump()));
    const stop = () => Promise.all(servers.map((server) => server.stop()));
    return { ...api, full, empty, state, stop, hide: () => () => {} };
  };

/** The same of one whose rows are in files: elsewhere there are none. */
const onFiles =
  ({ files }) =>
  async (name) => {
    const api = fixture(name, "database-suites");
    fill(api, {});
    const [data, aside] = [path.join(api.folder, files), path.join(path.dirname(api.folder), `${name}-${files}`)];
    const state = () => JSON.stringify(fs.readdirSync(data).sort().map((file) => fs.readFileSync(path.join(data, file), "latin1")));
    const hide = (isEmpty) => {
      if (!isEmpty) return () => {};
      fs.rmSync(aside, { recursive: true, force: true });
      fs.renameSync(data, aside);
      return () => {
        fs.rmSync(data, { recursive: true, force: true });
        fs.renameSync(aside, data);
      };
    };
    return { ...api, full: {}, empty: {}, state, stop: () => {}, hide };
  };
