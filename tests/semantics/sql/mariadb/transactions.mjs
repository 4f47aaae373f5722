// mysql2 with promises: transactions by word and by SQL, savepoints, and what ends a transaction by itself.
import mysql from "mysql2/promise";

export default async function ({ url, say, refused }) {
  const pool = mysql.createPool({ uri: url, connectionLimit: 2 });
  await pool.query(
    "CREATE TABLE books (id int AUTO_INCREMENT PRIMARY KEY, title varchar(40) UNIQUE, pages int)",
  );
  const one = await pool.getConnection();
  const rows = async (connection, text, values) => (await connection.query(text, values))[0];
  await one.beginTransaction();
  say("none", await rows(one, "SELECT * FROM books WHERE title = ? AND pages > ?", ["nowhere", 9]));
  say("in one", await rows(one, "SELECT @@in_transaction AS inside"));
  await one.query("INSERT INTO books (title, pages) VALUES ('a', 1)");
  say("unseen", await rows(pool, "SELECT COUNT(*) AS n FROM books"));
  await one.query("SAVEPOINT s");
  await one.query("INSERT INTO books (title) VALUES ('b')");
  say("none", await rows(one, "SELECT * FROM books WHERE pages = 99"));
  await one.query("ROLLBACK TO SAVEPOINT s");
  await refused("taken", one.query("INSERT INTO books (title) VALUES ('a')"));
  say("goes on", await rows(one, "SELECT title FROM books WHERE title LIKE 'z%'"));
  await one.commit();
  await one.query("START TRANSACTION");
  await one.query("UPDATE books SET pages = 50");
  say("none", await rows(one, "SELECT * FROM books WHERE pages = 51"));
  await one.rollback();
  await refused("no savepoint", one.query("ROLLBACK TO SAVEPOINT s"));
  await one.query("SET autocommit = 0");
  await one.query("INSERT INTO books (title) VALUES ('c')");
  say("none", await rows(one, "SELECT * FROM books WHERE title = 'nothing'"));
  await one.query("CREATE TABLE ends (a int)");
  await one.query("ROLLBACK");
  say("a table ends a transaction", await rows(pool, "SELECT id, title, pages FROM books ORDER BY id"));
  await one.query("SET autocommit = 1");
  await one.query("START TRANSACTION READ ONLY");
  say("none", await rows(one, "SELECT * FROM books WHERE title = 'nothing'"));
  await refused("only reads", one.query("DELETE FROM books WHERE id = 99"));
  await one.query("COMMIT");
  await one.query("START TRANSACTION WITH CONSISTENT SNAPSHOT");
  await pool.query("INSERT INTO books (title) VALUES ('later')");
  say("none in the snapshot", await rows(one, "SELECT * FROM books WHERE title = 'later'"));
  await one.query("COMMIT");
  await one.query("START TRANSACTION");
  await pool.query("INSERT INTO books (title) VALUES ('before the first read')");
  say("seen", await rows(one, "SELECT title FROM books WHERE title LIKE 'before%'"));
  await one.query("COMMIT");
  await one.query("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
  await one.query("START TRANSACTION");
  say("none", await rows(one, "SELECT title FROM books WHERE title = 'committed'"));
  await pool.query("INSERT INTO books (title) VALUES ('committed')");
  say("one", await rows(one, "SELECT title FROM books WHERE title = 'committed'"));
  await refused("too late", one.query("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"));
  await one.query("COMMIT");
  // It holds for the next transaction, which is the next statement.
  await one.query("SET TRANSACTION READ ONLY");
  say("none", await rows(one, "SELECT title FROM books WHERE title = 'never'"));
  await refused("written", one.query("INSERT INTO books (title) VALUES ('written')"));
  one.release();
  await pool.end();
}
