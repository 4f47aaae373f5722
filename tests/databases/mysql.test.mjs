// Drivers of MySQL and MariaDB against a real server: what they are asked and answer is told, connections are told and
// led, and the program sees nothing of it.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { programs } from "./programs.mjs";
import { startMariaDB } from "./servers.mjs";

const { alike, run } = programs(["mysql", "mysql2", "mariadb"]);

/** The one that programs are configured for, and the one that they are led to. */
let original;
let home;
const TABLE = "DROP TABLE IF EXISTS books; CREATE TABLE books (id int AUTO_INCREMENT PRIMARY KEY, title varchar(50), UNIQUE KEY by_title (title))";

before(async () => {
  original = await startMariaDB({ log: true });
  home = await startMariaDB();
  for (const server of [original, home]) server.createDatabase("shop");
});
after(async () => {
  await original?.stop();
  await home?.stop();
});

const settings = (server) => ({ SETTINGS: JSON.stringify({ host: server.host, port: server.port, user: "root", database: "shop" }) });
const fresh = () => {
  for (const server of [original, home]) server.sql("shop", TABLE);
};
const options = (more = {}) => ({ before: fresh, env: settings(original), ...more });
const toHome = () => ({ lead: { host: home.host, port: home.port } });
const inserts = (queries) => queries.filter(({ text, kind }) => kind === "query" && text.startsWith("INSERT"));

function isTold({ connects, begun, ended }, driver, values) {
  const [first] = connects;
  assert.deepEqual([first.driver, first.host, first.port, first.socket, first.database, first.user], [driver, "127.0.0.1", original.port, null, "shop", "root"]);
  assert.equal(first.password, undefined);
  const asked = inserts(begun);
  assert.deepEqual(asked.map((query) => query.values), values);
  assert.ok(asked.every(({ place }) => /INSERT|on\[name\]/.test(place)), JSON.stringify(asked));
  const answered = inserts(ended);
  assert.equal(answered.length, asked.length, "each ends");
  assert.equal(answered[0].count, 1);
  const failed = answered.filter(({ error }) => error !== null);
  assert.ok(failed.length > 0);
  assert.deepEqual(failed.map(({ error }) => [error.code, error.constraint]), failed.map(() => ["ER_DUP_ENTRY", "by_title"]));
  const found = ended.find(({ text }) => text.startsWith("SELECT * FROM books"));
  assert.deepEqual([found.values, found.count, found.rows], [["a"], 1, [{ id: 1, title: "a" }]]);
  const inside = asked.filter(({ text }) => text.includes("'c'"));
  assert.deepEqual(inside.map(({ transaction }) => transaction), [true]);
  assert.ok(!begun.some(({ text }) => text.includes("ours")));
}

const RAW = (driver, connection) => `
  if (globalThis.nearmissRaw) {
    const { rows, count } = await globalThis.nearmissRaw("${driver}", ${connection}).run("SELECT 'ours' AS a");
    if (rows[0].a !== "ours" || count !== 1) process.exit(7);
  }`;

const CALLBACKS = `
const given = JSON.parse(process.env.SETTINGS);
const ask = (on, name, ...args) => new Promise((done) => on[name](...args, function (error, result) {
  if (error) { shown(error); print(error.sqlState, error.sqlMessage, error.sql ?? null); } else print("callback", Array.isArray(result) ? result : result.affectedRows, arguments.length);
  done();
}));
const main = async () => {
  const c = driver.createConnection(given);
  print(c.config.host, c.config.port === given.port, c.config.socketPath ?? null);
  await ask(c, "query", "INSERT INTO books (title) VALUES (?)", ["a"]);
  await ask(c, "query", { sql: "SELECT * FROM books WHERE title = ?", values: ["a"] });
  await ask(c, "query", "INSERT INTO books (title) VALUES (?)", ["a"]);
  await ask(c, "query", "SELECT nothing");
  await ask(c, "beginTransaction");
  await ask(c, "query", "INSERT INTO books (title) VALUES ('c')");
  await ask(c, "rollback");
  const rows = [];
  await new Promise((done) => c.query("SELECT 1 AS n UNION SELECT 2").on("result", (row) => rows.push(row)).on("end", done));
  await new Promise((done) => c.query("SELECT nothing").on("error", shown).on("end", done));
  print(rows);
  let order = [];
  await Promise.all([1, 2, 3].map((n) => new Promise((done) => c.query("SELECT " + n, () => { order.push(n); done(); }))));
  print(order);
  if (globalThis.nearmissRaw) {
    const { rows, count } = await globalThis.nearmissRaw(NAME, c).run("SELECT 'ours' AS a");
    if (rows[0].a !== "ours" || count !== 1) process.exit(7);
  }
  await new Promise((done) => c.end(done));
  const pool = driver.createPool({ ...given, connectionLimit: 2 });
  await ask(pool, "query", "INSERT INTO books (title) VALUES (?)", ["a"]);
  await ask(pool, "query", "INSERT INTO books (title) VALUES (?)", ["d"]);
  const held = await new Promise((done) => pool.getConnection((error, one) => done(one)));
  await ask(held, "query", "SELECT count(*) AS n FROM books");
  held.release();
  await new Promise((done) => pool.end(done));
};
main();`;
const CALLED = [["a"], ["a"], [], ["a"], ["d"]];

