// An API that connects to its database in its first call, as pools of drivers do: its home is made meanwhile, which is
// no fault of it.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { nearmiss } from "../e2e/command.mjs";
import { everythingIn } from "./searches.mjs";
import { startMariaDB, startPostgres } from "./servers.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "search-late-")));
fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(parent, "node_modules"));
after(() => fs.rmSync(parent, { recursive: true, force: true }));

const CANARY = "canary-late-5127";
/** Programs that answer the number of rows; `ask(text)` is a query. */
const program = (connect) => `
const http = require("node:http");
${connect}
const answer = (response, status, body) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
};
http.createServer((request, response) => {
  if (request.url !== "/people") return answer(response, 404, {});
  const text = request.method === "POST" ? "INSERT INTO people (name) VALUES ('x')" : "SELECT name FROM people";
  ask(text).then((rows) => answer(response, 200, { rows }), () => answer(response, 500, {}));
}).listen(process.env.PORT ?? 3000);
`;
const APIS = [
  {
    name: "PostgreSQL",
    begin: startPostgres,
    connect: `const pool = new (require("pg").Pool)({ connectionString: process.env.DATABASE_URL });
const ask = async (text) => (await pool.query(text)).rows.length;`,
  },
  {
    name: "MariaDB",
    begin: startMariaDB,
    connect: `const pool = require("mysql2/promise").createPool(process.env.DATABASE_URL);
const ask = async (text) => Array.from((await pool.query(text))[0]).length;`,
  },
];
const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "late", version: "1" },
  paths: {
    "/people": {
      get: { responses: { 200: { description: "rows" } } },
      post: { responses: { 200: { description: "added" } } },
    },
  },
};

describe("APIs that connect in their first call", () => {
  for (const { name, begin, connect } of APIS) {
    it(name, async () => {
      const server = await begin();
      try {
        server.createDatabase("late");
        server.sql("late", `CREATE TABLE people (name VARCHAR(40)); INSERT INTO people VALUES ('${CANARY}')`);
        const before = server.dump();
        const folder = path.join(parent, name);
        fs.mkdirSync(folder);
        fs.writeFileSync(path.join(folder, "package.json"), "{}");
        fs.writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(DOCUMENT));
        fs.writeFileSync(path.join(folder, "server.js"), program(connect));
        // No home is made in so short a time.
        const api = ["--start", "node server.js", "--openapi", "openapi.json"];
        const args = ["fuzz", ...api, "--calls", "60", "--call-timeout", "400", "--no-replay"];
        const { code, output } = await nearmiss(folder, args, { env: { DATABASE_URL: server.url("late") } });
        assert.equal(code, 0, output);
        assert.doesNotMatch(output, /no whole answer|panicked/);
        assert.match(output, /the tables of the original, without their rows/);
        assert.match(output, /faults +0/);
        assert.ok(!everythingIn(folder).replace(program(connect), "").includes(CANARY));
        assert.deepEqual(server.dump(), before);
      } finally {
        await server.stop();
      }
    });
  }
});
