"use strict";
// Tenants with a database each, made when they come; what they have is seen through views and changed by functions alone.

const http = require("node:http");
const { Client } = require("pg");

const NAMES = ["north", "south"];
const OWN = `
  CREATE TABLE IF NOT EXISTS tenants (name text PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());
  CREATE OR REPLACE VIEW doors AS SELECT name FROM tenants;
  CREATE OR REPLACE FUNCTION enter(who text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS
    'INSERT INTO tenants (name) VALUES (who)';
`;
const OF_A_TENANT = `
  CREATE TABLE rooms (id serial PRIMARY KEY, floor integer NOT NULL);
  CREATE VIEW stairs AS SELECT floor, count(*)::int AS rooms FROM rooms GROUP BY floor ORDER BY floor;
  CREATE FUNCTION let_room(wanted integer) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = public AS
    'INSERT INTO rooms (floor) VALUES (wanted) RETURNING id';
`;

/** Does something on a connection to a database; none is the landlord's own. */
async function on(tenant, act) {
  const url = new URL(process.env.DATABASE_URL);
  if (tenant !== undefined) url.pathname = `/tenant_${tenant}`;
  const client = new Client({ connectionString: url.href });
  client.on("error", () => {});
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

const isThere = (name) => on(undefined, async (db) => (await db.query("SELECT 1 FROM doors WHERE name = $1", [name])).rowCount > 0);

async function bodyOf(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function come(request) {
  const { name } = (await bodyOf(request)) ?? {};
  if (!NAMES.includes(name)) return [400, { error: "north or south" }];
  if (await isThere(name)) return [409, { error: `${name} is there` }];
  await on(undefined, async (db) => {
    await db.query(`CREATE DATABASE tenant_${name}`);
    await db.query("SELECT enter($1)", [name]);
  });
  await on(name, (db) => db.query(OF_A_TENANT));
  return [201, { name }];
}

async function letRoom(request, name) {
  const { floor } = (await bodyOf(request)) ?? {};
  if (!Number.isInteger(floor) || floor < 0 || floor > 9) return [400, { error: "floor 0 to 9" }];
  const { rows } = await on(name, (db) => db.query("SELECT let_room($1) AS id", [floor]));
  return [201, { id: rows[0].id, floor }];
}

async function go(name) {
  await on(undefined, async (db) => {
    await db.query(`DROP DATABASE tenant_${name}`);
    await db.query("DELETE FROM tenants WHERE name = $1", [name]);
  });
  return [200, { gone: name }];
}

async function answer(request) {
  const { pathname } = new URL(request.url, "http://landlord");
  if (pathname === "/tenants") {
    if (request.method === "POST") return come(request);
    return [200, await on(undefined, async (db) => (await db.query("SELECT name FROM doors ORDER BY name")).rows)];
  }
  const [, name, rooms] = /^\/tenants\/([^/]+)(\/rooms)?$/.exec(pathname) ?? [];
  if (!NAMES.includes(name) || !(await isThere(name))) return [404, { error: "no such tenant" }];
  if (rooms === undefined) return request.method === "DELETE" ? go(name) : [405, { error: "no such call" }];
  if (request.method === "POST") return letRoom(request, name);
  return [200, await on(name, async (db) => (await db.query("SELECT * FROM stairs")).rows)];
}

const server = http.createServer(async (request, response) => {
  const [status, body] = await answer(request).catch((error) => [500, { error: error.message }]);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});

on(undefined, (db) => db.query(OWN)).then(
  () => server.listen(Number(process.env.PORT ?? 3106)),
  (error) => {
    console.error(`landlord: ${error.message}`);
    process.exit(1);
  },
);
