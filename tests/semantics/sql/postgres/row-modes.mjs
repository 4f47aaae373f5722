// Shapes of answers: arrays, names twice, no columns, several statements at once.
import pg from "pg";

const shape = (result) => ({
  command: result.command,
  rowCount: result.rowCount,
  oid: result.oid,
  rows: result.rows,
  fields: result.fields.map(({ name, columnID }) => [name, columnID]),
  class: result.constructor.name,
  own: Object.keys(result),
});

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("CREATE TABLE books (id int, title text, __proto__ text, constructor text)");
  await client.query("INSERT INTO books VALUES (1, 'a', 'p', 'c')");
  for (const text of [
    "SELECT id, title FROM books",
    "SELECT id, title FROM books WHERE id = 2",
    "SELECT 1 AS a, 2 AS a",
    "SELECT",
    "SELECT FROM books",
    "",
    "-- nothing",
    "SELECT * FROM books",
    "UPDATE books SET id = 5 WHERE id = 4",
    "DELETE FROM books WHERE id = 4 RETURNING id",
    "VALUES (1), (2)",
    "TABLE books",
    "WITH x AS (SELECT 1 AS a) SELECT * FROM x WHERE a = 2",
    "EXPLAIN (COSTS OFF) SELECT * FROM books WHERE id = 9",
    "SHOW server_encoding",
    "CREATE TABLE made AS SELECT 1 AS a WHERE false",
  ]) {
    say(text, shape(await client.query(text)));
  }
  say(
    "array",
    shape(await client.query({ text: "SELECT 1 AS a, 2 AS a WHERE $1", values: [true], rowMode: "array" })),
  );
  say(
    "array, none",
    shape(
      await client.query({
        text: "SELECT id, title FROM books WHERE id = $1",
        values: [8],
        rowMode: "array",
      }),
    ),
  );
  const several = await client.query(
    `SELECT 1 AS a; SELECT id FROM books WHERE id = 7; INSERT INTO books (id) VALUES (9);
      SELECT count(*)::int AS n FROM books`,
  );
  say("several", several.map(shape));
  await refused(
    "several, one wrong",
    client.query("INSERT INTO books (id) VALUES (10); SELECT 1 / 0; INSERT INTO books (id) VALUES (11)"),
  );
  await refused("several with values", client.query("SELECT 1; SELECT $1::int", [1]));
  const { rows } = await client.query("SELECT * FROM books WHERE id = 1");
  say("prototype", [Object.getPrototypeOf(rows[0]) === Object.prototype, Object.keys(rows[0])]);
  rows[0].title = "changed by the program";
  say("the same again", (await client.query("SELECT title FROM books WHERE id = 1")).rows);
  say("count", (await client.query("SELECT count(*)::int AS n FROM books")).rows);
  await client.end();
}
