// What suites say where there is no database for them, in one sentence, and that the developer's is left alone then.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import { after, before, describe, test } from "node:test";
import { HOST, freePort } from "./server-process.mjs";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { CONNECT, suiteOf } from "./suites.mjs";

const DEADLINE_MS = 30_000;

/** An API that reads where its database is from a variable, and waits for it for ever. */
const program = (driver) => `
${CONNECT[driver](driver === "mariadb" ? 'process.env.SHOP.replace("mysql:", "mariadb:")' : urlOf(driver))}
const http = require("node:http");
const serve = () => http.createServer((_, answer) => answer.end("served")).listen(3000);
const begin = () => ask("CREATE TABLE items (id int)").then(serve, () => setTimeout(begin, 100));
begin();`;
const urlOf = (driver) => (driver === "pg" ? "{ connectionString: process.env.SHOP }" : "process.env.SHOP");

describe("suites without a database", () => {
  let postgres;
  let mariadb;
  let suites = 0;
  before(async () => {
    [postgres, mariadb] = await Promise.all([startPostgres({ log: true }), startMariaDB({ log: true })]);
    postgres.createDatabase("shop");
    postgres.sql("postgres", "CREATE ROLE clerk LOGIN; GRANT ALL ON DATABASE shop TO clerk");
    mariadb.createDatabase("shop");
    mariadb.sql("shop", "CREATE USER clerk IDENTIFIED BY 'right'; GRANT ALL ON shop.* TO clerk");
  });
  after(() => Promise.all([postgres?.stop(), mariadb?.stop()]));

  /** Starts an API whose database is at a URL; answers what the tests are told. */
  async function refusal(driver, url, { drivers = [driver] } = {}) {
    const { sut } = suiteOf(`refusal-${(suites += 1)}`, {
      files: { "api.cjs": program(driver) },
      drivers,
      command: "node api.cjs",
      env: [["SHOP", url]],
    });
    const begun = performance.now();
    try {
      await sut.start();
    } catch (error) {
      assert.ok(performance.now() - begun < DEADLINE_MS, "a time-out");
      return error.message;
    } finally {
      await sut.stop();
    }
    return assert.fail("it has started");
  }

  test("no server", async () => {
    const port = await freePort();
    const said = (server, scheme) => {
      const other = `name another one by SUT_DATABASE_URL=${scheme}://user:password@host:port/.`;
      return `No database server answers at ${HOST}:${port} (${server}): start it, or ${other}`;
    };
    const at = (scheme) => `${scheme}://me@${HOST}:${port}/shop`;
    for (const driver of ["pg", "postgres"])
      assert.equal(await refusal(driver, at("postgres")), said("PostgreSQL", "postgres"), driver);
    for (const driver of ["mysql2", "mariadb"])
      assert.equal(await refusal(driver, at("mysql")), said("MySQL or MariaDB", "mysql"), driver);
  });

  test("a user who is not let in", async () => {
    const said = (user) => {
      const what = `does not let the user ${user} in: name one whom it does by`;
      return new RegExp(`^The database server at [^ ]+ \\([^)]+\\) ${what} SUT_DATABASE_URL=[^ ]+$`);
    };
    assert.match(await refusal("pg", `postgres://nobody@${HOST}:${postgres.port}/shop`), said("nobody"));
    for (const driver of ["mysql2", "mariadb"]) {
      const told = await refusal(driver, `mysql://clerk:canary-77@${HOST}:${mariadb.port}/shop`);
      assert.match(told, said("clerk"), driver);
      assert.doesNotMatch(told, /canary-77/);
    }
  });

  test("a user who may not make a database", async () => {
    const untouched = [postgres.dump(), mariadb.dump()];
    assert.match(
      await refusal("pg", `postgres://clerk@${HOST}:${postgres.port}/shop`),
      /^The user clerk may not create databases at .*ALTER ROLE "clerk" CREATEDB.*SUT_DATABASE_URL=postgres:[^ ]+$/,
    );
    assert.match(
      await refusal("mysql2", `mysql://clerk:right@${HOST}:${mariadb.port}/shop`),
      /^The user clerk may not create databases at .*GRANT ALL ON .*SUT_DATABASE_URL=mysql:[^ ]+$/,
    );
    assert.deepEqual([postgres.dump(), mariadb.dump()], untouched);
  });

  test("a driver that is not led, of which nothing is sent", async () => {
    const said = postgres.statements().length;
    const { version } = JSON.parse(
      fs.readFileSync(new URL("../../node_modules/postgres/package.json", import.meta.url), "utf8"),
    );
    const told = await refusal("postgres", postgres.url("shop"), { drivers: ["pg"] });
    const what = "which cannot be led to a database of the tests (pg can): nothing was sent.";
    assert.equal(told, `The API connects to a database by postgres ${version}, ${what}`);
    assert.deepEqual(postgres.statements().slice(said), []);
  });

  test("a variable that names no server", async () => {
    process.env.SUT_DATABASE_URL = "the other one";
    try {
      assert.match(await refusal("pg", postgres.url("shop")), /^SUT_DATABASE_URL is no URL like postgres:/);
    } finally {
      delete process.env.SUT_DATABASE_URL;
    }
  });

  test("nothing is left of it", () => {
    assert.deepEqual(postgres.databases(), ["postgres", "shop"]);
    assert.deepEqual(mariadb.databases(), ["shop"]);
    assert.deepEqual(
      fs
        .readdirSync(os.tmpdir())
        .filter((name) => name.startsWith("sut-databases_") && name.includes(`_${process.pid}_`)),
      [],
    );
  });

  test("another server, by a variable, with a user of its own", async () => {
    const other = await startPostgres();
    process.env.SUT_DATABASE_URL = `postgres://postgres@${HOST}:${other.port}/`;
    const { sut } = suiteOf("refusal-elsewhere", {
      files: { "api.cjs": program("pg") },
      drivers: ["pg"],
      command: "node api.cjs",
      env: [["SHOP", `postgres://nobody:wrong@${HOST}:1/shop?sslmode=disable`]],
    });
    try {
      await sut.start();
      assert.equal(await (await fetch(sut.url)).text(), "served");
      assert.match(other.databases().join(), /^postgres,shop_sut_[^,]+$/);
      await sut.stop();
      assert.deepEqual(other.databases(), ["postgres"]);
    } finally {
      delete process.env.SUT_DATABASE_URL;
      await sut.stop();
      await other.stop();
    }
  });
});
