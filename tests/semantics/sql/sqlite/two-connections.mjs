// Two connections on one file: who may write while another reads, and who is told that it is busy.
import Database from "libsql";

export default async function ({ file, say, refused }) {
  for (const journal of ["delete", "wal"]) {
    const own = `${file}-${journal}`;
    const [one, two] = [new Database(own, { timeout: 0 }), new Database(own, { timeout: 0 })];
    one.pragma(`journal_mode = ${journal}`);
    one.exec(
      "CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO books (title) VALUES ('a'), ('b')",
    );
    const none = (db) => db.prepare("SELECT * FROM books WHERE title = ? AND id > 0").all("none");
    say(journal, none(one));
    // What was read to its end holds nothing.
    say("written", two.prepare("INSERT INTO books (title) VALUES ('c')").run());
    one.exec("BEGIN");
    say("none in a transaction", none(one));
    await refused("another writes", () => two.prepare("INSERT INTO books (title) VALUES ('d')").run());
    say("seen", one.prepare("SELECT count(*) AS n FROM books").get());
    one.exec("COMMIT");
    say("seen", one.prepare("SELECT count(*) AS n FROM books").get());
    one.exec("BEGIN IMMEDIATE");
    await refused("only one writes", () => two.exec("BEGIN IMMEDIATE"));
    say("others read", none(two));
    one.exec("ROLLBACK");
    one.exec("BEGIN");
    say("none", none(one));
    await refused("another wrote first", () => {
      two.prepare("UPDATE books SET title = 'x' WHERE id = 1").run();
      return one.prepare("UPDATE books SET title = 'y' WHERE id = 1").run();
    });
    say("inside", one.inTransaction);
    if (one.inTransaction) one.exec("ROLLBACK");
    say("rows", two.prepare("SELECT * FROM books ORDER BY id").all());
    one.close();
    two.close();
  }
}
