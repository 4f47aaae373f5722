"use strict";
// Things on a shelf, of which two may be alike.

const http = require("node:http");
const { Pool } = require("pg");

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 3 });
// A connection that ends while nobody uses it is replaced by the next query.
pool.on("error", (error) => console.error(`pool: ${error.message}`));
const SHADES = ["red", "green", "blue"];

async function bodyOf(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function add(request) {
  const body = await bodyOf(request);
  if (typeof body?.name !== "string" || !SHADES.includes(body.shade)) return [400, { error: "name and shade are needed" }];
  if (body.name.includes("\0")) return [400, { error: "no name" }];
  const { name, shade, width, worth } = body;
  if (width !== undefined && !(Number.isInteger(width) && Math.abs(width) < 1_000)) return [400, { error: "no width" }];
  if (worth !== undefined && !(Number.isInteger(worth) && worth >= 0 && worth < 100_000)) return [400, { error: "no worth" }];
  const values = [name, shade, width === undefined ? null : `(${width},1)`, worth ?? null];
  const text = "INSERT INTO things (name, shade, extent, worth) VALUES ($1, $2, $3, $4) RETURNING name, shade, (extent).width, worth";
  const { rows } = await pool.query(text, values);
  return [201, rows[0]];
}

const routes = {
  "POST /things": add,
  "GET /things": async () => [200, (await pool.query("SELECT * FROM things ORDER BY things")).rows],
  "GET /things/count": async () => [200, (await pool.query("SELECT count(*)::int AS things FROM things")).rows[0]],
  "DELETE /things/{shade}": async (_, shade) => {
    if (!SHADES.includes(shade)) return [404, { error: "no such shade" }];
    const { rowCount } = await pool.query("DELETE FROM things WHERE shade = $1", [shade]);
    return rowCount === 0 ? [404, { error: "nothing of that shade" }] : [200, { removed: rowCount }];
  },
};

async function answer(request) {
  const { pathname } = new URL(request.url, "http://shelf");
  const [, shade] = /^\/things\/([^/]+)$/.exec(pathname) ?? [];
  const name = `${request.method} ${pathname}`;
  const route = routes[name] ?? (shade === undefined ? undefined : routes[`${request.method} /things/{shade}`]);
  return route === undefined ? [404, { error: "no such place" }] : await route(request, shade);
}

http
  .createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((error) => [500, { error: error.message }]);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  })
  .listen(Number(process.env.PORT ?? 3105));
