// postgres.js: tags, helpers, cursors, and how it fails.
import postgres from "postgres";

export default async function ({ url, say, refused }) {
  const notices = [];
  const sql = postgres(url, { max: 2, onnotice: ({ message }) => notices.push(message) });
  await sql`CREATE TABLE books (id serial PRIMARY KEY, title text UNIQUE, tags text[], about jsonb,
    price numeric, at timestamptz)`;
  const made = await sql`INSERT INTO books ${sql([
    { title: "a", tags: ["x", "y"], about: sql.json({ n: 1 }), price: "1.50", at: new Date(0) },
    { title: "b", tags: [], about: null, price: null, at: null },
  ])} RETURNING *`;
  say("made", {
    rows: [...made],
    count: made.count,
    command: made.command,
    columns: made.columns.map(({ name, type }) => [name, type]),
  });
  const none = await sql`SELECT * FROM books WHERE title = ${"z"} AND id > ${0}`;
  say("none", {
    rows: [...none],
    count: none.count,
    command: none.command,
    length: none.length,
    state: none.state?.status,
  });
  say("fragments", [
    ...(await sql`SELECT ${sql("id", "title")} FROM ${sql("books")} WHERE ${sql`id > ${0}`} AND title
      IN ${sql(["a", "q"])} ORDER BY id`),
  ]);
  say("fragments, none", [
    ...(await sql`SELECT id FROM books ${true ? sql`WHERE title IN ${sql(["p", "q"])}` : sql``}`),
  ]);
  say("values", [...(await sql`SELECT title, price FROM books ORDER BY id`.values())]);
  say("values, none", [...(await sql`SELECT title FROM books WHERE id = ${99}`.values())]);
  say(
    "raw",
    (await sql`SELECT title FROM books WHERE id = 1`.raw()).map((row) =>
      row.map((one) => Buffer.from(one).toString()),
    ),
  );
  say(
    "simple",
    (await sql`SELECT 1 AS a; SELECT id FROM books WHERE id = 50`.simple()).map((rows) => [...rows]),
  );
  say("unsafe", [...(await sql.unsafe("SELECT id FROM books WHERE title = $1", ["none"]))]);
  say("described", (await sql`SELECT id FROM books WHERE title = ${"x"}`.describe()).types);
  const seen = [];
  for await (const rows of sql`SELECT id FROM books ORDER BY id`.cursor(1))
    seen.push(rows.map(({ id }) => id));
  await sql`SELECT id FROM books WHERE id = 70`.cursor(1, (rows) => seen.push(rows.length));
  await sql`SELECT id FROM books ORDER BY id`.cursor(1, () => sql.CLOSE);
  const each = await sql`SELECT id FROM books ORDER BY id`.forEach(({ id }) => seen.push(id));
  say("cursors", { seen, count: each.count });
  await refused("taken", sql`INSERT INTO books (title) VALUES (${"a"})`);
  await refused("no column", sql`SELECT nothing FROM books`);
  await refused("undefined", () => sql`SELECT * FROM books WHERE id = ${undefined}`);
  const lazy = sql`INSERT INTO books (title) VALUES ('lazy')`;
  say("not yet", (await sql`SELECT count(*)::int AS n FROM books`)[0].n);
  await lazy.execute();
  say("now", (await sql`SELECT count(*)::int AS n FROM books`)[0].n);
  const slow = sql`SELECT pg_sleep(10)`.execute();
  setTimeout(() => slow.cancel(), 50);
  await refused("cancelled", slow);
  await sql`DO $$ BEGIN RAISE NOTICE 'hear'; END $$`;
  say("notices", notices);
  const { unlisten } = await sql.listen("news", (payload) => seen.push(payload));
  await sql.notify("news", "told");
  while (!seen.includes("told")) await new Promise((done) => setTimeout(done, 5));
  await unlisten();
  await sql.end();
  await refused("ended", sql`SELECT 1`);
}
