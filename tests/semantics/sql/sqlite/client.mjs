// @libsql/client: batches, transactions that stay open, values, errors.
import { createClient } from "@libsql/client";

export default async function ({ file, say, refused }) {
  const client = createClient({ url: `file:${file}` });
  const shape = ({ columns, columnTypes, rows, rowsAffected, lastInsertRowid }) => ({
    columns,
    columnTypes,
    rows: rows.map((row) => ({ ...row })),
    rowsAffected,
    lastInsertRowid,
  });
  const run = async (statement) => shape(await client.execute(statement));
  say(
    "made",
    (
      await client.batch(
        [
          "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT UNIQUE, pages INTEGER, cover BLOB)",
          {
            sql: "INSERT INTO books (title, pages, cover) VALUES (?, ?, ?)",
            args: ["a", 5, new Uint8Array([1, 2])],
          },
        ],
        "write",
      )
    ).map(shape),
  );
  say("none", await run({ sql: "SELECT * FROM books WHERE title = ? AND pages > ?", args: ["z", 3] }));
  say("named, none", await run({ sql: "SELECT id FROM books WHERE title = :t", args: { t: "y" } }));
  say("found", await run("SELECT * FROM books"));
  await refused(
    "batch, one taken",
    client.batch(
      [
        { sql: "INSERT INTO books (title) VALUES (?)", args: ["b"] },
        "INSERT INTO books (title) VALUES ('a')",
      ],
      "write",
    ),
  );
  await refused(
    "reads only",
    client
      .batch(["SELECT 1 AS a", "SELECT id FROM books WHERE id = 9"], "read")
      .then((all) => all.map(shape)),
  );
  const transaction = await client.transaction("write");
  await transaction.execute("INSERT INTO books (title) VALUES ('c')");
  say("none inside", shape(await transaction.execute("SELECT * FROM books WHERE title = 'none'")));
  await refused("taken inside", transaction.execute("INSERT INTO books (title) VALUES ('a')"));
  say("closed", transaction.closed);
  await transaction.rollback();
  say("closed", transaction.closed);
  await refused("after it", transaction.execute("SELECT 1"));
  const second = await client.transaction("deferred");
  say("none first", shape(await second.execute("SELECT * FROM books WHERE id = 60")));
  await second.batch(["INSERT INTO books (title) VALUES ('d')", "INSERT INTO books (title) VALUES ('e')"]);
  await second.commit();
  await client.executeMultiple(
    "INSERT INTO books (title) VALUES ('f'); SELECT * FROM books WHERE id = 70; DELETE FROM books WHERE title = 'e'",
  );
  await refused("bigint", run({ sql: "SELECT ? AS n", args: [9007199254740993n] }));
  await refused("day", run({ sql: "SELECT ? AS n, typeof(?) AS kind", args: [new Date(0), true] }));
  await refused("undefined", run({ sql: "SELECT ? AS n", args: [undefined] }));
  await refused("wrong", run("SELECT nothing FROM books"));
  await refused(
    "migrated",
    client
      .migrate(["ALTER TABLE books ADD COLUMN more TEXT", "UPDATE books SET more = 'x' WHERE id = 99"])
      .then((all) => all.map(shape)),
  );
  say("rows", await run("SELECT id, title, pages, more FROM books ORDER BY id"));
  client.close();
  await refused("closed", run("SELECT 1"));
}
