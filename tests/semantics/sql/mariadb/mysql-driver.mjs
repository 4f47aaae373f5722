// The old driver `mysql`: callbacks, events, pools, transactions.
import mysql from "mysql";

export default async function ({ host, port, user, database, say }) {
  const pool = mysql.createPool({ host, port, user, database, connectionLimit: 1, multipleStatements: true });
  const events = [];
  for (const name of ["connection", "acquire", "enqueue", "release"]) pool.on(name, () => events.push(name));
  const query = (text, values, by = pool) =>
    new Promise((resolve) =>
      by.query(text, values, (error, rows, fields) =>
        resolve(
          error
            ? [error.code, error.errno, error.sqlState, error.fatal]
            : [rows, fields?.map?.((field) => field?.name)],
        ),
      ),
    );
  say(
    "made",
    await query(
      "CREATE TABLE books (id int AUTO_INCREMENT PRIMARY KEY, title varchar(9) UNIQUE, at datetime)",
    ),
  );
  say(
    "inserted",
    await query("INSERT INTO books SET ?", { title: "a'b", at: new Date(Date.UTC(2024, 1, 29)) }),
  );
  say("none", await query("SELECT ?? FROM ?? WHERE title IN (?)", [["id", "title"], "books", ["x", "y"]]));
  say(
    "found",
    await query({ sql: "SELECT title FROM books WHERE title = ?", values: ["a'b"], nestTables: "." }),
  );
  say(
    "several",
    await query("SELECT id FROM books; SELECT id FROM books WHERE id = 60; SELECT FOUND_ROWS() AS n"),
  );
  say("taken", await query("INSERT INTO books (title) VALUES (?)", ["a'b"]));
  say("wrong", await query("SELECT nothing FROM books"));
  await new Promise((resolve) =>
    pool.getConnection((failed, connection) => {
      connection.beginTransaction(async () => {
        say("inside", await query("INSERT INTO books (title) VALUES ('b')", [], connection));
        say("none inside", await query("SELECT id FROM books WHERE title = 'none'", [], connection));
        pool.query("SELECT COUNT(*) AS n FROM books", (error, rows) => resolve(say("waited", rows)));
        connection.rollback(() => connection.release());
      });
    }),
  );
  const seen = [];
  await new Promise((resolve) =>
    pool
      .query("SELECT id FROM books WHERE id > 0")
      .on("fields", (fields) => seen.push(fields.length))
      .on("result", (row) => seen.push(row))
      .on("end", resolve),
  );
  await new Promise((resolve) =>
    pool
      .query("SELECT id FROM books WHERE id = 61")
      .on("result", () => seen.push("row"))
      .on("end", () => resolve(seen.push("end"))),
  );
  say("seen", seen);
  const streamed = [];
  await new Promise((resolve) =>
    pool
      .query("SELECT title FROM books")
      .stream()
      .on("data", ({ title }) => streamed.push(title))
      .on("end", resolve),
  );
  say("streamed", streamed);
  say("slow", await query({ sql: "SELECT SLEEP(5)", timeout: 80 }));
  say(
    "typeCast",
    await query({
      sql: "SELECT id FROM books",
      typeCast: (field, next) => (field.name === "id" ? `#${field.string()}` : next()),
    }),
  );
  say("events", events);
  await new Promise((resolve) => pool.end(resolve));
  say("ended", await query("SELECT 1"));
}
