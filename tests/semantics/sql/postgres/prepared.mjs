// Named statements of the driver, and those of SQL: how many there are, and what a changed table does to them.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("CREATE TABLE books (id int PRIMARY KEY, title text)");
  const named = () =>
    client
      .query(
        `SELECT name, statement, parameter_types::text[] AS types,
          from_sql FROM pg_prepared_statements ORDER BY name`,
      )
      .then(({ rows }) => rows);
  const find = (id) =>
    client.query({ name: "find", text: "SELECT * FROM books WHERE id = $1", values: [id] });
  say("none", (await find(1)).rows);
  say("none", (await find(2)).rows);
  say("statements", await named());
  await client.query("INSERT INTO books VALUES (1, 'a')");
  say("found", (await find(1)).rows);
  await refused("another text", client.query({ name: "find", text: "SELECT 1" }));
  await client.query("PREPARE by_title (text) AS SELECT id FROM books WHERE title = $1");
  say("executed", (await client.query("EXECUTE by_title('a')")).rows);
  say("executed, none", (await client.query("EXECUTE by_title('b')")).rows);
  say("statements", await named());
  await client.query("ALTER TABLE books ADD COLUMN pages int");
  await refused("another result", find(1));
  await client.query("BEGIN");
  await refused("another result", find(9));
  await refused("aborted", client.query("SELECT 1"));
  await client.query("ROLLBACK");
  await client.query("DEALLOCATE by_title");
  await refused("gone", client.query("EXECUTE by_title('a')"));
  await client.query("DEALLOCATE ALL");
  await refused("the driver does not know", find(1));
  say(
    "typed",
    (
      await client.query({
        text: "SELECT $1::int + $2::int AS sum, $3::text[] AS list WHERE $4",
        values: [1, "2", ["x", null, 'q"'], true],
      })
    ).rows,
  );
  say(
    "typed, none",
    (
      await client.query({
        text: "SELECT 1 AS a FROM books WHERE title = ANY ($1) AND id > $2",
        values: [["x", "y"], 0],
      })
    ).rows,
  );
  say(
    "queryMode",
    (await client.query({ text: "SELECT * FROM books WHERE id = 50", queryMode: "extended" })).rows,
  );
  await client.end();
}
