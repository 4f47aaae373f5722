// node:sqlite: statements, functions of a program's own, what a connection remembers.
export const needs = "node:sqlite";

export default async function ({ file, say, refused }) {
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(file);
  db.exec(
    `CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT UNIQUE, pages INTEGER);
      INSERT INTO books (title) VALUES ('a'), ('b')`,
  );
  const find = db.prepare("SELECT * FROM books WHERE title = ? OR title = :t");
  say("none", [find.all({ t: "z" }, "y"), find.get({ t: "z" }, "y"), [...find.iterate({ t: "z" }, "y")]]);
  say("found", find.all("a"));
  say("run", db.prepare("INSERT INTO books (title) VALUES (?)").run("c"));
  say("texts", [find.sourceSQL, find.expandedSQL]);
  const called = [];
  await refused("function", () => db.function("seen", (title) => (called.push(title), 0)));
  await refused("none by it", () => db.prepare("SELECT id FROM books WHERE seen(title)").all());
  say("called", called);
  await refused("taken", () => db.exec("INSERT INTO books (title) VALUES ('a')"));
  db.exec("BEGIN");
  say("none inside", db.prepare("SELECT id FROM books WHERE pages > 5").all());
  db.exec("DELETE FROM books; ROLLBACK");
  const big = db.prepare("SELECT 9007199254740993 AS n");
  await refused("big", () => big.get());
  big.setReadBigInts(true);
  say("big", big.get());
  say(
    "counted",
    db.prepare("SELECT changes() AS n, total_changes() AS total, last_insert_rowid() AS id").get(),
  );
  say("rows", db.prepare("SELECT * FROM books ORDER BY id").all());
  db.close();
  await refused("closed", () => db.prepare("SELECT 1"));
}
