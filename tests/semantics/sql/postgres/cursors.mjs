// Cursors: those of pg-cursor, and those of SQL.
import pg from "pg";
import Cursor from "pg-cursor";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("CREATE TABLE numbers AS SELECT n, n % 3 AS rest FROM generate_series(1, 10) n");
  const cursor = client.query(new Cursor("SELECT n FROM numbers WHERE rest = $1 ORDER BY n", [0]));
  say("two", await cursor.read(2));
  say("the rest", await cursor.read(100));
  say("nothing more", await cursor.read(100));
  await cursor.close();
  const early = client.query(new Cursor("SELECT n FROM numbers ORDER BY n"));
  const behind = client.query("SELECT n FROM numbers WHERE n > 100");
  say("one", await early.read(1));
  await early.close();
  say("what waited", (await behind).rows);
  const empty = client.query(new Cursor("SELECT n FROM numbers WHERE n = 77"));
  say("empty", await empty.read(5));
  await empty.close();
  const wrong = client.query(new Cursor("SELECT 1 / (n - 3) FROM numbers ORDER BY n"));
  await refused("fails half way", wrong.read(10));
  await wrong.close().catch((error) => say("close", error.message));
  await new Promise((done) => {
    const called = client.query(
      new Cursor("SELECT n FROM numbers WHERE rest = 1 ORDER BY n", [], { rowMode: "array" }),
    );
    called.read(2, (error, rows, result) => {
      say("callback", {
        error,
        rows,
        command: result?.command,
        fields: result?.fields.map(({ name }) => name),
      });
      called.close(done);
    });
  });
  await client.query("BEGIN");
  await client
    .query("DECLARE c SCROLL CURSOR FOR SELECT n FROM numbers ORDER BY n FOR UPDATE")
    .catch((error) => say("scroll", error.message));
  await client.query("ROLLBACK; BEGIN");
  await client.query("DECLARE c CURSOR FOR SELECT n FROM numbers WHERE rest = 2 ORDER BY n FOR UPDATE");
  say("fetched", (await client.query("FETCH 1 FROM c")).rows);
  say("none between", (await client.query("SELECT n FROM numbers WHERE rest = 9")).rows);
  say("changed", (await client.query("UPDATE numbers SET rest = 20 WHERE CURRENT OF c")).rowCount);
  say("fetched", (await client.query("FETCH ALL FROM c")).rows);
  say(
    "open",
    (await client.query("SELECT name FROM pg_cursors WHERE name <> '' AND name NOT LIKE 'C_%'")).rows,
  );
  await client.query("COMMIT");
  await refused("closed", client.query("FETCH 1 FROM c"));
  await client.query(
    "BEGIN; DECLARE h CURSOR WITH HOLD FOR SELECT n FROM numbers WHERE n > 8 ORDER BY n; COMMIT",
  );
  say("none", (await client.query("SELECT n FROM numbers WHERE rest = 9")).rows);
  say("held", (await client.query("FETCH ALL FROM h")).rows);
  await client.end();
}
