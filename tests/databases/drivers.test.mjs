// Drivers of PostgreSQL against a real server: what they are asked and answer is told, connections are told and led,
// and the program sees nothing of it.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lacks, programs } from "./programs.mjs";
import { startPostgres } from "./servers.mjs";

const { alike, run } = programs(["pg", "pg-cursor", "pg-query-stream", "pg-copy-streams", "pg-native", "postgres"]);

/** The one that programs are configured for, and the one that they are led to. */
let original;
let home;
const TABLE = "DROP TABLE IF EXISTS books; CREATE TABLE books (id serial PRIMARY KEY, title text UNIQUE)";

before(async () => {
  original = await startPostgres({ log: true });
  home = await startPostgres();
  for (const server of [original, home]) server.createDatabase("shop");
});
after(async () => {
  await original?.stop();
  await home?.stop();
});

const settings = (server) => ({ PGHOST: server.host, PGPORT: String(server.port), PGUSER: "postgres", PGDATABASE: "shop" });
const fresh = () => {
  for (const server of [original, home]) server.sql("shop", TABLE);
};
const options = (more = {}) => ({ before: fresh, env: settings(original), ...more });

const ofKind = (kind, queries) => queries.filter((query) => query.kind === kind);
const inserts = (queries) => queries.filter(({ text, kind }) => kind === "query" && text.startsWith("INSERT"));

const PG = `
const main = async () => {
  shape(pg.Client.prototype, ["query", "connect", "_connect", "end"]);
  shape(Object.getPrototypeOf(pg.Pool.prototype), ["query", "connect"]);
  const client = new pg.Client();
  print(client.host, client.database);
  await client.connect();
  print((await client.query("INSERT INTO books (title) VALUES ($1) RETURNING *", ["a"])).rows);
  const found = await client.query({ name: "find", text: "SELECT * FROM books WHERE title = $1", values: ["a"] });
  print(found.rows, found.rowCount, found.command, found.constructor.name);
  await client.query("INSERT INTO books (title) VALUES ($1)", ["a"]).catch((error) => { shown(error); print(error.constraint, error.stack.split("\\n")[0]); });
  await new Promise((done) => client.query("INSERT INTO books (title) VALUES ($1)", ["b"], function (error, result) { print("callback", error, result.rowCount, arguments.length); done(); }));
  await new Promise((done) => client.query("SELECT nothing", (error, result) => { shown(error); print(result === undefined); done(); }));
  await client.query("BEGIN");
  await client.query("INSERT INTO books (title) VALUES ('c')");
  await client.query("SELECT nothing").catch(shown);
  await client.query("ROLLBACK");
  print((await client.query("SELECT 1 AS one; SELECT 2 AS two")).map((result) => result.rows));
  const order = [];
  await Promise.all([1, 2, 3].map((number) => client.query("SELECT " + number).then(() => order.push(number))));
  print(order);
  try { client.query(null); } catch (error) { shown(error); }
  if (globalThis.nearmissRaw) {
    const { rows, count } = await globalThis.nearmissRaw("pg", client).run("SELECT 'ours' AS a");
    if (rows[0].a !== "ours" || count !== 1) process.exit(7);
  }
  await client.end();
  await client.query("SELECT 1").catch(shown);
  const pool = new pg.Pool({ max: 2 });
  print((await Promise.all([1, 2, 3].map((number) => pool.query("SELECT $1::int AS n", [number])))).map(({ rows }) => rows[0].n));
  const held = await pool.connect();
  print((await held.query("SELECT count(*)::int AS n FROM books")).rows);
  held.release();
  await pool.query("INSERT INTO books (title) VALUES ('a')").catch(shown);
  await new Promise((done) => pool.query("SELECT 7 AS n", (error, result) => { print(error, result.rows); done(); }));
  await pool.end();
};
main();`;

