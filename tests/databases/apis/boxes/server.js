"use strict";
// Boxes that another program puts into their table. They are asked for by what is worked out of several columns.

const http = require("node:http");
const { Pool } = require("pg");

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 3 });
const OF_SIZE =
  "SELECT id, label FROM boxes WHERE width % 1000 + (height % 1000) * 2 BETWEEN $1::integer * 3 AND $1::integer * 3 + 1 " +
  "AND width % 1000 > height % 1000";
const MADE = "SELECT count(*)::integer AS count FROM boxes WHERE made = $1";

const routes = [
  [
    /^\/boxes\/(\d{1,4})$/,
    async (size) => {
      const { rows } = await pool.query(OF_SIZE, [size]);
      return rows.length === 0 ? [404, { error: "no such box" }] : [200, rows];
    },
  ],
  [
    /^\/made\/([^/]+)$/,
    async (day) => {
      const { rows } = await pool.query(MADE, [day]);
      if (rows[0].count === 0) return [404, { error: "none was made then" }];
      return [200, { made: rows[0].count }];
    },
  ],
];

async function answer({ url }) {
  const { pathname } = new URL(url, "http://boxes");
  for (const [pattern, handle] of routes) {
    const [, piece] = pattern.exec(pathname) ?? [];
    if (piece !== undefined) return handle(decodeURIComponent(piece).replaceAll("\0", ""));
  }
  return [404, { error: "no such place" }];
}

http
  .createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((error) => [400, { error: error.message }]);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  })
  .listen(Number(process.env.PORT ?? 3109));