describe("mysql", () => {
  it("is told, required and imported", async () => {
    isTold(await alike(`const NAME = "mysql", driver = require("mysql");${CALLBACKS}`, options()), "mysql", CALLED);
    isTold(await alike(`import driver from "mysql"; const NAME = "mysql";${CALLBACKS}`, options({ kind: "mjs" })), "mysql", CALLED);
  });

  it("is led to another port, and refused", async () => {
    const text = `const driver = require("mysql");
      const c = driver.createConnection(JSON.parse(process.env.SETTINGS));
      c.query("SELECT @@port AS port", (error, rows) => { if (error) shown(error); else print(rows); print(c.config.port); c.destroy(); });
      const pool = driver.createPool(JSON.parse(process.env.SETTINGS));
      pool.query("SELECT @@port AS port", (error, rows) => { if (error) shown(error); else print(rows); pool.end(); });`;
    const led = await run(text, { env: settings(original), hooks: toHome() });
    assert.deepEqual(led.lines.sort(), [String(original.port), `[{"port":${home.port}}]`, `[{"port":${home.port}}]`].sort());
    const refused = await run(text, { env: settings(original), hooks: { refuse: "not here" } });
    assert.deepEqual(refused.lines.filter((line) => line.startsWith("error")), Array(2).fill("error Refused null null not here"));
  });
});

const PROMISES = `
const given = JSON.parse(process.env.SETTINGS);
const main = async () => {
  const c = await driver.createConnection(given);
  shape(Object.getPrototypeOf(Object.getPrototypeOf(c.connection)), ["query", "execute", "addCommand", "prepare"]);
  print(c.connection.constructor.name, c.connection.config.port === given.port);
  print((await c.query("INSERT INTO books (title) VALUES (?)", ["a"]))[0].affectedRows);
  print((await c.execute("SELECT * FROM books WHERE title = ?", ["a"]))[0]);
  print((await c.execute("SELECT * FROM books WHERE title = ?", ["a"]))[0]);
  await c.execute("INSERT INTO books (title) VALUES (?)", ["a"]).catch((error) => { shown(error); print(error.sql, error.sqlState, Object.keys(error)); });
  await c.execute("SELECT nothing").catch(shown);
  await c.execute("SELECT ?", [undefined]).catch(shown);
  const statement = await c.prepare("INSERT INTO books (title) VALUES (?)");
  print((await statement.execute(["b"] /* INSERT */))[0].affectedRows);
  await statement.close();
  await c.beginTransaction();
  await c.query("INSERT INTO books (title) VALUES ('c')");
  await c.rollback();
  ${RAW("mysql2", "c.connection")}
  await c.end();
  const pool = driver.createPool(given);
  await pool.query("INSERT INTO books (title) VALUES (?)", ["a"]).catch(shown);
  print((await pool.execute("INSERT INTO books (title) VALUES (?)", ["d"]))[0].affectedRows);
  const held = await pool.getConnection();
  print((await held.query("SELECT count(*) AS n FROM books"))[0]);
  held.release();
  await pool.end();
};
main();`;

describe("mysql2", () => {
  it("is told by callbacks, required and imported", async () => {
    isTold(await alike(`const NAME = "mysql2", driver = require("mysql2");${CALLBACKS}`, options()), "mysql2", CALLED);
    isTold(await alike(`import driver from "mysql2"; const NAME = "mysql2";${CALLBACKS}`, options({ kind: "mjs" })), "mysql2", CALLED);
  });

  it("is told by promises and prepared statements, required and imported", async () => {
    const values = [["a"], ["a"], ["b"], [], ["a"], ["d"]];
    isTold(await alike(`const driver = require("mysql2/promise");${PROMISES}`, options()), "mysql2", values);
    isTold(await alike(`import driver from "mysql2/promise";${PROMISES}`, options({ kind: "mjs" })), "mysql2", values);
  });

  it("is led to another port, and refused", async () => {
    const text = `import driver from "mysql2/promise";
      const given = JSON.parse(process.env.SETTINGS);
      const connect = async () => {
        const c = await driver.createConnection(given);
        print((await c.query("SELECT @@port AS port"))[0], c.connection.config.port === given.port, Object.hasOwn(c.connection.config, "stream"));
        await c.end();
      };
      await connect().catch(shown);
      const pool = driver.createPool(given);
      await pool.query("SELECT @@port AS port").then(([rows]) => print(rows), shown);
      await pool.end();`;
    const led = await run(text, { kind: "mjs", env: settings(original), hooks: toHome() });
    assert.deepEqual(led.lines, [`[{"port":${home.port}}] true true`, `[{"port":${home.port}}]`]);
    const refused = await run(text, { kind: "mjs", env: settings(original), hooks: { refuse: "not here" } });
    assert.deepEqual(refused.lines, Array(2).fill("error Refused null null not here"));
  });

  it("goes by a Unix socket, and is led from one and to one", async () => {
    const text = `const driver = require("mysql2");
      const c = driver.createConnection(JSON.parse(process.env.SETTINGS));
      c.query("SELECT @@port AS port", (error, rows) => { print(rows); c.end(); });`;
    const env = { SETTINGS: JSON.stringify({ socketPath: original.socket, user: "root", database: "shop" }) };
    const { connects } = await alike(text, { env });
    assert.deepEqual([connects[0].host, connects[0].port, connects[0].socket], [null, null, original.socket]);
    assert.deepEqual((await run(text, { env, hooks: toHome() })).lines, [`[{"port":${home.port}}]`]);
    const back = await run(text, { env: settings(original), hooks: { lead: { host: home.socket } } });
    assert.deepEqual(back.lines, [`[{"port":${home.port}}]`]);
  });
});

