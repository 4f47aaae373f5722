// The APIs that stand on a database, as experiments search them: beside a server of their own, which stays empty.

import path from "node:path";
import { startMariaDB, startPostgres } from "../../../databases/servers.mjs";
import { ROOT } from "../../suts.mjs";

const api = (name, { start, own, begin, database }) => ({
  name,
  dir: path.join(ROOT, "fixtures/suts", name),
  entry: ["--start", start, "--openapi", "openapi.json", "--auth", "users.yaml"],
  start,
  own,
  begin,
  database,
});

/** By name. `begin` starts the server that has `database`; without it rows are in files. */
export const APIS = {
  "db-pg": api("db-pg", {
    start: "node migrate.js && node server.js",
    own: ["server.js", "src/**/*.js"],
    begin: startPostgres,
    database: "depot",
  }),
  "db-nest": api("db-nest", {
    start: "node -r ts-node/register/transpile-only src/main.ts",
    own: ["src/**/*.ts"],
    begin: startPostgres,
    database: "academy",
  }),
  "db-koa": api("db-koa", { start: "node server.js", own: ["server.js", "src/**/*.js"], begin: startMariaDB, database: "guesthouse" }),
  "db-drizzle": api("db-drizzle", { start: "node server.js", own: ["server.js", "src/**/*.js"] }),
};

/** Does something with an API whose server runs; `secrets` are the variables that name it. */
export async function withServer(name, use) {
  const found = APIS[name];
  if (found.begin === undefined) return use({ ...found, secrets: {} });
  const server = await found.begin();
  try {
    server.createDatabase(found.database);
    return await use({ ...found, secrets: { DATABASE_URL: server.url(found.database) } });
  } finally {
    await server.stop();
  }
}
