// Transactions by hand on a client of a pool: what is committed, what is rolled back, and what an error leaves.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const client = await pool.connect();
  const none = () => client.query("SELECT * FROM books WHERE title = $1 AND pages > $2", ["nowhere", 9]);
  await client.query("CREATE TABLE books (id serial PRIMARY KEY, title text UNIQUE, pages integer)");
  await client.query("BEGIN");
  say("no number yet", (await client.query("SELECT txid_current_if_assigned() AS number")).rows);
  say("none", (await none()).rows);
  say("still no number", (await client.query("SELECT txid_current_if_assigned() AS number")).rows);
  const {
    rows: [{ begun }],
  } = await client.query("SELECT xact_start AS begun FROM pg_stat_activity WHERE pid = pg_backend_pid()");
  await client.query("INSERT INTO books (title, pages) VALUES ('a', 1)");
  say("unseen by others", (await pool.query("SELECT count(*)::int AS n FROM books")).rows);
  say("none", (await none()).rowCount);
  const { rows } = await client.query(
    "SELECT xact_start = $1 AS same, now() = $1 AS now FROM pg_stat_activity WHERE pid = pg_backend_pid()",
    [begun],
  );
  say("the same transaction, to the millisecond", rows.length);
  await client.query("COMMIT");
  await client.query("BEGIN");
  await client.query("UPDATE books SET pages = 99");
  say("changed", (await client.query("SELECT pages FROM books")).rows);
  await client.query("ROLLBACK");
  say("as before", (await client.query("SELECT pages FROM books")).rows);
  await client.query("BEGIN");
  await client.query("INSERT INTO books (title) VALUES ('b')");
  await refused("taken", client.query("INSERT INTO books (title) VALUES ('a')"));
  await refused("aborted", none());
  await refused("still aborted", client.query("SELECT 1"));
  say("end", (await client.query("COMMIT")).command);
  await refused("a second BEGIN warns only", client.query("BEGIN; BEGIN; SELECT 1 AS one; COMMIT"));
  say("left", (await client.query("SELECT id, title, pages FROM books ORDER BY id")).rows);
  say("next", (await client.query("INSERT INTO books (title) VALUES ('c') RETURNING id")).rows);
  await client.query("BEGIN");
  say(
    "xids of rows",
    (
      await client.query(
        "INSERT INTO books (title) VALUES ('d') RETURNING xmin = pg_current_xact_id()::xid AS own",
      )
    ).rows,
  );
  await none();
  say(
    "xids of rows",
    (
      await client.query(
        "INSERT INTO books (title) VALUES ('e') RETURNING xmin = pg_current_xact_id()::xid AS own",
      )
    ).rows,
  );
  await client.query("COMMIT AND CHAIN");
  say("chained", (await client.query("SELECT count(*)::int AS n FROM books")).rows);
  await client.query("ROLLBACK");
  client.release();
  await pool.end();
}
