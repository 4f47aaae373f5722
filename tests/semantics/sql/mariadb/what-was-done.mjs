// LAST_INSERT_ID, ROW_COUNT, FOUND_ROWS, warnings: what a connection remembers of its last statement.
import mysql from "mysql2/promise";

export default async function ({ url, say }) {
  const connection = await mysql.createConnection(url);
  const one = async (text, values) => (await connection.query(text, values))[0];
  await one("CREATE TABLE books (id int AUTO_INCREMENT PRIMARY KEY, title varchar(5), pages int)");
  const inserted = await one("INSERT INTO books (title, pages) VALUES ('a', 1), ('b', 2), ('c', 3)");
  say("inserted", inserted);
  say("count", await one("SELECT ROW_COUNT() AS n, LAST_INSERT_ID() AS id"));
  say("none", await one("SELECT * FROM books WHERE pages > 100"));
  say("of none", await one("SELECT FOUND_ROWS() AS found, ROW_COUNT() AS n, LAST_INSERT_ID() AS id"));
  say("limited", await one("SELECT SQL_CALC_FOUND_ROWS id FROM books WHERE pages < 50 LIMIT 1"));
  say("found", await one("SELECT FOUND_ROWS() AS found"));
  say("limited none", await one("SELECT SQL_CALC_FOUND_ROWS id FROM books WHERE pages > 1 LIMIT 0"));
  say("found", await one("SELECT FOUND_ROWS() AS found"));
  say("updated", await one("UPDATE books SET pages = 9 WHERE id = 1"));
  say("count", await one("SELECT ROW_COUNT() AS n"));
  say("updated none", await one("UPDATE books SET pages = 9 WHERE id = 77"));
  say("count", await one("SELECT ROW_COUNT() AS n"));
  say("the same again", await one("UPDATE books SET pages = 9 WHERE id = 1"));
  say("count", await one("SELECT ROW_COUNT() AS n"));
  say("deleted none", await one("DELETE FROM books WHERE title = 'z'"));
  say("count", await one("SELECT ROW_COUNT() AS n"));
  say("set", await one("UPDATE books SET pages = LAST_INSERT_ID(pages + 40) WHERE id = 2"));
  say("none", await one("SELECT * FROM books WHERE title = 'nothing'"));
  say("id", await one("SELECT LAST_INSERT_ID() AS id"));
  say("found by the last id", await one("SELECT id FROM books WHERE id = LAST_INSERT_ID()"));
  await one("INSERT INTO books (title) VALUES ('d')");
  say("none by the last id", await one("SELECT title FROM books WHERE id = LAST_INSERT_ID() AND pages = 5"));
  say("id", await one("SELECT LAST_INSERT_ID() AS id"));
  // A key of NULL is the last one that was made, once.
  await one("SET sql_auto_is_null = 1");
  await one("INSERT INTO books (title) VALUES ('e')");
  say("null is the last", await one("SELECT title FROM books WHERE id IS NULL"));
  say("null is none now", await one("SELECT title FROM books WHERE id IS NULL"));
  await one("SET sql_auto_is_null = 0");
  say("cast", await one("SELECT id FROM books WHERE CAST(title AS int) = 50"));
  say("warnings", await one("SHOW WARNINGS"));
  say("count of warnings", await one("SELECT @@warning_count AS n"));
  say("divided", await one("SELECT id FROM books WHERE id / 0 = 1"));
  say("counts", await one("SHOW COUNT(*) WARNINGS"));
  say("ignored", await one("INSERT IGNORE INTO books (title) VALUES ('too long')"));
  say("warnings", await one("SHOW WARNINGS"));
  await one("SELECT * FROM nothing").catch(() => {});
  say("errors", await one("SHOW ERRORS"));
  say("replaced", await one("REPLACE INTO books (id, title) VALUES (1, 'r')"));
  say(
    "upserted",
    await one("INSERT INTO books (id, title) VALUES (1, 's') ON DUPLICATE KEY UPDATE title = 's'"),
  );
  say("returning", await one("INSERT INTO books (title) VALUES ('f') RETURNING id, title"));
  say("user variable", await one("SELECT @n := 5 AS n"));
  say("none by a variable", await one("SELECT id FROM books WHERE (@n := @n + 1) > 1000"));
  say("how often", await one("SELECT @n AS n"));
  say("rows", await one("SELECT * FROM books ORDER BY id"));
  await connection.end();
}
