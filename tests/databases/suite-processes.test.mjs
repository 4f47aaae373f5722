// APIs of several processes and databases, of a driver, and of variables in a file: all of them are led.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { startMariaDB, startPostgres } from "./servers.mjs";
import { CONNECT, suiteOf } from "./suites.mjs";

const LONG = `audit_of_${"a".repeat(50)}`;
const PASSWORD = "canary-51";
const ROLE = `CREATE ROLE clerk LOGIN SUPERUSER PASSWORD '${PASSWORD}'`;

/** Reads `.env` as packages do that read it: what is set already stays. */
const DOTENV = `
for (const line of require("node:fs").readFileSync(".env", "utf8").split("\\n")) {
  const [, name, value] = /^(\\w+)="(.*)"$/.exec(line) ?? [];
  if (name !== undefined) process.env[name] ??= value;
}`;
const WORKER = `${DOTENV}
const { Client } = require("pg");
(async () => {
  for (const url of [process.env.SHOP, process.env.AUDIT]) {
    const client = new Client(url);
    await client.connect();
    await client.query("SELECT pg_advisory_lock(1)");
    await client.query("CREATE TABLE IF NOT EXISTS items (id serial PRIMARY KEY, name text)");
    await client.query("INSERT INTO items (name) SELECT 'one' WHERE NOT EXISTS (SELECT FROM items)");
    await client.query("SELECT pg_advisory_unlock(1)");
  }
  await ready();
})();`;
/** Its clients stay: the second one holds a transaction open when it is told to. */
const API = `
const ready = async () => {
  const [shop, audit] = [new Client(process.env.SHOP), new Client(process.env.AUDIT)];
  shop.on("error", () => {});
  audit.on("error", () => {});
  await shop.connect();
  await audit.connect();
  require("node:http").createServer(async (request, answer) => {
    const both = (text) => Promise.all([shop, audit].map((one) => one.query(text)));
    if (request.method === "POST") await both("INSERT INTO items (name) VALUES ('two')");
    if (request.method === "PUT") await audit.query("BEGIN; UPDATE items SET name = 'held'");
    const results = await both("SELECT current_database() AS db, array_agg(id ORDER BY id) AS ids FROM items");
    answer.end(JSON.stringify(results.map(({ rows }) => rows[0])));
  }).listen(3000);
};`;

