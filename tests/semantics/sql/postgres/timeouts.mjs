// Time that statements, queries, locks and idle transactions have.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const client = new pg.Client({
    connectionString: url,
    statement_timeout: 1_500,
    application_name: "hurried",
  });
  await client.connect();
  await client.query("CREATE TABLE books (title text); INSERT INTO books VALUES ('a')");
  say("setting", (await client.query("SHOW statement_timeout")).rows);
  say("none", (await client.query("SELECT * FROM books WHERE title = 'b'")).rows);
  say("setting", (await client.query("SHOW statement_timeout")).rows);
  await refused("too long", client.query("SELECT pg_sleep(5) FROM books WHERE title = 'a'"));
  // A condition that is slow for each row: once is in time, twice is not.
  say("slow, in time", (await client.query("SELECT * FROM books WHERE pg_sleep(0.8) IS NULL")).rows);
  await client.query("BEGIN");
  await client.query("SET LOCAL statement_timeout = 5000");
  say("none", (await client.query("SELECT * FROM books WHERE title = 'c'")).rows);
  say("local", (await client.query("SHOW statement_timeout")).rows);
  await client.query("COMMIT");
  say("setting", (await client.query("SHOW statement_timeout")).rows);
  say(
    "who",
    (await client.query("SELECT application_name AS name FROM pg_stat_activity WHERE pid = pg_backend_pid()"))
      .rows,
  );
  await client.end();
  const brief = new pg.Client({ connectionString: url, query_timeout: 1_000 });
  await brief.connect();
  say("none", (await brief.query("SELECT * FROM books WHERE title = 'd'")).rows);
  await refused("the driver gives up", brief.query("SELECT pg_sleep(1.6)"));
  say(
    "afterwards",
    (await brief.query({ text: "SELECT * FROM books WHERE title = 'e'", query_timeout: 5000 })).rows,
  );
  await brief.end();
  const idle = new pg.Client({ connectionString: url, idle_in_transaction_session_timeout: 800 });
  const failed = new Promise((done) => idle.on("error", ({ message }) => done(message)));
  await idle.connect();
  await idle.query("BEGIN");
  say("none", (await idle.query("SELECT * FROM books WHERE title = 'f'")).rows);
  say("idle too long", await failed);
  await refused(
    "nobody there",
    new pg.Client({ host: "127.0.0.1", port: 1, connectionTimeoutMillis: 500 }).connect(),
  );
}
