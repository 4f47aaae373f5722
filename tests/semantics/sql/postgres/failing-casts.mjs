// Casts that fail for some rows only, and are seldom reached.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("CREATE TABLE facts (id serial PRIMARY KEY, kind text, value text)");
  await client.query(
    "INSERT INTO facts (kind, value) VALUES ('number', '5'), ('word', 'five'), ('day', '2024-02-30')",
  );
  const guarded = "SELECT id FROM facts WHERE CASE WHEN kind = 'number' THEN value::int = $1 ELSE false END";
  say("guarded", (await client.query(guarded, [5])).rows);
  say("guarded, none", (await client.query(guarded, [6])).rows);
  await client.query("BEGIN");
  say("guarded in a transaction, none", (await client.query(guarded, [7])).rows);
  say(
    "a missing kind never casts",
    (
      await client.query(
        "SELECT id FROM (SELECT * FROM facts WHERE kind = 'none' OFFSET 0) f WHERE value::int > 3",
      )
    ).rows,
  );
  await client.query("SAVEPOINT s");
  await refused("all are cast", client.query("SELECT id FROM facts WHERE value::int = 5"));
  await client.query("ROLLBACK TO s");
  await refused("no day", client.query("SELECT id FROM facts WHERE kind = 'day' AND value::date > now()"));
  await refused("aborted", client.query("SELECT 1"));
  await client.query("ROLLBACK");
  await refused("parameter of another type", client.query("SELECT id FROM facts WHERE id = $1", ["x"]));
  await refused("too many parameters", client.query("SELECT id FROM facts WHERE id = $1", [1, 2]));
  await refused("too few parameters", client.query("SELECT id FROM facts WHERE id = $1 AND kind = $2", [1]));
  await refused("undetermined", client.query("SELECT $1 AS x WHERE $1 IS NULL AND false", [null]));
  await refused("json", client.query("SELECT id FROM facts WHERE value::jsonb ->> 'a' = 'b'"));
  await refused(
    "out of range",
    client.query("SELECT id FROM facts WHERE id::smallint = $1::int::smallint", [70000]),
  );
  say(
    "still usable",
    (await client.query("SELECT count(*)::int AS n FROM facts WHERE kind = 'nothing'")).rows,
  );
  await client.end();
}