function isPgTold({ connects, begun, ended }) {
  const [first] = connects;
  assert.deepEqual({ ...first, version: "" }, {
    driver: "pg",
    version: "",
    dialect: "postgres",
    isLeadable: true,
    host: "127.0.0.1",
    port: original.port,
    socket: null,
    database: "shop",
    user: "postgres",
  });
  assert.match(first.version, /^8\./);
  assert.ok(connects.length >= 3);
  const asked = inserts(begun);
  assert.deepEqual(asked.map(({ values }) => values), [["a"], ["a"], ["b"], [], []]);
  assert.match(asked[0].place, /RETURNING/);
  assert.match(asked.at(-1).place, /^await pool\.query/, "a pool's query has the place of who asked the pool");
  assert.deepEqual(asked.map(({ transaction }) => transaction), [false, false, false, true, false]);
  const answered = inserts(ended);
  assert.deepEqual(answered.map(({ count }) => count), [1, null, 1, 1, null]);
  assert.deepEqual(answered[0].rows, [{ id: 1, title: "a" }]);
  assert.deepEqual(answered[1].error, {
    code: "23505",
    state: null,
    number: null,
    constraint: "books_title_key",
    table: "books",
    column: null,
    message: 'duplicate key value violates unique constraint "books_title_key"',
  });
  const named = ended.find(({ text }) => text.startsWith("SELECT * FROM books"));
  assert.deepEqual([named.values, named.count], [["a"], 1]);
  assert.ok(ofKind("ask", begun).length >= 4);
  assert.ok(!begun.some(({ text }) => text.includes("ours")));
  assert.equal(ended.filter(({ text }) => text === "SELECT $1::int AS n").length, 3);
}