const MARIADB = `
const given = JSON.parse(process.env.SETTINGS);
const main = async () => {
  const c = await driver.createConnection(given);
  const ok = await c.query("INSERT INTO books (title) VALUES (?)", ["a"]);
  print(ok.affectedRows, ok.constructor.name);
  print(await c.query("SELECT * FROM books WHERE title = ?", ["a"]));
  await c.query("INSERT INTO books (title) VALUES (?)", ["a"]).catch((error) => { print(error.constructor.name, error.code, error.errno, error.sqlState, error.sqlMessage, Object.keys(error)); });
  print((await c.execute("INSERT INTO books (title) VALUES (?)", ["b"])).affectedRows);
  const statement = await c.prepare("INSERT INTO books (title) VALUES (?)");
  print((await statement.execute(["e"] /* INSERT */)).affectedRows);
  statement.close();
  print((await c.batch("INSERT INTO books (title) VALUES (?)", [["f"], ["g"]])).affectedRows);
  await c.beginTransaction();
  await c.query("INSERT INTO books (title) VALUES ('c')");
  await c.rollback();
  const rows = [];
  for await (const row of c.queryStream("SELECT title FROM books ORDER BY title")) rows.push(row.title);
  print(rows);
  await c.end();
  const pool = driver.createPool({ ...given, connectionLimit: 2 });
  await pool.query("INSERT INTO books (title) VALUES (?)", ["a"]).catch((error) => print(error.code));
  const held = await pool.getConnection();
  print((await held.query("SELECT count(*) AS n FROM books")).map(({ n }) => Number(n)));
  await held.release();
  await pool.end();
};
main();`;

describe("mariadb", () => {
  it("is told by promises, required and imported", async () => {
    const values = [["a"], ["a"], ["b"], ["e"], [["f"], ["g"]], [], ["a"]];
    for (const [kind, head] of [["cjs", 'const driver = require("mariadb");'], ["mjs", 'import driver from "mariadb";'], ["mjs", 'import * as driver from "mariadb";']]) {
      const told = await alike(head + MARIADB, options({ kind }));
      isTold(told, "mariadb", values);
      assert.ok(told.begun.some(({ text }) => text === "SELECT title FROM books ORDER BY title"));
      assert.ok(told.begun.some(({ text }) => text === "ROLLBACK"));
    }
  });

  it("is told by callbacks", async () => {
    const text = `const driver = require("mariadb/callback");
      const c = driver.createConnection(JSON.parse(process.env.SETTINGS));
      c.query("INSERT INTO books (title) VALUES (?)", ["a"], (error, result) => {
        print(error, result.affectedRows);
        c.query("INSERT INTO books (title) VALUES (?)", ["a"], (error, result) => {
          print(error.code, result ?? null);
          c.end();
        });
      });`;
    const { begun, ended } = await alike(text, options());
    assert.deepEqual(inserts(begun).map(({ values }) => values), [["a"], ["a"]]);
    assert.deepEqual(inserts(ended).map(({ count, error }) => [count, error?.constraint]), [[1, undefined], [null, "by_title"]]);
  });

  it("is led to another port, and refused", async () => {
    for (const [kind, head] of [["cjs", 'const driver = require("mariadb");'], ["mjs", 'import driver from "mariadb";']]) {
      const text = `${head}
        const given = JSON.parse(process.env.SETTINGS);
        const main = async () => {
          await driver.createConnection(given).then(async (c) => { print(await c.query("SELECT CAST(@@port AS CHAR) AS port")); await c.end(); }, (error) => shown(error));
          const pool = driver.createPool({ ...given, acquireTimeout: 2000, initializationTimeout: 1000 });
          await pool.query("SELECT CAST(@@port AS CHAR) AS port").then((rows) => print(rows), (error) => print("refused", error.cause?.message));
          await pool.end();
        };
        main();`;
      const led = await run(text, { kind, env: settings(original), hooks: toHome() });
      assert.deepEqual(led.lines, Array(2).fill(`[{"port":"${home.port}"}]`), led.stderr);
      const refused = await run(text, { kind, env: settings(original), hooks: { refuse: "not here" } });
      assert.deepEqual(refused.lines, ["error Refused null null not here", "refused not here"]);
    }
  });
});
