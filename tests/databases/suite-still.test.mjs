// Suites of APIs that listen before they have made their tables: tests begin when the databases are still.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { CONNECT, suiteOf } from "./suites.mjs";

/** It listens at once, and answers what its tables hold. */
const serving = `
require("node:http").createServer(async (request, response) => {
  try {
    if (request.method === "POST") await ask("INSERT INTO last VALUES (3)");
    response.end(JSON.stringify((await ask("SELECT id FROM last ORDER BY id")).map((row) => row.id)));
  } catch (error) {
    response.statusCode = 500;
    response.end(error.stack);
  }
}).listen(3000, () => making().catch((error) => { console.error(error); process.exit(1); }));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;
/** What it does then; `sleep` is a statement that takes its time. */
const STARTS = {
  "asks for the first time later": (sleep) => `
    await pause(300);
    await ask("CREATE TABLE IF NOT EXISTS first (id int)");
    await pause(50);
    await ask("${sleep}");`,
  "asks something long": (sleep) => `
    await ask("${sleep}");
    await pause(30);
    await ask("CREATE TABLE IF NOT EXISTS first (id int)");`,
  // An event loop that is blocked asks nothing, and is not still.
  "computes between its statements": () => `
    await ask("CREATE TABLE IF NOT EXISTS first (id int)");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await pause(30);`,
};
const LAST = `
    await ask("CREATE TABLE IF NOT EXISTS last (id int PRIMARY KEY)");
    await ask("INSERT INTO last SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM last)");
    await ask("INSERT INTO last SELECT 2 WHERE NOT EXISTS (SELECT 1 FROM last WHERE id = 2)");`;

/** Drivers with how they connect and a statement that takes 300 ms. */
const DRIVERS = {
  pg: { dialect: "postgres", sleep: "SELECT pg_sleep(0.3)" },
  postgres: { dialect: "postgres", sleep: "SELECT pg_sleep(0.3)" },
  mysql: { dialect: "mysql", sleep: "SELECT SLEEP(0.3)" },
  mysql2: { dialect: "mysql", sleep: "SELECT SLEEP(0.3)" },
  mariadb: { dialect: "mysql", sleep: "SELECT SLEEP(0.3)" },
};

describe("starts of APIs that listen first", () => {
  const servers = {};
  before(async () => {
    [servers.postgres, servers.mysql] = await Promise.all([startPostgres(), startMariaDB()]);
    for (const server of Object.values(servers)) server.createDatabase("shop");
  });
  after(() => Promise.all(Object.values(servers).map((server) => server.stop())));

  function suite(name, driver, making) {
    const { dialect } = DRIVERS[driver];
    const { host, port, url } = servers[dialect];
    const settings = dialect === "mysql" ? { host, port, user: "root", database: "shop" } : url("shop");
    const connecting = CONNECT[driver](JSON.stringify(driver === "pg" ? { connectionString: settings } : settings));
    const program = `${connecting}\n${serving}\nconst making = async () => {${making}};`;
    return suiteOf(name, { files: { "api.cjs": program }, drivers: [driver], command: "node api.cjs" }).sut;
  }
  const ask = async (sut, method = "GET") => (await fetch(sut.url, { method })).text();

  /** Starts it anew some times, each on a database without tables. */
  async function startsWell(name, driver, making, times) {
    const sut = suite(name, driver, making);
    for (let n = 0; n < times; n += 1) {
      try {
        await sut.start();
        await sut.reset();
        assert.equal(await ask(sut), "[1,2]");
        assert.equal(await ask(sut, "POST"), "[1,2,3]");
        await sut.reset();
        assert.equal(await ask(sut), "[1,2]", "what the start has left is what tests begin from");
        await sut.start();
        assert.equal(await ask(sut), "[1,2]");
      } finally {
        await sut.stop();
      }
    }
  }

  for (const driver of ["pg", "mysql2"]) {
    for (const [what, making] of Object.entries(STARTS))
      test(`${driver}, one that ${what}`, () =>
        startsWell(
          `still-${driver}-${what.replaceAll(" ", "-")}`,
          driver,
          making(DRIVERS[driver].sleep) + LAST,
          what.includes("first time") ? 5 : 2,
        ));
  }
  for (const driver of ["postgres", "mysql", "mariadb"])
    test(`${driver}, one that asks something long`, () =>
      startsWell(`still-${driver}`, driver, STARTS["asks something long"](DRIVERS[driver].sleep) + LAST, 2));

  /** Who was not waited for any longer when a start was over. */
  const unawaited = (sut) => fs.readFileSync(path.join(sut.running.folder, "start-over"), "utf8");

  for (const driver of Object.keys(DRIVERS)) {
    test(`${driver}, one that asks for ever is waited for no longer than that, and less the next time`, async () => {
      const sut = suite(`polls-${driver}`, driver, `${LAST} setInterval(() => ask("SELECT 1").catch(() => {}), 50);`);
      try {
        const took = [];
        for (let n = 0; n < 2; n += 1) {
          const begin = performance.now();
          await sut.start();
          took.push(performance.now() - begin);
          assert.match(unawaited(sut), /^asks-\d+-0$/);
          await sut.reset();
          assert.equal(await ask(sut), "[1,2]");
        }
        assert.ok(took[0] >= 3_000 && took[0] > took[1], `${took}`);
      } finally {
        await sut.stop();
      }
    });

    test(`${driver}, one that asks nothing more is not waited for in vain`, async () => {
      const sut = suite(`quiet-${driver}`, driver, LAST);
      try {
        await sut.start();
        assert.equal(unawaited(sut), "");
        assert.equal(await ask(sut), "[1,2]");
      } finally {
        await sut.stop();
      }
    });
  }

  test("one that asks nothing as it starts", async () => {
    const sut = suite("still-asks-nothing", "pg", "");
    try {
      for (let n = 0; n < 2; n += 1) {
        await sut.start();
        assert.equal(unawaited(sut), "");
        assert.deepEqual(
          fs.readdirSync(sut.running.folder).filter((name) => name.startsWith("ask")),
          [],
        );
      }
      assert.match(await ask(sut), /"last" does not exist/);
    } finally {
      await sut.stop();
    }
  });
});