describe("pg", () => {
  it("is told, required and imported", async () => {
    isPgTold(await alike(`const pg = require("pg");${PG}`, options()));
    isPgTold(await alike(`import pg from "pg";${PG}`, options({ kind: "mjs" })));
    await alike(`import { Client, Pool } from "pg"; const pg = { Client, Pool };${PG}`, options({ kind: "mjs" }));
  });

  it("is led to another port, and shows what it was set to", async () => {
    fresh();
    const text = `const pg = require("pg");
      const main = async () => {
        const client = new pg.Client();
        await client.connect();
        print(client.host, client.port);
        print((await client.query("SELECT inet_server_port() AS port")).rows);
        await client.query("INSERT INTO books (title) VALUES ('led')");
        await client.end();
        const pool = new pg.Pool({ connectionString: process.env.URL });
        print((await pool.query("SELECT inet_server_port() AS port")).rows);
        await pool.end();
      };
      main();`;
    const env = { ...settings(original), URL: `${original.url("shop")}?sslmode=disable` };
    const { lines } = await run(text, { env, hooks: { lead: { host: home.host, port: home.port } } });
    assert.deepEqual(lines, [`127.0.0.1 ${original.port}`, `[{"port":${home.port}}]`, `[{"port":${home.port}}]`]);
    assert.equal(original.sql("shop", "SELECT count(*) FROM books").trim(), "0");
    assert.equal(home.sql("shop", "SELECT title FROM books").trim(), "led");
  });

  it("goes by a Unix socket, and is led from one and to one", async () => {
    const text = `const pg = require("pg");
      const main = async () => {
        const client = new pg.Client({ host: process.env.FOLDER });
        await client.connect();
        print((await client.query("SELECT inet_server_port() AS port, current_setting('port') AS own")).rows);
        await client.end();
      };
      main();`;
    const env = { ...settings(original), FOLDER: original.socketFolder };
    const { connects } = await alike(text, { env });
    assert.deepEqual([connects[0].host, connects[0].socket, connects[0].port], [null, original.socketFolder, original.port]);
    const led = await run(text, { env, hooks: { lead: { host: home.host, port: home.port } } });
    assert.deepEqual(led.lines, [`[{"port":${home.port},"own":"${home.port}"}]`]);
    const back = await run(text, { env: { ...env, FOLDER: original.host }, hooks: { lead: { host: home.socketFolder, port: home.port } } });
    assert.deepEqual(back.lines, [`[{"port":null,"own":"${home.port}"}]`]);
  });

  it("is refused as a connection that fails, and asks nothing", async () => {
    const before = original.statements().length;
    const text = `const pg = require("pg");
      const main = async () => {
        const client = new pg.Client();
        client.on("error", () => print("an error nobody asked for"));
        await client.connect().catch(shown);
        await new Promise((done) => new pg.Client().connect((error) => { shown(error); done(); }));
        const pool = new pg.Pool();
        await pool.query("SELECT 1").catch(shown);
        await pool.connect().catch(shown);
        await pool.end();
      };
      main();`;
    const { lines, code } = await run(text, { env: settings(original), hooks: { refuse: "not here" } });
    assert.deepEqual(lines, Array(4).fill("error Refused null null not here"));
    assert.equal(code, 0);
    assert.equal(original.statements().length, before);
  });

  it("tells of cursors and streams, and of a connection that ends", async () => {
    const text = `const pg = require("pg");
      const Cursor = require("pg-cursor"), QueryStream = require("pg-query-stream"), copy = require("pg-copy-streams");
      const { pipeline } = require("node:stream/promises"), { Readable } = require("node:stream");
      const main = async () => {
        const client = new pg.Client();
        client.on("error", (error) => print("ended", error.code ?? error.message));
        await client.connect();
        await pipeline(Readable.from(["x\\n", "y\\n"]), client.query(copy.from("COPY books (title) FROM STDIN")));
        const cursor = client.query(new Cursor("SELECT title FROM books ORDER BY id LIMIT $1", [5]));
        print(await cursor.read(1), await cursor.read(5), await cursor.read(5));
        await cursor.close();
        for await (const row of client.query(new QueryStream("SELECT title FROM books ORDER BY title DESC"))) print(row);
        let text = "";
        for await (const part of client.query(copy.to("COPY books (title) TO STDOUT"))) text += part;
        print(text);
        const other = new pg.Client();
        await other.connect();
        client.query("SELECT pg_sleep(20)").catch(shown);
        await other.query("SELECT pg_terminate_backend($1)", [client.processID]);
        await other.end();
      };
      main();`;
    const { begun, ended } = await alike(text, options());
    assert.deepEqual(begun.slice(0, 4).map(({ text: sql, values }) => [sql.split(" ").slice(0, 2).join(" "), values]), [
      ["COPY books", []],
      ["SELECT title", ["5"]],
      ["SELECT title", []],
      ["COPY books", []],
    ]);
    assert.equal(ended.length >= 4, true);
    assert.equal(ended.find(({ text: sql }) => sql.includes("pg_sleep")).error.code, "57P01");
  });

  it("is told and led with pg-native", { skip: lacks("pg-native") }, async () => {
    const text = `const pg = require("pg").native;
      const main = async () => {
        const client = new pg.Client();
        await client.connect();
        print((await client.query("INSERT INTO books (title) VALUES ($1) RETURNING *", ["a"])).rows);
        await client.query("INSERT INTO books (title) VALUES ($1)", ["a"]).catch((error) => print(error.code, error.message));
        await client.end();
        const pool = new pg.Pool();
        print((await pool.query("SELECT 1 AS one")).rows);
        await pool.end();
      };
      main();`;
    const { connects, begun } = await alike(text, options());
    assert.deepEqual([connects[0].driver, connects[0].port], ["pg", original.port]);
    assert.deepEqual(inserts(begun).map(({ values }) => values), [["a"], ["a"]]);
    fresh();
    const led = await run(text, { env: settings(original), hooks: { lead: { host: home.host, port: home.port } } });
    assert.equal(led.code, 0, led.stderr);
    assert.equal(home.sql("shop", "SELECT title FROM books").trim(), "a");
    assert.equal(original.sql("shop", "SELECT count(*) FROM books").trim(), "0");
  });

  it("replaces nothing where nobody listens", async () => {
    const text = `const pg = require("pg"); print(pg.Client.prototype.query.toString().startsWith("query(config"));`;
    assert.deepEqual((await run(text, { hooks: { queries: false } })).lines, ["true"]);
  });
});

