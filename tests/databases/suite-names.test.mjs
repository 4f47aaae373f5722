// Names of databases in what an API of a suite asks: they mean the suite's own, never the developer's.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { CONNECT, suiteOf } from "./suites.mjs";

const SUPPORT = "../../crates/nearmiss_writer/src/formats/superagent/support/databases";
const { ledText } = createRequire(import.meta.url)(`${SUPPORT}/statements.cjs`);
const names = new Map([["shop", "shop_own"]]);
const led = (text, dialect = "mysql") =>
  ledText(dialect, text, names, (name) => (name === "postgres" ? undefined : `${name}_own`));

describe("statements", () => {
  for (const [text, sent] of [
    ["USE shop", "USE `shop_own`"],
    ["use `other`", "use `other_own`"],
    ["USE mysql", "USE mysql"],
    [
      "create database if not exists shop character set utf8mb4",
      "create database if not exists `shop_own` character set utf8mb4",
    ],
    ["DROP SCHEMA `shop`", "DROP SCHEMA `shop_own`"],
    [
      "INSERT INTO `shop`.`items` VALUES ('INTO shop.items')",
      "INSERT INTO `shop_own`.`items` VALUES ('INTO shop.items')",
    ],
    ["SELECT `shop`.`items`.`id` FROM `shop`.`items`", "SELECT `shop_own`.`items`.`id` FROM `shop_own`.`items`"],
    ["SELECT shop.id FROM shop JOIN b ON shop.id = b.shop", "SELECT shop.id FROM shop JOIN b ON shop.id = b.shop"],
    [
      "INSERT INTO shop VALUES (1) ON DUPLICATE KEY UPDATE shop.count = 2",
      "INSERT INTO shop VALUES (1) ON DUPLICATE KEY UPDATE shop.count = 2",
    ],
    [
      "SELECT * FROM information_schema.tables WHERE table_schema = 'shop'",
      "SELECT * FROM information_schema.tables WHERE table_schema = 'shop_own'",
    ],
    ["SELECT * FROM items WHERE name = 'shop'", "SELECT * FROM items WHERE name = 'shop'"],
    ["SELECT 'it''s FROM shop.items' -- FROM shop.items", "SELECT 'it''s FROM shop.items' -- FROM shop.items"],
  ]) {
    test(`of MySQL: ${text}`, () => assert.equal(led(text), sent));
  }
  for (const [text, sent] of [
    ["CREATE DATABASE shop ENCODING 'UTF8'", "CREATE DATABASE \"shop_own\" ENCODING 'UTF8'"],
    ['drop database if exists "other"', 'drop database if exists "other_own"'],
    ["DROP DATABASE postgres", "DROP DATABASE postgres"],
    ["CREATE SCHEMA shop", "CREATE SCHEMA shop"],
    ["SELECT shop.id FROM shop.items", "SELECT shop.id FROM shop.items"],
  ]) {
    test(`of PostgreSQL: ${text}`, () => assert.equal(led(text, "postgres"), sent));
  }
});

const serving = `
  require("node:http").createServer(async (_, answer) => answer.end(JSON.stringify(await count()))).listen(3000);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});`;
