// A pool of one connection: who waits for it, in which order, and for how long.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 0,
  });
  const counts = () => [pool.totalCount, pool.idleCount, pool.waitingCount];
  const events = [];
  for (const name of ["connect", "acquire", "release", "remove"]) pool.on(name, () => events.push(name));
  await pool.query("CREATE TABLE books (title text)");
  say("idle", counts());
  const {
    rows: [{ pid }],
  } = await pool.query("SELECT pg_backend_pid() AS pid");
  const client = await pool.connect();
  say("taken", counts());
  await client.query("BEGIN");
  say("none", (await client.query("SELECT * FROM books WHERE title = 'a'")).rows);
  const waits = pool.query("SELECT count(*)::int AS n FROM books WHERE title = 'a'");
  say("one waits", counts());
  await client.query("INSERT INTO books VALUES ('a')");
  say("none", (await client.query("SELECT * FROM books WHERE title = 'b'")).rows);
  await client.query("COMMIT");
  client.release();
  say("waited", (await waits).rows);
  const held = await pool.connect();
  say("none while all is taken", (await held.query("SELECT * FROM books WHERE title = 'c'")).rows);
  await Promise.all([refused("in vain", pool.query("SELECT 1")), refused("in vain", pool.connect())]);
  say("nobody waits", counts());
  held.release();
  const order = [];
  await Promise.all(
    [1, 2, 3, 4].map((n) =>
      pool
        .query("SELECT * FROM books WHERE title = $1", [String(n)])
        .then(({ rows }) => order.push([n, rows.length])),
    ),
  );
  say("order", order);
  say("the same backend", (await pool.query("SELECT pg_backend_pid() = $1 AS same", [pid])).rows);
  say(
    "backends",
    (
      await pool.query(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
          AND backend_type = 'client backend'`,
      )
    ).rows,
  );
  say("events", events);
  await pool.end();
  say("ended", counts());
}
