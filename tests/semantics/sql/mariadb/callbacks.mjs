// mysql2 with callbacks: what they are given, pools of one, events, and who waits.
import mysql from "mysql2";

export default async function ({ url, say }) {
  const pool = mysql.createPool({
    uri: url,
    connectionLimit: 1,
    queueLimit: 1,
    waitForConnections: true,
    idleTimeout: 60_000,
  });
  const events = [];
  for (const name of ["connection", "acquire", "enqueue", "release"]) pool.on(name, () => events.push(name));
  const given = (start) =>
    new Promise((resolve) =>
      start((...all) => resolve(all.map((one) => (one instanceof Error ? (one.code ?? one.message) : one)))),
    );
  say("made", await given((done) => pool.query("CREATE TABLE books (id int, title varchar(9))", done)));
  say("none", (await given((done) => pool.query("SELECT * FROM books WHERE id = ?", [4], done))).length);
  say("wrong", await given((done) => pool.query("SELECT * FROM nothing", done)));
  say("executed", (await given((done) => pool.execute("SELECT * FROM books WHERE id = ?", [4], done)))[1]);
  await new Promise((resolve) => {
    pool.getConnection((failed, connection) => {
      connection.query("SELECT * FROM books WHERE title = 'none'", (error, rows) => {
        say("held", [error, rows]);
        pool.query("SELECT 1 AS waits", (waited, [row]) => resolve(say("waited", row)));
        pool.query("SELECT 2", (refused) => {
          say("no place in the line", refused?.message);
          connection.release();
        });
      });
    });
  });
  say("events", events);
  const order = [];
  const promised = pool.promise();
  await Promise.all([
    promised.query("SELECT * FROM books WHERE id = 1").then(() => order.push(1)),
    promised.query("SELECT * FROM books WHERE id = 2").then(() => order.push(2)),
  ]);
  say("order", order);
  await new Promise((resolve) => pool.end(resolve));
  say("ended", await given((done) => pool.query("SELECT 1", done)));

  const connection = mysql.createConnection(url);
  const line = [];
  connection.query("BEGIN", () => line.push("begin"));
  connection.query("INSERT INTO books VALUES (1, 'a')", (error, { affectedRows }) => line.push(affectedRows));
  connection.query("SELECT * FROM books WHERE title = 'z'", (error, rows) => line.push(rows));
  connection.query("SELEC", (error) => line.push(error.code));
  await new Promise((resolve) => connection.query("COMMIT", resolve));
  say("in a row", line);
  say(
    "transaction",
    await given((done) =>
      connection.beginTransaction(() =>
        connection.query("DELETE FROM books", () =>
          connection.query("SELECT * FROM books WHERE id = 1", (error, rows) =>
            connection.rollback(() => done(rows)),
          ),
        ),
      ),
    ),
  );
  say("ping", await given((done) => connection.ping(done)));
  say("other user", await given((done) => connection.changeUser({ user: "root" }, done)));
  say("timeout", await given((done) => connection.query({ sql: "SELECT SLEEP(2)", timeout: 50 }, done)));
  connection.destroy();
  say("destroyed", await given((done) => connection.query("SELECT 1", done)));
}
