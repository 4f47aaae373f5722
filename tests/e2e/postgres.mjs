// A PostgreSQL of a test's own, which keeps nothing.

import { missing } from "../databases/missing.mjs";
import { startPostgres } from "../databases/servers.mjs";

/** Why there is none, or false. */
export const noPostgres = missing.includes("initdb") ? "PostgreSQL is not installed" : false;

/** Runs `body(port)` with a PostgreSQL that ends whatever happens; the user `postgres` needs no password. */
export async function withPostgres(body) {
  const server = await startPostgres();
  try {
    return await body(server.port);
  } finally {
    await server.stop();
  }
}
