// Transactions and sessions that only read.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("CREATE TABLE books (id serial PRIMARY KEY, title text)");
  await client.query("BEGIN READ ONLY");
  say("none", (await client.query("SELECT * FROM books WHERE title ILIKE '%x%'")).rows);
  await refused("insert", client.query("INSERT INTO books (title) VALUES ('a')"));
  await client.query("ROLLBACK");
  await client.query("BEGIN READ ONLY");
  await refused("nextval", client.query("SELECT nextval('books_id_seq')"));
  await client.query("ROLLBACK");
  await client.query("BEGIN READ ONLY");
  await client.query("CREATE TEMP TABLE own (a int)").catch((error) => say("temporary", error.message));
  await client.query("ROLLBACK");
  await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE");
  say("deferrable", (await client.query("SELECT * FROM books WHERE id = 8")).rows);
  await client.query("COMMIT");
  await client.query("SET default_transaction_read_only = on");
  say("none", (await client.query("SELECT * FROM books WHERE id = 9")).rows);
  await refused("update of nothing", client.query("UPDATE books SET title = 'x' WHERE id = 9"));
  await refused("delete of nothing", client.query("DELETE FROM books WHERE id = 9"));
  await client.query("BEGIN READ WRITE");
  say("written", (await client.query("INSERT INTO books (title) VALUES ('b') RETURNING id")).rows);
  await client.query("COMMIT");
  say("setting", (await client.query("SHOW default_transaction_read_only")).rows);
  await client.end();
}
