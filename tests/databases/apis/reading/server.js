"use strict";
// A reading room whose tables another program fills.

const http = require("node:http");
const { Pool } = require("pg");

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 3 });
const LOANS =
  "SELECT l.id, r.nickname FROM loans l JOIN readers r ON r.id = l.reader_id JOIN libraries b ON b.id = l.library_id " +
  "WHERE b.id = $1 AND b.is_open AND r.tier = 'gold' AND l.due > '2024-01-31'";
const RENEWAL =
  "UPDATE loans SET renewals = renewals + 1 FROM readers WHERE readers.id = loans.reader_id AND readers.email = $1 " +
  "AND renewals < 3 RETURNING loans.id";

const routes = [
  [
    "GET",
    /^\/libraries\/(\d{1,9})\/loans$/,
    async (id) => {
      const { rows } = await pool.query(LOANS, [id]);
      if (rows.length === 0) return [404, { error: "nothing is on loan there" }];
      return [200, rows.map(({ id: loan }) => ({ loan }))];
    },
  ],
  [
    "GET",
    /^\/readers\/([^/]+)$/,
    async (email) => {
      const { rows } = await pool.query("SELECT nickname, tier FROM readers WHERE email = $1", [email]);
      if (rows.length === 0) return [404, { error: "no such reader" }];
      // Not everybody has one.
      return [200, { nickname: rows[0].nickname.trim(), tier: rows[0].tier }];
    },
  ],
  [
    "POST",
    /^\/readers\/([^/]+)\/renewals$/,
    async (email) => {
      const { rows } = await pool.query(RENEWAL, [email]);
      return rows.length === 0 ? [404, { error: "nothing to renew" }] : [200, { renewed: rows.length }];
    },
  ],
];

async function answer({ method, url }) {
  const { pathname } = new URL(url, "http://reading");
  for (const [verb, pattern, handle] of routes) {
    const [, piece] = (verb === method && pattern.exec(pathname)) || [];
    if (piece !== undefined) return handle(decodeURIComponent(piece).replaceAll("\0", ""));
  }
  return [404, { error: "no such place" }];
}

http
  .createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((error) => [500, { error: error.message }]);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  })
  .listen(Number(process.env.PORT ?? 3107));
