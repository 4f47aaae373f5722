// better-sqlite3: functions of a program's own, iterators that stay open, copies, statements that are bound.
import { createRequire } from "node:module";
import path from "node:path";

export const needs = "better-sqlite3";

export default async function ({ file, drivers, say, refused }) {
  const Database = createRequire(path.join(drivers, "index.js"))("better-sqlite3");
  const asked = [];
  const db = new Database(file, { verbose: (text) => asked.push(text) });
  db.exec(
    `CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT UNIQUE, pages INTEGER); INSERT INTO books (title,
      pages) VALUES ('a', 1), ('b', 2), ('c', NULL)`,
  );
  const called = [];
  db.function("seen", (title) => (called.push(title), title === "b" ? 1 : 0));
  db.function("pure", { deterministic: true }, (n) => (called.push(n), n * 2));
  db.aggregate("joined", { start: () => "", step: (all, one) => all + one });
  db.table("numbers", {
    columns: ["n"],
    parameters: ["most"],
    *rows(most) {
      for (let n = 1; n <= most; n += 1) yield [n];
    },
  });
  say("by a function", db.prepare("SELECT id FROM books WHERE seen(title) = 1").all());
  say(
    "none by a function",
    db.prepare("SELECT id FROM books WHERE seen(title) = 7 AND pure(pages) > 100").all(),
  );
  say("none by a pure one", db.prepare("SELECT id FROM books WHERE pure(pages) = 99").all());
  say("called", called);
  say("aggregate", db.prepare("SELECT joined(title) AS all_of FROM books").get());
  say(
    "aggregate, none",
    db.prepare("SELECT joined(title) AS all_of FROM books GROUP BY pages HAVING all_of = 'zz'").all(),
  );
  say("table", [
    db.prepare("SELECT n FROM numbers(3)").pluck().all(),
    db.prepare("SELECT n FROM numbers(3) WHERE n > 7").all(),
  ]);
  db.function("throws", () => {
    throw new RangeError("by itself");
  });
  await refused("a function that throws", () => db.prepare("SELECT id FROM books WHERE throws(id)").all());
  const open = db.prepare("SELECT id FROM books ORDER BY id").iterate();
  say("first", open.next());
  await refused("busy", () => db.prepare("INSERT INTO books (title) VALUES ('x')").run());
  await refused("others read meanwhile", () => db.prepare("SELECT id FROM books WHERE title = 'none'").all());
  open.return();
  say("written", db.prepare("INSERT INTO books (title) VALUES ('d')").run());
  const none = db.prepare("SELECT id FROM books WHERE title = 'none'").iterate();
  say("empty", none.next());
  const bound = db.prepare("SELECT id FROM books WHERE pages > ?").bind(50);
  say("bound", [bound.all(), bound.get(), bound.raw().all(), bound.busy, bound.reader]);
  await refused("bound twice", () => bound.all(1));
  say("columns", db.prepare("SELECT id AS n, title FROM books").columns());
  say("safe", db.prepare("SELECT id FROM books WHERE id = ?").safeIntegers().get(1n));
  say(
    "expanded",
    db.prepare("SELECT b.id, c.id FROM books b LEFT JOIN books c ON c.id = b.id + 50").expand().all().length,
  );
  const move = db.transaction((fails) => {
    db.prepare("UPDATE books SET pages = 9").run();
    say("none inside", [db.prepare("SELECT id FROM books WHERE pages = 8").all(), db.inTransaction]);
    if (fails) throw new Error("by the program");
  });
  await refused("rolled back", () => move(true));
  await refused("committed", () => move.immediate(false));
  await refused("taken", () => db.prepare("INSERT INTO books (title) VALUES ('a')").run());
  await refused("two statements", () => db.prepare("SELECT 1; SELECT 2"));
  await refused("is no reader", () => db.prepare("DELETE FROM books WHERE id = 90").all());
  await refused("is one", () => db.prepare("SELECT id FROM books WHERE id = 90").run());
  await refused("copied", db.backup(`${file}-copy`));
  const copy = new Database(db.serialize());
  say("read from a copy", [
    copy.prepare("SELECT count(*) AS n FROM books").get(),
    copy.prepare("SELECT * FROM books WHERE id = 91").all(),
  ]);
  copy.close();
  say("asked", asked);
  say(
    "counted",
    db.prepare("SELECT changes() AS n, total_changes() AS total, last_insert_rowid() AS id").get(),
  );
  db.close();
}