describe("an API that makes its database itself", () => {
  let postgres;
  let mariadb;
  before(async () => {
    [postgres, mariadb] = await Promise.all([startPostgres(), startMariaDB()]);
  });
  after(() => Promise.all([postgres?.stop(), mariadb?.stop()]));

  /** Starts the API on a server without its database, then on one that has it and rows; nothing may change. */
  async function twice(name, server, driver, text) {
    const schema = "CREATE TABLE given (a int);";
    const { sut } = suiteOf(name, {
      files: { "api.cjs": `(async () => {\n${text}\n${serving}` },
      drivers: [driver],
      schema,
      command: "node api.cjs",
    });
    for (const isThere of [false, true]) {
      if (isThere) {
        server.createDatabase("shop");
        server.sql("shop", "CREATE TABLE items (id int PRIMARY KEY); INSERT INTO items VALUES (7)");
      }
      const untouched = server.dump();
      try {
        await sut.start();
        assert.deepEqual(await (await fetch(sut.url)).json(), ["1", "1"]);
      } finally {
        await sut.stop();
      }
      assert.deepEqual(server.dump(), untouched);
    }
    server.sql(driver === "pg" || driver === "postgres" ? "postgres" : "mysql", "DROP DATABASE shop");
  }

  for (const driver of ["mysql", "mysql2", "mariadb"]) {
    test(`${driver}, on a connection to none`, async () => {
      const { host, port } = mariadb;
      // One connection, whose database is that of `USE`.
      const one = driver === "mysql" ? "" : "connectionLimit: 1, ";
      await twice(
        `names-${driver}`,
        mariadb,
        driver,
        `
  ${CONNECT[driver](`{ ${one}host: "${host}", port: ${port}, user: "root" }`)}
  await ask("CREATE DATABASE IF NOT EXISTS shop");
  await ask("USE shop");
  await ask("CREATE TABLE shop.items (id int PRIMARY KEY)");
  await ask("INSERT INTO shop.items VALUES (1)");
  const count = async () => {
    const [items] = await ask("SELECT count(*) AS n FROM shop.items");
    const all = "SELECT count(*) AS n FROM information_schema.tables";
    const [tables] = await ask(all + " WHERE table_schema = 'shop' AND table_name = 'given'");
    return [String(items.n), String(tables.n)];
  };`,
      );
    });
  }

  test("pg, on the maintenance database", async () => {
    const { host, port } = postgres;
    await twice(
      "names-pg",
      postgres,
      "pg",
      `
  const { Client } = require("pg");
  const to = async (database) => {
    const client = new Client({ host: "${host}", port: ${port}, user: "postgres", database });
    await client.connect();
    return client;
  };
  const server = await to("postgres");
  const { rows } = await server.query("SELECT 1 FROM pg_database WHERE datname = $1", ["shop"]);
  if (rows.length === 0) await server.query({ text: "CREATE DATABASE shop" });
  await server.end();
  const shop = await to("shop");
  await shop.query("CREATE TABLE items (id int PRIMARY KEY); INSERT INTO items VALUES (1)");
  const count = async () => {
    const items = await shop.query("SELECT count(*) AS n FROM items");
    const tables = await shop.query("SELECT count(*) AS n FROM pg_tables WHERE tablename = 'given'");
    return [items.rows[0].n, tables.rows[0].n];
  };`,
    );
  });

  test("postgres, on the maintenance database", async () => {
    await twice(
      "names-postgres",
      postgres,
      "postgres",
      `
  const postgres = require("postgres");
  const server = postgres("${postgres.url("postgres")}");
  const found = await server\`SELECT 1 FROM pg_database WHERE datname = \${"shop"}\`;
  if (found.length === 0) await server\`CREATE DATABASE shop\`;
  await server.end();
  const shop = postgres("${postgres.url("shop")}");
  await shop.unsafe("CREATE TABLE items (id int PRIMARY KEY); INSERT INTO items VALUES (1)");
  const count = async () => {
    const [items] = await shop\`SELECT count(*) AS n FROM items\`;
    const [tables] = await shop\`SELECT count(*) AS n FROM pg_tables WHERE tablename = 'given'\`;
    return [items.n, tables.n];
  };`,
    );
  });
});

describe("an API that makes a database in a test", () => {
  const program = (driver, url, table) => `
    const named = (name) => ${JSON.stringify(url)}.replace(/[^/]*$/, name);
    const on = async (name, act) => {
      ${CONNECT[driver](driver === "pg" ? "{ connectionString: named(name) }" : "named(name)")}
      try { return await act(ask); } finally { await db.end(); }
    };
    require("node:http").createServer(async ({ url }, answer) => {
      try {
        if (url === "/drop") await on("main", (ask) => ask("DROP DATABASE late"));
        else await on("main", (ask) => ask("CREATE DATABASE late"));
        if (url === "/make") await on("late", (ask) => ask(${JSON.stringify(table)}));
        answer.end("done");
      } catch (error) {
        answer.writeHead(500).end(error.message);
      }
    }).listen(3000);`;

  for (const [driver, begin] of [["pg", startPostgres], ["mysql2", startMariaDB]]) {
    test(`${driver}: the next one finds none, and may drop its own`, async () => {
      const server = await begin();
      server.createDatabase("main");
      const text = program(driver, server.url("main"), "CREATE TABLE items (id int PRIMARY KEY)");
      const { sut } = suiteOf(`late-${driver}`, { files: { "api.cjs": text }, drivers: [driver], command: "node api.cjs" });
      const call = async (way) => (await fetch(sut.url + way)).text();
      const untouched = server.dump();
      try {
        await sut.start();
        for (let test = 0; test < 3; test += 1) {
          await sut.reset();
          assert.equal(await call("/make"), "done");
          assert.match(await call("/make"), /exist/);
          if (test === 1) assert.equal(await call("/drop"), "done");
        }
        await sut.stop();
        assert.deepEqual(server.dump(), untouched);
      } finally {
        await sut.stop();
        await server.stop();
      }
    });
  }
});
