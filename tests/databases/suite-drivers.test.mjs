// Suites on databases of their own, by each driver: the API is led there, put back and started again, and nothing is
// left.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { ASK, suiteOf } from "./suites.mjs";

/** Program of an API that has `ask(text)`: it makes its table as it starts. */
const api = (name) => `
const start = async () => {
  await ask("CREATE TABLE IF NOT EXISTS items (id int PRIMARY KEY, name varchar(20))");
  await ask("INSERT INTO items SELECT 1, 'one' WHERE NOT EXISTS (SELECT 1 FROM items)");
  http.createServer(async (request, response) => {
    try {
      if (request.method === "POST") await ask("INSERT INTO items VALUES (2, 'two')");
      if (request.method === "PUT") await ask("ALTER TABLE items ADD COLUMN more int");
      const [{ db }] = await ask("SELECT ${name} AS db");
      const rows = await ask("SELECT * FROM items ORDER BY id");
      response.end(JSON.stringify({ db, ids: rows.map((row) => row.id), columns: Object.keys(rows[0]).length }));
    } catch (error) {
      response.statusCode = 500;
      response.end(error.stack);
    }
  }).listen(3000);
};
start().catch((error) => {
  console.error(error);
  process.exit(1);
});`;

const REQUIRE = `const http = require("node:http");`;
const IMPORT = `import http from "node:http";`;
const POSTGRES = "{ host, port, user: 'postgres', database: 'shop' }";
const MARIADB = "{ host, port, user: 'root', database: 'shop' }";

/** Programs by how they connect: the driver, what loads it, the expression that connects, how `db` is asked. */
const PROGRAMS = {
  "pg, a pool": ["pg", `${REQUIRE} const { Pool } = require("pg");`, `new Pool(${POSTGRES})`],
  "pg, by import and a URL": ["pg", `${IMPORT} import pg from "pg";`, "new pg.Client(url); await db.connect()"],
  "pg, a socket": ["pg", `${REQUIRE} const { Pool } = require("pg");`, `new Pool({ ...${POSTGRES}, host: socket })`],
  postgres: ["postgres", `${REQUIRE} const postgres = require("postgres");`, "postgres(url, { onnotice() {} })"],
  "postgres, by import, a socket": [
    "postgres",
    `${IMPORT} import postgres from "postgres";`,
    `postgres({ ...${POSTGRES}, host: socket, onnotice() {} })`,
  ],
  "mysql, a pool": ["mysql", `${REQUIRE} const { createPool } = require("mysql");`, `createPool(${MARIADB})`],
  "mysql2, a pool": [
    "mysql2",
    `${REQUIRE} const { createPool } = require("mysql2");`,
    `createPool(${MARIADB})`,
    "mysql",
  ],
  "mysql2, promises, by import, a socket": [
    "mysql2",
    `${IMPORT} import mysql from "mysql2/promise";`,
    'await mysql.createConnection({ socketPath: socket, user: "root", database: "shop" })',
  ],
  "mariadb, a pool": ["mariadb", `${REQUIRE} const { createPool } = require("mariadb");`, `createPool(${MARIADB})`],
  "mariadb, by import": [
    "mariadb",
    `${IMPORT} import mariadb from "mariadb";`,
    `await mariadb.createConnection(${MARIADB})`,
  ],
};
const isPostgres = (driver) => driver === "pg" || driver === "postgres";

describe("databases of a suite's own", () => {
  let postgres;
  let mariadb;
  before(async () => {
    [postgres, mariadb] = await Promise.all([startPostgres({ log: true }), startMariaDB({ log: true })]);
    for (const server of [postgres, mariadb]) server.createDatabase("shop");
  });
  after(() => Promise.all([postgres?.stop(), mariadb?.stop()]));

  /** The suite of a program, on its server. */
  function suite(name, { reset } = {}) {
    const [driver, loading, connecting, asked = driver] = PROGRAMS[name];
    const server = isPostgres(driver) ? postgres : mariadb;
    const { host, port } = server;
    const settings = { host, port, socket: server.socketFolder ?? server.socket, url: server.url("shop") };
    const constants = Object.entries(settings).map(
      ([constant, value]) => `const ${constant} = ${JSON.stringify(value)};`,
    );
    const file = loading.startsWith(IMPORT) ? "api.mjs" : "api.cjs";
    const serving = api(isPostgres(driver) ? "current_database()" : "database()");
    const program = `${constants.join(" ")}
${loading}
const db = ${connecting};
${ASK[asked]}
${serving}`;
    const schema = "CREATE TABLE first (a int); CREATE TABLE second (b int);";
    return {
      server,
      ...suiteOf(`suite-${name.replaceAll(/\W+/g, "-")}`, {
        files: { [file]: program },
        drivers: [driver],
        schema,
        command: `node ${file}`,
        reset,
      }),
    };
  }
  const ask = async (sut, method = "GET") => (await fetch(sut.url, { method })).json();

  for (const name of Object.keys(PROGRAMS)) {
    test(name, async () => {
      const { server, sut } = suite(name);
      const untouched = server.dump();
      const said = server.statements().length;
      try {
        await sut.start();
        const first = await ask(sut);
        assert.match(first.db, new RegExp(`^shop_sut_[0-9a-f]{8}_${process.pid}_[0-9a-f]{8}$`));
        assert.deepEqual([first.ids, first.columns], [[1], 2]);
        assert.match(
          server.sql(
            first.db,
            isPostgres(PROGRAMS[name][0])
              ? "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
              : "SHOW TABLES",
          ),
          /first[^]*second/,
        );
        await sut.reset();
        assert.deepEqual((await ask(sut, "POST")).ids, [1, 2]);
        await sut.reset();
        assert.deepEqual((await ask(sut, "POST")).ids, [1, 2], "the row of the test before is gone");
        await sut.start();
        assert.deepEqual(await ask(sut), first, "another process has the same database, as it was");
        await sut.reset();
        assert.deepEqual((await ask(sut, "POST")).ids, [1, 2]);
      } finally {
        await sut.stop();
      }
      assert.deepEqual(server.dump(), untouched);
      const asked = server
        .statements()
        .slice(said)
        .filter((one) => one.startsWith("database=shop "));
      assert.deepEqual(asked, [], "nothing was asked of the developer's database");
    });
  }

  test("a new database, where one cannot be put back", async () => {
    const { server, sut } = suite("pg, a pool");
    try {
      await sut.start();
      await sut.reset();
      assert.equal((await ask(sut, "PUT")).columns, 3);
      await sut.reset();
      assert.deepEqual([(await ask(sut)).columns, (await ask(sut, "POST")).ids], [2, [1, 2]]);
    } finally {
      await sut.stop();
    }
    assert.deepEqual(server.databases(), ["postgres", "shop"]);
  });

  test("a reset by a new process starts on what the first one started on", async () => {
    const { sut } = suite("mysql2, a pool", { reset: "Restart" });
    try {
      await sut.start();
      for (let n = 0; n < 2; n += 1) {
        await sut.reset();
        assert.deepEqual((await ask(sut, "POST")).ids, [1, 2]);
      }
    } finally {
      await sut.stop();
    }
  });
});