const POSTGRES = `
const main = async () => {
  const sql = postgres({ max: 2, onnotice: () => {} });
  const [book] = await sql\`INSERT INTO books (title) VALUES (\${"a"}) RETURNING *\`;
  print(book);
  const found = await sql\`SELECT * FROM books WHERE \${sql\`title = \${"a"}\`}\`;
  print(found, found.count, found.command, found.columns.map(({ name }) => name), found.constructor.name);
  await sql\`INSERT INTO books (title) VALUES (\${"a"})\`.catch((error) => { shown(error); print(error.constraint_name, Object.keys(error).sort()); });
  print((await sql.unsafe("INSERT INTO books (title) VALUES ($1)", ["b"])).count);
  print(await sql.unsafe("SELECT 1 AS one; SELECT 2 AS two"));
  await sql.begin(async (tx) => {
    await tx\`INSERT INTO books (title) VALUES ('c')\`;
    await tx.savepoint(async (inner) => { await inner\`SELECT nothing\`; }).catch(shown);
    throw new Error("back");
  }).catch((error) => print(error.message));
  await sql.unsafe("nonsense").catch(shown);
  for await (const rows of sql\`SELECT generate_series(1, 3) AS n\`.cursor(2)) print(rows);
  print(await sql\`SELECT count(*)::int AS n FROM \${sql("books")}\`);
  const query = sql\`SELECT 5 AS n\`;
  print(Object.keys(query).sort(), query instanceof Promise, query.constructor.name);
  print(await Promise.all([query, sql\`SELECT 6 AS n\`, sql\`SELECT 7 AS n\`]));
  const one = await sql.reserve();
  print(await one\`SELECT 8 AS n\`);
  one.release();
  await sql.end();
  await sql\`SELECT 1\`.catch(shown);
};
main();`;

describe("postgres", () => {
  it("is told, required and imported", async () => {
    for (const [kind, head] of [["cjs", 'const postgres = require("postgres");'], ["mjs", 'import postgres from "postgres";']]) {
      const { connects, begun, ended } = await alike(head + POSTGRES, options({ kind }));
      assert.deepEqual([connects[0].driver, connects[0].host, connects[0].port, connects[0].database], ["postgres", "127.0.0.1", original.port, "shop"]);
      assert.deepEqual(inserts(begun).map(({ values }) => values), [["a"], ["a"], ["b"], []]);
      assert.match(inserts(begun)[0].place, /^const \[book\]/);
      assert.match(inserts(begun)[2].place, /sql\.unsafe/);
      assert.deepEqual(inserts(ended).map(({ count }) => count), [1, null, 1, 1]);
      assert.deepEqual(inserts(ended)[0].rows, [{ id: 1, title: "a" }]);
      assert.equal(inserts(ended)[1].error.code, "23505");
      assert.equal(inserts(ended)[1].error.constraint, "books_title_key");
      assert.ok(begun.some(({ text }) => text === "SELECT * FROM books WHERE title = $1"));
    }
  });

  it("is led to another port, from a socket, too, and refused", async () => {
    for (const [kind, head] of [["cjs", 'const postgres = require("postgres");'], ["mjs", 'import postgres from "postgres";']]) {
      const text = `${head}
        const main = async () => {
          const sql = postgres({ host: process.env.WHERE, connect_timeout: 5 });
          await sql\`SELECT inet_server_port() AS port\`.then((rows) => print(rows), shown);
          await sql\`SELECT inet_server_port() AS port\`.then((rows) => print(rows), shown);
          await sql.end({ timeout: 1 });
        };
        main();`;
      for (const WHERE of [original.host, original.socketFolder]) {
        const { lines } = await run(text, { kind, env: { ...settings(original), WHERE }, hooks: { lead: { host: home.host, port: home.port } } });
        assert.deepEqual(lines, Array(2).fill(`[{"port":${home.port}}]`));
      }
      const { lines } = await run(text, { kind, env: { ...settings(original), WHERE: original.host }, hooks: { refuse: "not here" } });
      assert.deepEqual(lines, Array(2).fill("error Refused null null not here"));
    }
  });
});
