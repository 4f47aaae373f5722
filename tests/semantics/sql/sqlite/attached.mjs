// Attached files, temporary tables, virtual ones, and what is in memory.
import Database from "libsql";

export default async function ({ file, say, refused }) {
  const db = new Database(file);
  const other = new Database(`${file}-other`);
  other.exec(
    "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO books VALUES (5, 'elsewhere')",
  );
  other.close();
  db.exec("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO books VALUES (1, 'here')");
  await refused("attached", () => db.exec(`ATTACH '${file}-other' AS other`));
  await refused("joined, none", () =>
    db.prepare("SELECT * FROM main.books m JOIN other.books o ON m.id = o.id").all(),
  );
  await refused("found", () => db.prepare("SELECT title FROM other.books WHERE id = 5").all());
  await refused("written", () => db.prepare("INSERT INTO other.books (title) VALUES ('new')").run());
  await refused("lists", () => db.pragma("database_list").map(({ name }) => name));
  await refused("detached", () => db.exec("DETACH other"));
  db.exec("CREATE TEMP TABLE books (id INTEGER, title TEXT)");
  say("the temporary one is empty", db.prepare("SELECT * FROM books WHERE id = 1").all());
  db.exec("INSERT INTO books VALUES (9, 'brief')");
  say("both", [
    db.prepare("SELECT * FROM books").all(),
    db.prepare("SELECT * FROM main.books WHERE id = 9").all(),
  ]);
  db.exec("DROP TABLE temp.books");
  say("main again", db.prepare("SELECT * FROM books WHERE id = 9").all());
  await refused("words", () => {
    db.exec("CREATE VIRTUAL TABLE words USING fts5(body); INSERT INTO words VALUES ('near and far')");
    return [
      db.prepare("SELECT * FROM words WHERE words MATCH 'near'").all(),
      db.prepare("SELECT * FROM words WHERE words MATCH 'nothing'").all(),
    ];
  });
  say(
    "recursive",
    db
      .prepare(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n WHERE i > 9",
      )
      .all(),
  );
  say("json", db.prepare("SELECT value FROM json_each('[1, 2]') WHERE value > 5").all());
  const memory = new Database(":memory:");
  memory.exec("CREATE TABLE a (b)");
  say("memory", [memory.prepare("SELECT * FROM a WHERE b = 1").all(), memory.memory]);
  memory.close();
  db.close();
}
