// Conditions that do something: sequences, functions that write, random numbers, the time.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    CREATE SEQUENCE tickets;
    CREATE TABLE books (id serial PRIMARY KEY, title text);
    CREATE TABLE looked (who text);
    CREATE FUNCTION look(who text) RETURNS boolean LANGUAGE sql AS $$ INSERT INTO looked VALUES (who);
      SELECT false $$;
    CREATE FUNCTION sworn(who text) RETURNS boolean STABLE LANGUAGE plpgsql AS $$ BEGIN
      PERFORM set_config('own.sworn', coalesce(current_setting('own.sworn', true), '') || 'x', false);
      RETURN false; END $$;
    INSERT INTO books (title) VALUES ('a'), ('b'), ('c')`);
  say("last", (await client.query("SELECT lastval()::int AS n")).rows);
  say("none", (await client.query("SELECT * FROM books WHERE nextval('tickets') > 1000")).rows);
  say("drawn", (await client.query("SELECT last_value::int AS n FROM tickets")).rows);
  say("last", (await client.query("SELECT lastval()::int AS n, currval('tickets')::int AS own")).rows);
  say("none", (await client.query("SELECT * FROM books WHERE look(title)")).rows);
  say("looked", (await client.query("SELECT count(*)::int AS n FROM looked")).rows);
  await client.query("BEGIN");
  say("none", (await client.query("SELECT * FROM books WHERE look(title || '!')")).rows);
  say("looked", (await client.query("SELECT count(*)::int AS n FROM looked")).rows);
  await client.query("COMMIT");
  say("none", (await client.query("SELECT * FROM books WHERE sworn(title)")).rows);
  await client.query("SELECT setseed(0.5)");
  say("none", (await client.query("SELECT * FROM books WHERE random() > 2")).rows);
  say("random", (await client.query("SELECT random() AS n")).rows);
  await client.query("CREATE VIEW loud AS SELECT * FROM books WHERE nextval('tickets') > 0");
  say("none behind a view", (await client.query("SELECT * FROM loud WHERE title = 'z'")).rows);
  await client.query(
    "CREATE RULE gone AS ON DELETE TO books WHERE old.title = 'a' DO INSTEAD INSERT INTO looked VALUES ('rule')",
  );
  say("by a rule", (await client.query("DELETE FROM books WHERE title IN ('a', 'z')")).rowCount);
  await client.query(
    `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO looked VALUES (TG_OP);
      RETURN NULL; END $$`,
  );
  await client.query(
    "CREATE TRIGGER t AFTER UPDATE OR DELETE ON books FOR EACH STATEMENT EXECUTE FUNCTION note()",
  );
  say(
    "nothing changed",
    (await client.query("UPDATE books SET title = 'y' WHERE title = 'x' RETURNING id")).rows,
  );
  say("nothing deleted", (await client.query("DELETE FROM books WHERE title = 'x'")).rowCount);
  say(
    "kept out",
    (await client.query("INSERT INTO books (id, title) VALUES (2, 'b') ON CONFLICT DO NOTHING RETURNING id"))
      .rows,
  );
  await client.query("DROP RULE gone ON books");
  say(
    "merged",
    (
      await client.query(
        "MERGE INTO books b USING (VALUES ('q')) v (t) ON b.title = v.t WHEN MATCHED THEN DELETE",
      )
    ).rowCount,
  );
  say(
    "written by WITH",
    (
      await client.query(
        "WITH gone AS (DELETE FROM books WHERE title = 'c' RETURNING id) SELECT * FROM gone WHERE id > 100",
      )
    ).rows,
  );
  say(
    "looked",
    (await client.query("SELECT who, count(*)::int AS n FROM looked GROUP BY who ORDER BY who")).rows,
  );
  say("next", (await client.query("INSERT INTO books (title) VALUES ('d') RETURNING id")).rows);
  await refused("currval of a new session", async () => {
    const other = new pg.Client(url);
    await other.connect();
    try {
      await other.query("SELECT * FROM books WHERE title = 'none'");
      return await other.query("SELECT lastval()");
    } finally {
      await other.end();
    }
  });
  await client.end();
}
