// When a transaction takes its snapshot, and what must stand before its first query.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const [one, two] = [new pg.Client(url), new pg.Client(url)];
  await one.connect();
  await two.connect();
  await one.query("CREATE TABLE news (id serial PRIMARY KEY, words text)");
  const count = async (client) => (await client.query("SELECT count(*)::int AS n FROM news")).rows[0].n;

  await one.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await two.query("INSERT INTO news (words) VALUES ('before the first query')");
  say("seen", await count(one));
  await two.query("INSERT INTO news (words) VALUES ('after it')");
  say("not seen", await count(one));
  await one.query("COMMIT");

  await one.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  say(
    "nothing found takes it, too",
    (await one.query("SELECT * FROM news WHERE words = 'none' AND id > 5")).rows,
  );
  await two.query("INSERT INTO news (words) VALUES ('later')");
  say("not seen", await count(one));
  await one.query("COMMIT");

  await one.query("BEGIN");
  await one.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
  say("isolation", (await one.query("SHOW transaction_isolation")).rows);
  await one.query("COMMIT");
  await one.query("BEGIN");
  say("nothing found", (await one.query("SELECT * FROM news WHERE id < 0")).rows);
  await refused("too late", one.query("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"));
  await one.query("ROLLBACK");

  await one.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  const {
    rows: [{ id }],
  } = await one.query("SELECT pg_export_snapshot() AS id");
  await two.query("INSERT INTO news (words) VALUES ('after the export')");
  await two.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await two.query(`SET TRANSACTION SNAPSHOT '${id}'`);
  say(
    "none in a shared snapshot",
    (await two.query("SELECT * FROM news WHERE words LIKE 'after the e%'")).rows,
  );
  say("the same number", [await count(one), await count(two)]);
  await one.query("COMMIT");
  await two.query("COMMIT");

  // Read committed sees what was committed between two statements.
  await one.query("BEGIN");
  say("none", (await one.query("SELECT * FROM news WHERE words = 'now'")).rows);
  await two.query("INSERT INTO news (words) VALUES ('now')");
  say("one", (await one.query("SELECT words FROM news WHERE words = 'now'")).rows);
  await one.query("COMMIT");
  await one.end();
  await two.end();
}
