// The servers answer drivers, and their logs say what was asked of which database, by others alone.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import net from "node:net";
import { test } from "node:test";
import mysql from "mysql2/promise";
import pg from "pg";
import { programPath, programsFolder } from "./server-process.mjs";
import { startMariaDB, startPostgres } from "./servers.mjs";

/** Tells whether nobody listens at a port. */
const silent = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(socket.destroy() && false));
    socket.on("error", () => resolve(true));
  });

test("PostgreSQL answers pg, and its log and dump say what was done", async () => {
  const server = await startPostgres({ log: true });
  try {
    server.createDatabase("harbour");
    const before = server.dump();
    const client = new pg.Client({ connectionString: server.url("harbour"), application_name: "a test" });
    await client.connect();
    assert.deepEqual((await client.query("select 1 as one")).rows, [{ one: 1 }]);
    await client.query("select $1::int\n  as two", [2]);
    await client.query("create table ships (id int)");
    await client.end();
    const socket = new pg.Client({ host: server.socketFolder, port: server.port, user: "postgres", database: "harbour" });
    await socket.connect();
    await socket.query("select 3");
    await socket.end();

    const from = "database=harbour application=a test";
    const said = server.statements();
    assert.deepEqual(said, [
      `${from} statement: select 1 as one`,
      `${from} execute <unnamed>: select $1::int\n  as two`,
      `${from} statement: create table ships (id int)`,
      "database=harbour application=[unknown] statement: select 3",
    ]);
    const after = server.dump();
    assert.equal(after.globals, before.globals);
    assert.equal(after.databases.postgres, before.databases.postgres);
    assert.doesNotMatch(before.databases.harbour, /ships/);
    assert.match(after.databases.harbour, /CREATE TABLE public\.ships/);
    assert.equal(server.sql("harbour", "select count(*) from ships"), "0\n");
    assert.deepEqual(server.statements(), said);
  } finally {
    await server.stop();
  }
  assert.equal(await silent(server.port), true);
  assert.equal(existsSync(server.socketFolder), false);
});

test("MariaDB answers mysql2, and its log and dump say what was done", async () => {
  const server = await startMariaDB({ log: true });
  try {
    server.createDatabase("harbour");
    server.createDatabase("airport");
    const before = server.dump();
    const connection = await mysql.createConnection(server.url("harbour"));
    assert.deepEqual((await connection.query("select 1 as one"))[0], [{ one: 1 }]);
    assert.deepEqual((await connection.execute("select ?\n  as two", [2]))[0], [{ two: 2 }]);
    await connection.query("create table ships (id int)");
    await connection.query("use airport");
    await connection.query("select 3");
    await connection.end();

    const said = server.statements();
    assert.deepEqual(said, [
      "database=harbour user=root Query: select 1 as one",
      "database=harbour user=root Prepare: select ?\n  as two",
      "database=harbour user=root Execute: select 2\n  as two",
      "database=harbour user=root Query: create table ships (id int)",
      "database=harbour user=root Query: use airport",
      "database=airport user=root Query: select 3",
    ]);
    const after = server.dump();
    assert.equal(after.globals, before.globals);
    assert.equal(after.databases.airport, before.databases.airport);
    assert.match(after.databases.harbour, /CREATE TABLE `ships`/);
    assert.equal(server.sql("harbour", "select count(*) from ships"), "0\n");
    assert.deepEqual(server.statements(), said);
  } finally {
    await server.stop();
  }
  assert.equal(await silent(server.port), true);
  assert.equal(existsSync(server.socket), false);
});

test("where a server is missing, its package is named", () => {
  assert.throws(() => programsFolder(["no-such-initdb"], [], "postgresql"), /apt-get install postgresql$/);
  assert.throws(() => programPath(["no-such-mariadbd"], [], "mariadb-server"), /apt-get install mariadb-server$/);
});