describe("processes and databases of an API", () => {
  let server;
  let mariadb;
  before(async () => {
    [server, mariadb] = await Promise.all([startPostgres(), startMariaDB()]);
    mariadb.createDatabase("shop");
    server.sql("postgres", ROLE);
    for (const name of ["shop", LONG]) server.createDatabase(name);
  });
  after(() => Promise.all([server?.stop(), mariadb?.stop()]));
  const urlOf = (name) => `postgres://clerk:${PASSWORD}@${server.host}:${server.port}/${name}`;
  const files = () => ({
    ".env": `SHOP="${urlOf("shop")}"\nAUDIT="${urlOf(LONG)}"\nOTHER="as it is"\n`,
    "worker.cjs": `${WORKER}\nconst ready = () => new Promise(() => setInterval(() => {}, 1000));`,
    "api.cjs": `${WORKER}\n${API}`,
  });
  const ask = async (sut, method = "GET") => (await fetch(sut.url, { method })).json();

  test("two processes that start at once share the databases of their names", async () => {
    const { sut } = suiteOf("processes", {
      files: files(),
      drivers: ["pg"],
      command: "node worker.cjs & node api.cjs",
    });
    const untouched = server.dump();
    try {
      await sut.start();
      await sut.reset();
      const [shop, audit] = await ask(sut);
      const own = new RegExp(`_sut_[0-9a-f]{8}_${process.pid}_[0-9a-f]{8}$`);
      assert.match(shop.db, own);
      assert.match(audit.db, own);
      assert.deepEqual([shop.db.startsWith("shop_sut_"), audit.db.startsWith("audit_of_aaa")], [true, true]);
      assert.equal(server.databases().length, Object.keys(untouched.databases).length + 2);
      assert.deepEqual(
        (await ask(sut, "POST")).map(({ ids }) => ids.length),
        [2, 2],
      );
      await sut.reset();
      assert.deepEqual(await ask(sut), [shop, audit]);
      const homes = fs
        .readdirSync(os.tmpdir())
        .filter((name) => name.startsWith("sut-databases_") && name.includes(`_${process.pid}_`));
      assert.equal(homes.length, 1);
      const home = path.join(os.tmpdir(), homes[0]);
      const kept = fs.readdirSync(home).filter((name) => name.endsWith(".json"));
      assert.deepEqual(
        [fs.statSync(home).mode & 0o777, ...kept.map((name) => fs.statSync(path.join(home, name)).mode & 0o777)],
        [0o700, 0o600, 0o600],
      );
    } finally {
      await sut.stop();
    }
    assert.deepEqual(server.dump(), untouched);
    assert.deepEqual(
      fs
        .readdirSync(os.tmpdir())
        .filter((name) => name.startsWith("sut-databases_") && name.includes(`_${process.pid}_`)),
      [],
    );
  });

  test("a transaction that a test has left open is in nobody's way", async () => {
    const { sut } = suiteOf("open-transaction", { files: files(), drivers: ["pg"], command: "node api.cjs" });
    try {
      await sut.start();
      await sut.reset();
      const ground = await ask(sut);
      await ask(sut, "PUT");
      await sut.reset();
      await sut.start();
      assert.deepEqual(await ask(sut), ground);
    } finally {
      await sut.stop();
    }
  });

  test("a user who may make databases and no more", async () => {
    server.sql("postgres", "CREATE ROLE maker LOGIN CREATEDB");
    const url = `postgres://maker@${server.host}:${server.port}/shop`;
    const env = [
      ["SHOP", url],
      ["AUDIT", url],
    ];
    const { sut } = suiteOf("maker", { files: files(), drivers: ["pg"], command: "node api.cjs", env });
    try {
      await sut.start();
      await sut.reset();
      const { running } = sut;
      const ground = await ask(sut);
      for (let n = 0; n < 2; n += 1) {
        await sut.reset();
        assert.deepEqual(await ask(sut), ground);
        assert.deepEqual((await ask(sut, "POST"))[0].ids, [1, 2, 3]);
      }
      assert.equal(sut.running, running, "rows are put back, not databases made anew");
    } finally {
      await sut.stop();
    }
    assert.deepEqual(server.databases().sort(), [LONG, "postgres", "shop"].sort());
  });

  for (const driver of ["pg", "mysql2", "mariadb"]) {
    test(`an API that asks its database when it is called, and not before: ${driver}`, async () => {
      const { host, port } = driver === "pg" ? server : mariadb;
      const user = driver === "pg" ? "postgres" : "root";
      const connected = CONNECT[driver](`{ host: "${host}", port: ${port}, user: "${user}", database: "shop" }`);
      const program = `${connected}
require("node:http").createServer(async (request, answer) => {
  await ask("INSERT INTO items VALUES (2)");
  answer.end(JSON.stringify(await ask("SELECT id FROM items ORDER BY id")));
}).listen(3000);`;
      const schema = "CREATE TABLE items (id int PRIMARY KEY); INSERT INTO items VALUES (1);";
      const { sut } = suiteOf(`late-${driver}`, {
        files: { "api.cjs": program },
        drivers: [driver],
        schema,
        command: "node api.cjs",
      });
      try {
        await sut.start();
        for (let n = 0; n < 3; n += 1) {
          await sut.reset();
          assert.deepEqual(await ask(sut), [{ id: 1 }, { id: 2 }]);
        }
      } finally {
        await sut.stop();
      }
    });
  }

  test("a keeper whose connection the server has ended opens another one", async () => {
    const { sut } = suiteOf("ended-session", { files: files(), drivers: ["pg"], command: "node api.cjs" });
    try {
      await sut.start();
      await sut.reset();
      const ground = await ask(sut);
      await ask(sut, "POST");
      const ours = "query LIKE '%nearmiss.put_back%' AND pid <> pg_backend_pid()";
      const ended = server.sql("postgres", `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`);
      assert.equal(ended.trim(), "t\nt");
      await sut.reset();
      assert.deepEqual(await ask(sut), ground);
    } finally {
      await sut.stop();
    }
  });

  test("the API of a driver", async () => {
    const driver = `
const { Client } = require("pg");
module.exports = class {
  async startSut() {
    const client = new Client("${urlOf("shop")}");
    await client.connect();
    await client.query("CREATE TABLE items (id int); INSERT INTO items VALUES (1)");
    this.server = require("node:http").createServer(async (request, answer) => {
      if (request.method === "POST") await client.query("INSERT INTO items VALUES (2)");
      answer.end(JSON.stringify((await client.query("SELECT id FROM items")).rows));
    });
    await new Promise((resolve) => this.server.listen(0, resolve));
    return "http://127.0.0.1:" + this.server.address().port;
  }
  async stopSut() {
    this.server.close();
  }
  async resetStateOfSUT() {}
};`;
    const { sut } = suiteOf("of-driver", { files: { "driver.cjs": driver }, drivers: ["pg"], driver: "driver.cjs" });
    const untouched = server.dump();
    try {
      await sut.start();
      for (let n = 0; n < 2; n += 1) {
        await sut.reset();
        assert.deepEqual(await ask(sut, "POST"), [{ id: 1 }, { id: 2 }]);
      }
    } finally {
      await sut.stop();
    }
    assert.deepEqual(server.dump(), untouched);
  });
});
