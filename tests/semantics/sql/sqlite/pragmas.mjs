// libsql: pragmas, what a file is set to, and what a connection remembers.
import Database from "libsql";

export default async function ({ file, say, refused }) {
  const db = new Database(file);
  say("journal", db.pragma("journal_mode = WAL"));
  say("keys", [db.pragma("foreign_keys"), db.pragma("foreign_keys = ON"), db.pragma("foreign_keys")]);
  db.exec(
    `CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT UNIQUE);
      CREATE TABLE loans (id INTEGER PRIMARY KEY, book INTEGER REFERENCES books (id))`,
  );
  say("none", db.prepare("SELECT * FROM books WHERE title = ? AND id > ?").all("none", 3));
  db.pragma("user_version = 7");
  for (const name of [
    "user_version",
    "journal_mode",
    "table_info(books)",
    "foreign_key_list(loans)",
    "index_list(books)",
    "integrity_check",
    "query_only",
    "case_sensitive_like",
  ])
    say(name, db.pragma(name));
  say("simple", db.pragma("user_version", { simple: true }));
  await refused("no parent", () => db.prepare("INSERT INTO loans (book) VALUES (9)").run());
  db.pragma("case_sensitive_like = ON");
  db.exec("INSERT INTO books (title) VALUES ('Ann')");
  say("none by case", db.prepare("SELECT * FROM books WHERE title LIKE 'ann'").all());
  db.pragma("query_only = ON");
  say("none", db.prepare("SELECT * FROM books WHERE title = 'z'").get());
  await refused("only queries", () => db.prepare("DELETE FROM books WHERE id = 99").run());
  db.pragma("query_only = OFF");
  say("data version", db.pragma("data_version"));
  say("none", db.prepare("SELECT * FROM books WHERE title = 'y'").all());
  say("data version", db.pragma("data_version"));
  say(
    "total changes",
    db.prepare("SELECT total_changes() AS n, changes() AS last, last_insert_rowid() AS id").get(),
  );
  say("open", [db.open, db.name === file, db.inTransaction, db.memory, db.readonly]);
  db.close();
  say("closed", db.open);
  await refused("closed", () => db.prepare("SELECT 1"));
  const reader = new Database(file, { readonly: true });
  await refused("readonly", () => reader.prepare("INSERT INTO books (title) VALUES ('x')").run());
  say("read", reader.prepare("SELECT * FROM books WHERE title = 'none'").all());
  reader.close();
}
