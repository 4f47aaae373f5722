// The watcher of queries tells what programs put into SQL, and changes nothing that they do or see: the drivers' functions look the
// same, and give the same answers, errors and stacks. Every driver is the real package but two, which need a compiler to install.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, it } from "node:test";
import { noPostgres, withPostgres } from "../e2e/postgres.mjs";
import { watched } from "./harness/watched.js";

const { alike, folder } = watched(["sql-injection"]);
const require = createRequire(import.meta.url);
const at = (name) => JSON.stringify(require.resolve(name));

const TAINT = "_EM_5_XYZ_";
const LEAVING = "nmq'qmn";
const SHAPES = `
function shape(title, holder, names) {
  for (const name of names) {
    const { value: f, ...rest } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
    if (typeof f !== "function") { console.log(title, name, "none"); continue; }
    let isConstructor = true;
    try { Reflect.construct(Object, [], f); } catch { isConstructor = false; }
    // A function that is not strict has them in another order.
    const own = Reflect.ownKeys(f).sort().map((key) => [String(key), JSON.stringify({ ...Object.getOwnPropertyDescriptor(f, key), value: undefined })]);
    console.log(title, name, f.name, f.length, isConstructor, JSON.stringify(rest), JSON.stringify(own));
  }
}
const tell = (error) => console.log(error?.stack ?? error, error?.code, typeof error === "object" && error !== null ? Object.keys(error).join() : "");
`;

