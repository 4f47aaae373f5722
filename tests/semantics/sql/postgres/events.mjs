// Events of clients and queries: notices, rows, ends, and a connection that somebody ends.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const [client, other] = [new pg.Client(url), new pg.Client(url)];
  const seen = [];
  for (const name of ["notice", "error", "end"])
    client.on(name, (what) => seen.push([name, what?.message ?? null]));
  await client.connect();
  await other.connect();
  await client.query("CREATE TABLE books (id serial, title text)");
  await client.query("DO $$ BEGIN RAISE NOTICE 'hear %', 1; RAISE WARNING 'and this'; END $$");
  await client.query("CREATE TABLE IF NOT EXISTS books (id int)");
  await client.query("SELECT * FROM books WHERE title = 'none' AND id = 4");
  await client.query("COMMIT");
  say("seen", seen.splice(0));
  await client.query(
    `CREATE FUNCTION loud(text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'loud %', $1;
      RETURN false; END $$`,
  );
  await client.query("INSERT INTO books (title) VALUES ('a'), ('b')");
  say("none", (await client.query("SELECT * FROM books WHERE loud(title)")).rows);
  say("said while it looked", seen.splice(0));
  const query = new pg.Query("SELECT id, title FROM books ORDER BY id");
  const events = [];
  query.on("row", (row, result) => events.push(["row", row, result.rows.length]));
  query.on("end", (result) => events.push(["end", result.rowCount]));
  query.on("error", (error) => events.push(["error", error.code]));
  say("returned", client.query(query) === query);
  await new Promise((done) => query.on("end", done));
  const empty = new pg.Query("SELECT id FROM books WHERE id = $1", [77]);
  empty.on("row", () => events.push("row"));
  client.query(empty);
  await new Promise((done) => empty.on("end", ({ rowCount }) => done(events.push(["end", rowCount]))));
  const wrong = client.query(new pg.Query("SELECT nothing FROM books"));
  await new Promise((done) => wrong.on("error", ({ code }) => done(events.push(["error", code]))));
  say("events", events);
  const {
    rows: [{ pid }],
  } = await client.query("SELECT pg_backend_pid() AS pid");
  const ended = new Promise((done) => client.once("end", done));
  const dying = refused("ended by another", client.query("SELECT pg_sleep(20)"));
  await other.query("SELECT pg_terminate_backend($1)", [pid]);
  await dying;
  await ended;
  say("seen", seen);
  await refused("afterwards", client.query("SELECT * FROM books WHERE id = 9"));
  await other.end();
}
