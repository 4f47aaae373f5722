// Pools of drivers: which connections are out is what each pool itself counts, whoever took them and however.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { missing } from "./missing.mjs";
import { lacks, programs } from "./programs.mjs";
import { startMariaDB, startPostgres } from "./servers.mjs";

const { run } = programs(["mariadb", "mysql", "mysql2", "pg"]);
const ROOT = path.resolve(import.meta.dirname, "../..");
/** Where knex is. */
const KNEX = path.join(ROOT, "fixtures/suts/db-koa/node_modules");

/** A program that takes a connection and gives it back, and asks its pool itself; of the pool's names each driver has its own. */
const program = (open, take, back, ask, end) => `
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const main = async () => {
  const settings = JSON.parse(process.env.SETTINGS);
  ${open}
  ${ask}
  await later(50);
  const seen = [nearmissOut()];
  const connection = await ${take};
  seen.push(nearmissOut());
  await ${back};
  await later(50);
  seen.push(nearmissOut());
  ${ask}
  await later(50);
  seen.push(nearmissOut());
  print(seen);
  ${end}
};
main().catch((error) => { console.error(error); process.exit(1); });
`;

const MYSQL_TAKES = "new Promise((resolve, reject) => pool.getConnection((error, one) => (error ? reject(error) : resolve(one))))";
const MYSQL_ASKS = 'await new Promise((resolve, reject) => pool.query("SELECT 1", (error) => (error ? reject(error) : resolve())));';

/** Programs by what they use: the server, the packages, and the text. */
const PROGRAMS = {
  pg: ["postgres", program('const pool = new (require("pg").Pool)(settings);', "pool.connect()", "connection.release()", 'await pool.query("SELECT 1");', "await pool.end();")],
  mysql: ["mariadb", program('const pool = require("mysql").createPool(settings);', MYSQL_TAKES, "connection.release()", MYSQL_ASKS, "pool.end();")],
  mysql2: ["mariadb", program('const pool = require("mysql2").createPool(settings);', MYSQL_TAKES, "connection.release()", MYSQL_ASKS, "pool.end();")],
  "mysql2/promise": [
    "mariadb",
    program('const pool = require("mysql2/promise").createPool(settings);', "pool.getConnection()", "connection.release()", 'await pool.query("SELECT 1");', "await pool.end();"),
  ],
  mariadb: [
    "mariadb",
    program('const pool = require("mariadb").createPool(settings);', "pool.getConnection()", "connection.release()", 'await pool.query("SELECT 1");', "await pool.end();"),
  ],
  knex: [
    "mariadb",
    program(
      'const knex = require("knex")({ client: "mysql2", connection: settings });',
      "knex.transaction()",
      "connection.commit()",
      'await knex.raw("SELECT 1");',
      "await knex.destroy();",
    ),
  ],
};

describe("connections that are out", { skip: missing.length > 0 }, () => {
  const servers = {};
  before(async () => {
    servers.postgres = await startPostgres();
    servers.mariadb = await startMariaDB();
    for (const server of Object.values(servers)) await server.createDatabase("shop");
  });
  after(async () => {
    for (const server of Object.values(servers)) await server.stop();
  });
  for (const [name, [product, text]] of Object.entries(PROGRAMS)) {
    it(`are those of ${name}`, { skip: name === "knex" ? !fs.existsSync(path.join(KNEX, name)) : lacks(name.split("/")[0]) }, async () => {
      const { host, port } = servers[product];
      const user = product === "postgres" ? "postgres" : "root";
      const NODE_PATH = [path.join(ROOT, "node_modules"), KNEX].join(path.delimiter);
      const env = { NODE_PATH, SETTINGS: JSON.stringify({ host: host ?? "127.0.0.1", port, user, database: "shop" }) };
      const { code, stdout, stderr } = await run(text, { env });
      assert.equal(code, 0, stderr);
      assert.equal(stdout.trim(), "[0,1,0,0]");
    });
  }
});