describe("the watcher of queries", () => {
  it("leaves sql.js as it is", async () => {
    const told = await alike(
      `${SHAPES}
      const initialise = require(${at("sql.js")});
      shape("module", { initialise, f: initialise.default }, ["initialise", "f"]);
      console.log(initialise === initialise.default, initialise === require(${at("sql.js")}));
      const settings = { mine: 1 };
      const first = initialise(settings);
      console.log(first === initialise(), first instanceof Promise);
      first.then((SQL) => {
        console.log(SQL === settings, settings.postRun, Object.keys(SQL).includes("Database"));
        const { Database } = SQL;
        shape("database", Database.prototype, ["run", "exec", "each", "prepare", "getRowsModified", "close", "iterateStatements"]);
        const database = new Database();
        console.log(database.run("CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('x')") === database);
        const sent = "${LEAVING}";
        const attempts = [
          () => JSON.stringify(database.exec("SELECT * FROM t WHERE a = ?", [sent])),
          () => database.exec("SELECT '${TAINT}'")[0].values[0][0],
          () => database.exec("SELECT '" + sent + "'"),
          () => database.prepare("SELECT nothing"), () => database.run("nonsense"), () => database.exec(), () => database.run(null),
          () => Database.prototype.exec.call({}, "SELECT 1"), () => database.prepare("SELECT 1").getAsObject(),
          () => database.each("SELECT a FROM t", (row) => console.log(JSON.stringify(row)), () => console.log("done")),
        ];
        for (const attempt of attempts) try { tell(attempt()); } catch (error) { tell(error); }
        function deep(n) { if (n === 0) database.exec("nonsense"); else deep(n - 1); }
        try { deep(30); } catch (error) { tell(error); }
        console.log(Error.stackTraceLimit);
        database.close();
        try { database.exec("SELECT 1"); } catch (error) { tell(error); }
      });`,
      { loads: true, prints: /syntax error/ },
    );
    assert.deepEqual(told.map(([what]) => what), ["sql-input", "sql-injection"]);
    assert.match(told[0][1], /SELECT '_EM_5_XYZ_'/);
    assert.match(told[1][1], /SELECT '" \+ sent/);
  });

  // The server is mysql2's own, which answers everything alike.
  const SERVER = `
    const mysql2 = require(${at("mysql2")});
    const answer = (c, sql) => /fail|nmq/.test(sql) ? c.writeError({ code: 1064, message: "refused " + sql }) : c.writeOk({ affectedRows: sql.length });
    const server = mysql2.createServer();
    server.on("connection", (c) => {
      c.serverHandshake({ protocolVersion: 4, serverVersion: "8.0.0", connectionId: 1, statusFlags: 2, characterSet: 8, capabilityFlags: 0xffffff ^ 0x800,
        authCallback: (_, done) => { done(null); c.sequenceId = 0; } });
      // It leaves the numbers of packets to who uses it.
      c.on("query", (sql) => { c.sequenceId = 1; answer(c, sql); c.sequenceId = 0; });
      c.on("error", () => {});
      c.on("quit", () => c.close());
    });
    const settings = () => ({ host: "127.0.0.1", port: server._server.address().port, user: "u", password: "", database: "d" });
    server.listen(0, "127.0.0.1");
    const ask = (on, ...args) => new Promise((done) => on.query(...args, (error, result) => {
      tell(error ? error.stack.replaceAll(server._server.address().port, "PORT") : result.affectedRows);
      done();
    }));
    const run = async (on, sent) => {
      await ask(on, "SELECT ?", [sent]);
      await ask(on, { sql: "SELECT ? + 1", values: [sent] });
      await ask(on, "SELECT '${TAINT}'");
      await ask(on, "SELECT fail, ?", [sent]);
      await ask(on, "SELECT " + on.escape(sent) + ", fail");
      await ask(on, "SELECT '" + sent + "'");
      await ask(on, { sql: "SELECT 1, " + sent });
      try { tell(typeof on.query("SELECT 2", 3, 4)); } catch (error) { tell(error); }
      try { on.query(); } catch (error) { tell(error); }
    };
    process.on("uncaughtException", (error) => tell(error));
  `;

  it("leaves mysql as it is", async () => {
    const told = await alike(
      `${SHAPES}${SERVER}
      const mysql = require(${at("mysql")});
      for (const name of ["Connection", "Pool", "PoolNamespace"]) shape(name, require(${at("mysql")}.replace("index.js", "lib/" + name + ".js")).prototype, ["query", "end"]);
      server._server.on("listening", async () => {
        const connection = mysql.createConnection(settings());
        await run(connection, "${LEAVING}");
        const pool = mysql.createPool(settings());
        await ask(pool, "SELECT 7, '${LEAVING}'");
        await ask(pool, "SELECT 8, fail");
        process.exit();
      });`,
      { loads: true, prints: /ER_PARSE_ERROR[^]*at ask/ },
    );
    assert.deepEqual(told.map(([what]) => what), ["sql-input", "sql-injection", "sql-injection", "sql-injection"]);
    assert.ok(told.every(([, line]) => line.startsWith("const ask =")), JSON.stringify(told));
  });

  it("leaves mysql2 as it is, and its promises", async () => {
    const told = await alike(
      `${SHAPES}${SERVER}
      const file = (name) => require(${at("mysql2")}.replace("index.js", "lib/" + name + ".js"));
      for (const name of ["connection", "pool", "base/connection", "base/pool"]) shape(name, file(name).prototype, ["query", "execute", "prepare", "end"]);
      server._server.on("listening", async () => {
        await run(mysql2.createConnection(settings()), "${LEAVING}");
        const pool = mysql2.createPool(settings()).promise();
        const [result] = await pool.query("SELECT 1, '${TAINT}'");
        tell(result.affectedRows);
        await pool.query("SELECT 7, '${LEAVING}'").catch(tell);
        process.exit();
      });`,
      { loads: true, prints: /ER_PARSE_ERROR/ },
    );
    assert.deepEqual(told.map(([what]) => what), ["sql-input", "sql-injection", "sql-injection", "sql-input", "sql-injection"]);
    assert.match(told[3][1], /pool.query\("SELECT 1/);
    assert.match(told[4][1], /pool.query\("SELECT 7/);
  });

  it("leaves pg as it is, required and imported", { skip: noPostgres }, async () => {
    const body = `
      const connection = { host: "127.0.0.1", port: Number(process.env.POSTGRES_PORT), user: "postgres", database: "postgres" };
      async function start() {
        shape("client", pg.Client.prototype, ["query", "end"]);
        shape("pool", Object.getPrototypeOf(pg.Pool.prototype), ["query", "end"]);
        const client = new pg.Client(connection);
        await client.connect();
        const pool = new pg.Pool(connection);
        const sent = "${LEAVING}";
        for (const on of [client, pool]) {
          tell(JSON.stringify((await on.query("SELECT $1::text AS a", [sent])).rows));
          tell(JSON.stringify((await on.query({ text: "SELECT '${TAINT}' AS a", rowMode: "array" })).rows));
          await on.query("SELECT '" + sent + "'").catch(tell);
          await on.query({ text: "SELECT 1, " + sent }).catch(tell);
          tell((await on.query("SELECT " + pg.escapeLiteral(sent))).rowCount);
          await new Promise((done) => on.query("SELECT nothing", (error, result) => { tell(error); tell(result); done(); }));
        }
        for (const wrong of [undefined, null, 3, {}]) try { tell(typeof (await client.query(wrong))); } catch (error) { tell(error); }
        const query = new pg.Query("SELECT 4 AS a");
        tell(client.query(query) === query);
        await new Promise((done) => query.on("row", (row) => tell(row.a)).on("end", done));
        await client.end();
        await pool.end();
      }
      start();`;
    await withPostgres(async (port) => {
      const env = { POSTGRES_PORT: String(port) };
      const required = await alike(`${SHAPES}const pg = require(${at("pg")});${body}`, { loads: true, env, prints: /42703/ });
      const esm = JSON.stringify(require.resolve("pg").replace("lib/index.js", "esm/index.mjs"));
      const imported = await alike(`import { Client, Pool } from ${esm}; import pg from ${esm};${SHAPES}console.log(Client === pg.Client, Pool === pg.Pool);${body}`, {
        loads: true,
        kind: "mjs",
        env,
        prints: /true true/,
      });
      // A pool asks for the same as the client before it, and is looked at once.
      for (const told of [required, imported]) {
        assert.deepEqual(told.map(([what]) => what), ["sql-input", "sql-injection", "sql-injection"]);
        assert.match(told[1][1], /on\.query\("SELECT '"/);
      }
    });
  });

  // What their files look like: both need a compiler, or a download from elsewhere than npm.
  it("knows sqlite3 and better-sqlite3 by their files", async () => {
    const write = (name, text) => {
      const file = path.join(folder, "node_modules", name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, text);
    };
    for (const [name, main] of [["sqlite3", "lib/sqlite3.js"], ["better-sqlite3", "lib/database.js"]]) {
      write(`${name}/package.json`, JSON.stringify({ name, version: "9.0.0", main }));
    }
    const methods = "function prepare(sql) { if (sql === 'wrong') throw new Error('wrong'); return sql.length; }";
    // As its errors are: objects that have a stack.
    const refuse = "function Refused() { Error.captureStackTrace(this, Refused); } function exec() { throw new Refused(); }";
    write("better-sqlite3/lib/database.js", `${methods}\n${refuse}\nfunction Database() {}\nDatabase.prototype.prepare = prepare;\nDatabase.prototype.exec = exec;\nmodule.exports = Database;`);
    write("sqlite3/lib/sqlite3.js", `${methods}\nclass Database { }\nDatabase.prototype.all = { all(sql) { return prepare(sql); } }.all;\nexports.Database = Database;`);
    const told = await alike(
      `${SHAPES}
      const better = new (require("better-sqlite3"))(), other = new (require("sqlite3").Database)();
      shape("better", Object.getPrototypeOf(better), ["prepare", "exec"]);
      console.log(better.prepare("SELECT '${LEAVING}'"), other.all("SELECT '${TAINT}', 1313669125"));
      try { better.prepare("wrong"); } catch (error) { tell(error); }
      try { better.exec("wrong"); } catch (error) { tell(error); }
      try { other.all("wrong"); } catch (error) { tell(error); }`,
      { loads: true, prints: /16 30|Error: wrong/ },
    );
    assert.deepEqual(told.map(([what]) => what), ["sql-injection", "sql-input", "sql-input"]);
  });
});
