// Locks: advisory ones, those of rows, and who waits for them.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const [one, two] = [new pg.Client(url), new pg.Client(url)];
  await one.connect();
  await two.connect();
  await one.query(
    "CREATE TABLE jobs (id int PRIMARY KEY, state text); INSERT INTO jobs VALUES (1, 'new'), (2, 'new'), (3, 'done')",
  );
  const take = (client, key, kind = "") =>
    client.query(`SELECT pg_try_advisory${kind}_lock($1) AS taken`, [key]).then(({ rows }) => rows[0].taken);
  say("taken", [await take(one, 7), await take(two, 7), await take(one, 7)]);
  say(
    "held",
    (
      await one.query(
        "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
      )
    ).rows,
  );
  await one.query("SELECT pg_advisory_unlock(7)");
  say("taken twice, given back once", await take(two, 7));
  await one.query("SELECT pg_advisory_unlock_all()");
  say("taken", await take(two, 7));
  await two.query("BEGIN");
  say("of a transaction", await take(two, 8, "_xact"));
  say(
    "none found by a lock",
    (await one.query("SELECT id FROM jobs WHERE id > 5 AND pg_try_advisory_xact_lock(8)")).rows,
  );
  say("none", (await two.query("SELECT id FROM jobs WHERE state = 'lost'")).rows);
  await two.query("COMMIT");
  say("taken", await take(one, 8));
  // A lock as a side effect of a condition.
  say(
    "none, but locked",
    (await one.query("SELECT id FROM jobs WHERE pg_try_advisory_lock(id + 50) AND state = 'lost'")).rows,
  );
  say(
    "what is locked",
    (
      await one.query(
        "SELECT objid::int AS id FROM pg_locks WHERE locktype = 'advisory' AND objid > 50 ORDER BY 1",
      )
    ).rows,
  );

  await one.query("BEGIN");
  say(
    "one job",
    (await one.query("SELECT id FROM jobs WHERE state = 'new' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"))
      .rows,
  );
  say(
    "the other",
    (await two.query("SELECT id FROM jobs WHERE state = 'new' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED"))
      .rows,
  );
  await refused("nowait", two.query("SELECT id FROM jobs WHERE id = 1 FOR UPDATE NOWAIT"));
  say("nothing to lock", (await one.query("SELECT id FROM jobs WHERE state = 'lost' FOR UPDATE")).rows);
  say(
    "others are free",
    (await two.query("SELECT id FROM jobs WHERE id IN (2, 3) ORDER BY id FOR UPDATE NOWAIT")).rows,
  );
  await two.query("SET lock_timeout = '50ms'");
  await refused("waits in vain", two.query("UPDATE jobs SET state = 'x' WHERE id = 1"));
  await one.query("COMMIT");
  say("changed", (await two.query("UPDATE jobs SET state = 'x' WHERE id = 1")).rowCount);
  await one.end();
  await two.end();
}
