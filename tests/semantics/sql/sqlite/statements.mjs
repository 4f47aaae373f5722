// libsql: the forms of statements and of what they answer.
import Database from "libsql";

export default async function ({ file, say, refused }) {
  const db = new Database(file);
  db.exec("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, pages INTEGER, price REAL, cover BLOB)");
  const insert = db.prepare(
    "INSERT INTO books (title, pages, price, cover) VALUES (@title, @pages, @price, @cover)",
  );
  say("run", insert.run({ title: "a", pages: 5, price: 1.5, cover: Buffer.from([1, 2]) }));
  say("run", insert.run({ title: "b", pages: null, price: -0.0, cover: null }));
  const find = db.prepare("SELECT id, title FROM books WHERE pages > ? ORDER BY id");
  say("all", [find.all(1), find.all(100)]);
  say("get", [find.get(1), find.get(100)]);
  say("iterate", [[...find.iterate(1)], [...find.iterate(100)]]);
  const early = [];
  for (const row of db.prepare("SELECT id FROM books ORDER BY id").iterate()) {
    early.push(row);
    break;
  }
  say("left early", early);
  await refused("raw", () => [find.raw().all(1), find.raw().all(100), find.raw().get(100)]);
  await refused("pluck", () => [
    db.prepare("SELECT title FROM books").pluck().all(),
    db.prepare("SELECT title FROM books WHERE id = 9").pluck().get(),
  ]);
  await refused("columns", () => db.prepare("SELECT id, title AS name FROM books").columns());
  await refused("named", () =>
    db.prepare("SELECT id FROM books WHERE title = :t OR title = $t OR pages = ?1").all({ t: "z" }),
  );
  await refused("too few", () => find.all());
  await refused("too many", () => find.all(1, 2));
  await refused("undefined", () => find.all(undefined));
  await refused("syntax", () => db.prepare("SELEC 1"));
  await refused("several", () => db.prepare("SELECT 1; SELECT 2").all());
  await refused("column", () => db.prepare("SELECT nothing FROM books").all());
  await refused("big", () => db.prepare("SELECT 9007199254740993 AS n").get());
  await refused("safe integers", () =>
    db.prepare("SELECT 9007199254740993 AS n, id FROM books WHERE id = 1").safeIntegers().all(),
  );
  await refused("bigint", () => db.prepare("SELECT id FROM books WHERE id = ?").all(77n));
  for (const text of [
    "1 / 0",
    "CAST('x' AS INTEGER)",
    "'a' < 1",
    "NULL IS NULL",
    "typeof(1.0)",
    "json_extract('{\"a\":[1]}', '$.a[0]')",
    "x'00ff'",
    "1e999",
    "'a' || NULL",
    "date('2024-02-30')",
  ]) {
    await refused(text, () => db.prepare(`SELECT ${text} AS value`).get());
  }
  await refused("returning", () => db.prepare("INSERT INTO books (title) VALUES (?) RETURNING id").all("c"));
  await refused("returning none", () => db.prepare("DELETE FROM books WHERE id = ? RETURNING id").all(88));
  await refused("reader", () => [find.reader, insert.reader, find.source]);
  say("changes of none", db.prepare("DELETE FROM books WHERE title = 'nothing'").run());
  say("rows", db.prepare("SELECT id, title, pages, price FROM books ORDER BY id").all());
  db.close();
}
