// Pools of the driver `mariadb`: promises and callbacks, who waits, what is put back.
import mariadb from "mariadb";
import callbacks from "mariadb/callback";

export default async function ({ host, port, user, database, say, refused }) {
  const pool = mariadb.createPool({
    host,
    port,
    user,
    database,
    connectionLimit: 1,
    acquireTimeout: 3_000,
    connectTimeout: 30_000,
    insertIdAsNumber: true,
  });
  const events = [];
  for (const name of ["connection", "acquire", "enqueue", "release"]) pool.on(name, () => events.push(name));
  await pool.query("CREATE TABLE books (id int AUTO_INCREMENT PRIMARY KEY, title varchar(9))");
  say("batch", await pool.batch("INSERT INTO books (title) VALUES (?)", [["a"], ["b"]]));
  const connection = await pool.getConnection();
  await connection.beginTransaction();
  await connection.query("DELETE FROM books");
  say("none", await connection.query("SELECT * FROM books WHERE title = 'a'"));
  say("counts", [
    pool.totalConnections(),
    pool.activeConnections(),
    pool.idleConnections(),
    pool.taskQueueSize(),
  ]);
  const waits = pool.query("SELECT id FROM books WHERE title = 'none'");
  say("one waits", pool.taskQueueSize());
  // A transaction that was left open is rolled back where the connection comes back.
  await connection.release();
  say("waited", await waits);
  say("put back", await pool.query("SELECT COUNT(*) AS n FROM books"));
  const held = await pool.getConnection();
  say("none", await held.query("SELECT * FROM books WHERE id = 50"));
  await refused(
    "in vain",
    pool.query("SELECT 1").catch((error) => {
      throw Object.assign(
        new Error(
          error.message
            .split("\n")[0]
            .replace(/\(conn:[^)]*\) /, "")
            .replace(/after \d+ms/, "late"),
        ),
        { code: error.code },
      );
    }),
  );
  await held.release();
  say(
    "events",
    events.filter((name) => name !== "enqueue"),
  );
  await pool.end();
  await refused(
    "ended",
    pool
      .query("SELECT 1")
      .catch((error) => Promise.reject(Object.assign(new Error("ended"), { code: error.code }))),
  );

  const called = callbacks.createConnection({ host, port, user, database, connectTimeout: 30_000 });
  const given = (start) =>
    new Promise((resolve) => start((error, result) => resolve(error ? [error.code, error.errno] : result)));
  say("connected", await given((done) => called.connect(done)));
  say("none", await given((done) => called.query("SELECT * FROM books WHERE id = ?", [51], done)));
  say("wrong", await given((done) => called.query("SELECT * FROM nothing", done)));
  say(
    "batch",
    await given((done) =>
      called.batch(
        "UPDATE books SET title = ? WHERE id = ?",
        [
          ["x", 1],
          ["y", 88],
        ],
        done,
      ),
    ),
  );
  const rows = [];
  await new Promise((resolve) =>
    called
      .query("SELECT id FROM books ORDER BY id")
      .on("data", ({ id }) => rows.push(id))
      .on("end", resolve),
  );
  say("events", rows);
  await given((done) => called.end(done));
}
