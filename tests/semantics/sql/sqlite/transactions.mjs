// libsql: transactions as functions, within one another, by SQL, and what ends them.
import Database from "libsql";

export default async function ({ file, say, refused }) {
  const db = new Database(file);
  db.exec("CREATE TABLE accounts (name TEXT PRIMARY KEY, amount INTEGER CHECK (amount >= 0))");
  const none = () => db.prepare("SELECT * FROM accounts WHERE name = ? AND amount > 5").all("nobody");
  const insert = db.prepare("INSERT INTO accounts VALUES (?, ?)");
  const all = db.transaction((rows) => {
    for (const row of rows) insert.run(...row);
    say("inside", [db.inTransaction, none()]);
    return rows.length;
  });
  say(
    "returned",
    all([
      ["a", 10],
      ["b", 0],
    ]),
  );
  await refused("taken", () =>
    all([
      ["c", 1],
      ["a", 1],
    ]),
  );
  say("rows", db.prepare("SELECT * FROM accounts ORDER BY name").all());
  const outer = db.transaction(() => {
    insert.run("d", 4);
    try {
      all([
        ["e", 5],
        ["a", 1],
      ]);
    } catch (error) {
      say("inner", [error.code, db.inTransaction, none()]);
    }
    insert.run("f", 6);
  });
  await refused("outer", outer);
  for (const kind of ["deferred", "immediate", "exclusive"])
    await refused(kind, () => db.transaction(() => none())[kind]());
  db.exec("BEGIN");
  say("none", none());
  insert.run("g", 7);
  db.exec("SAVEPOINT s");
  insert.run("h", 8);
  say("none", none());
  db.exec("ROLLBACK TO s; RELEASE s");
  await refused("refused", () => db.prepare("UPDATE accounts SET amount = amount - 100").run());
  say("goes on", [db.inTransaction, none()]);
  db.exec("COMMIT");
  await refused("outside", () => db.exec("ROLLBACK TO s"));
  db.exec("BEGIN");
  await refused("rolled back by a conflict", () =>
    db.prepare("INSERT OR ROLLBACK INTO accounts VALUES ('a', 1)").run(),
  );
  say("still inside", db.inTransaction);
  if (db.inTransaction) db.exec("ROLLBACK");
  say("changes", db.prepare("UPDATE accounts SET amount = 1 WHERE name = 'nobody'").run());
  say("counted", db.prepare("SELECT changes() AS n, total_changes() AS total").get());
  say("rows", db.prepare("SELECT * FROM accounts ORDER BY name").all());
  db.close();
}
