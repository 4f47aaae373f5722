// libsql: what SQLite refuses, and by which words.
import Database from "libsql";

export default async function ({ file, say, refused }) {
  const db = new Database(file);
  db.exec(`
    PRAGMA foreign_keys = ON;
    CREATE TABLE rooms (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size INTEGER
      CONSTRAINT some CHECK (size > 0));
    CREATE TABLE stays (room INTEGER NOT NULL REFERENCES rooms (id), night TEXT, PRIMARY KEY (room,
      night)) WITHOUT ROWID;
    CREATE TABLE strict (a INTEGER) STRICT;
    CREATE TABLE late (room INTEGER REFERENCES rooms (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TABLE log (what TEXT);
    CREATE TRIGGER no BEFORE DELETE ON rooms WHEN old.name = 'kept' BEGIN SELECT RAISE(ABORT,
      'never the kept one'); END;
    CREATE TRIGGER noted AFTER UPDATE ON rooms BEGIN INSERT INTO log VALUES (old.name || '>' || new.name); END;
    CREATE VIEW named AS SELECT name FROM rooms WHERE size > 1;
    INSERT INTO rooms VALUES (1, 'a', 1), (2, 'kept', 2)`);
  const bad = {
    unique: "INSERT INTO rooms VALUES (3, 'a', 1)",
    primary: "INSERT INTO rooms VALUES (1, 'b', 1)",
    foreign: "INSERT INTO stays VALUES (9, 'n')",
    check: "INSERT INTO rooms VALUES (4, 'c', 0)",
    null: "INSERT INTO rooms VALUES (5, NULL, 1)",
    strict: "INSERT INTO strict VALUES ('x')",
    trigger: "DELETE FROM rooms WHERE name = 'kept'",
    view: "INSERT INTO named VALUES ('x')",
    table: "SELECT * FROM room",
    rowid: "INSERT INTO rooms (id, name) VALUES ('x', 'y')",
    function: "SELECT nothing(1)",
  };
  for (const [kind, text] of Object.entries(bad)) await refused(kind, () => db.prepare(text).run());
  db.exec("INSERT INTO stays VALUES (1, 'n')");
  await refused("parent", () => db.prepare("DELETE FROM rooms WHERE id = 1").run());
  await refused("composite", () => db.prepare("INSERT INTO stays VALUES (1, 'n')").run());
  db.exec("BEGIN; INSERT INTO late VALUES (50)");
  say("none meanwhile", db.prepare("SELECT * FROM rooms WHERE id = 50").all());
  await refused("at the end", () => db.exec("COMMIT"));
  say("inside", db.inTransaction);
  db.exec("ROLLBACK");
  await refused("ignored", () => db.prepare("INSERT OR IGNORE INTO rooms VALUES (1, 'z', 1)").run());
  await refused("replaced", () => db.prepare("INSERT OR REPLACE INTO rooms VALUES (2, 'other', 3)").run());
  await refused("upserted", () =>
    db
      .prepare(
        "INSERT INTO rooms VALUES (2, 'q', 4) ON CONFLICT (id) DO UPDATE SET name = 'upserted' WHERE size = 99",
      )
      .run(),
  );
  say("updated none", db.prepare("UPDATE rooms SET name = 'x' WHERE id = 77").run());
  say("none of a view", db.prepare("SELECT * FROM named WHERE name = 'nobody'").all());
  say("log", db.prepare("SELECT * FROM log").all());
  say("rows", db.prepare("SELECT * FROM rooms ORDER BY id").all());
  db.close();
}
