// The driver `mariadb`: queries, batches, streams, named placeholders, arrays.
import mariadb from "mariadb";

export default async function ({ host, port, user, database, say, refused }) {
  const to = { host, port, user, database, connectTimeout: 30_000 };
  const connection = await mariadb.createConnection({ ...to, insertIdAsNumber: true });
  await connection.query(
    "CREATE TABLE books (id int AUTO_INCREMENT PRIMARY KEY, title varchar(9) UNIQUE, pages bigint, at datetime)",
  );
  say("made", await connection.query("INSERT INTO books (title, pages) VALUES (?, ?)", ["a", 5n]));
  say(
    "batch",
    await connection.batch("INSERT INTO books (title, pages) VALUES (?, ?)", [
      ["b", 6],
      ["c", null],
      ["d", 8],
    ]),
  );
  say("none", await connection.query("SELECT * FROM books WHERE title = ? AND pages > ?", ["z", 3]));
  say("found", await connection.execute("SELECT * FROM books WHERE pages > ? ORDER BY id", [5]));
  say("executed, none", await connection.execute("SELECT id FROM books WHERE pages > ?", [500]));
  await refused(
    "batch, one taken",
    connection.batch("INSERT INTO books (title) VALUES (?)", [["e"], ["a"], ["f"]]),
  );
  say(
    "meta",
    (await connection.query("SELECT id, title FROM books WHERE id = 99")).meta.map((column) => [
      column.name(),
      column.type,
      column.table(),
    ]),
  );
  say(
    "arrays",
    await connection.query({ sql: "SELECT id, title FROM books WHERE id < 3", rowsAsArray: true }),
  );
  say(
    "arrays, none",
    await connection.query({
      sql: "SELECT id FROM books WHERE id = 98",
      rowsAsArray: true,
      metaAsArray: true,
    }),
  );
  say(
    "named",
    await connection.query(
      { sql: "SELECT title FROM books WHERE title = :t OR pages = :p", namedPlaceholders: true },
      { t: "a", p: 8 },
    ),
  );
  say(
    "named, none",
    await connection.query(
      { sql: "SELECT title FROM books WHERE title = :t", namedPlaceholders: true },
      { t: "none" },
    ),
  );
  const streamed = [];
  for await (const { id } of connection.queryStream("SELECT id FROM books ORDER BY id")) streamed.push(id);
  const stream = connection.queryStream("SELECT id FROM books WHERE id = 97");
  for await (const row of stream) streamed.push(row);
  say("streamed", streamed);
  const events = [];
  await new Promise((resolve) =>
    connection
      .queryStream("SELECT nothing FROM books")
      .on("error", ({ code, errno, sqlState }) => resolve(events.push([code, errno, sqlState])))
      .on("data", () => {}),
  );
  say("fails", events);
  const statement = await connection.prepare("SELECT title FROM books WHERE id = ?");
  say("prepared", [await statement.execute([1]), await statement.execute([96])]);
  statement.close();
  await connection.beginTransaction();
  await connection.query("UPDATE books SET pages = 0");
  say("none inside", await connection.query("SELECT id FROM books WHERE pages = 77"));
  await connection.rollback();
  await refused("taken", connection.query("INSERT INTO books (title) VALUES ('a')"));
  await refused("undefined", connection.query("SELECT id FROM books WHERE id = ?", [undefined]));
  await refused("too few", connection.query("SELECT id FROM books WHERE id = ? AND title = ?", [1]));
  say("ids", await connection.query("SELECT LAST_INSERT_ID() AS id, ROW_COUNT() AS n"));
  say("rows", await connection.query("SELECT id, title, pages FROM books ORDER BY id"));
  await refused("slow", connection.query({ sql: "SELECT SLEEP(5)", timeout: 100 }));
  await connection.end();
  await refused("ended", connection.query("SELECT 1"));
}
