// Functions of a program's own, copies of a database: what the driver has of them.
import Database from "libsql";

export default async function ({ file, say, refused }) {
  const db = new Database(file);
  db.exec(
    "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO books (title) VALUES ('a'), ('b')",
  );
  const called = [];
  await refused("function", () => db.function("seen", (title) => (called.push(title), 0)));
  await refused("none by it", () => db.prepare("SELECT * FROM books WHERE seen(title) = 1").all());
  say("called", called);
  await refused("aggregate", () =>
    db.aggregate("all_of", { start: () => "", step: (all, one) => all + one }),
  );
  await refused("table", () =>
    db.table("made", {
      columns: ["n"],
      *rows() {
        yield [1];
      },
    }),
  );
  await refused("backup", () => db.backup(`${file}-copy`));
  await refused("serialize", () => db.serialize().length > 0);
  await refused("into", () => db.exec(`VACUUM INTO '${file}-vacuum'`));
  await refused("random", () => db.prepare("SELECT * FROM books WHERE random() = 'x'").all());
  say("none", db.prepare("SELECT * FROM books WHERE last_insert_rowid() = 1 AND title = 'b'").all());
  say("last", db.prepare("SELECT last_insert_rowid() AS id, changes() AS n").get());
  const statement = db.prepare("SELECT * FROM books WHERE title = ?");
  db.exec("ALTER TABLE books ADD COLUMN pages INTEGER DEFAULT 3");
  await refused("after a change of the table", () => [statement.all("z"), statement.all("a")]);
  await refused("interrupted", () => db.interrupt());
  db.close();
}
