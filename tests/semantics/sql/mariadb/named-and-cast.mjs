// mysql2: named placeholders, type casts of a program's own, nested tables, dates and big numbers as told.
import mysql from "mysql2/promise";

export default async function ({ url, say, refused }) {
  const casts = [];
  const connection = await mysql.createConnection({
    uri: url,
    namedPlaceholders: true,
    typeCast(field, next) {
      casts.push(`${field.table}.${field.name} ${field.type}`);
      return field.type === "TINY" && field.length === 1 ? field.string() === "1" : next();
    },
  });
  const query = async (options, values) => (await connection.query(options, values))[0];
  await query(
    `CREATE TABLE books (id bigint PRIMARY KEY, title varchar(20), lent tinyint(1), at datetime,
      price decimal(30, 10))`,
  );
  await query("CREATE TABLE loans (id int PRIMARY KEY, book bigint)");
  await query(
    `INSERT INTO books VALUES (9007199254740993, :title, true, '2024-02-29 12:00:00', '1234567890123456789.5'),
      (2, 'b', false, NULL, NULL)`,
    { title: "a:b ?" },
  );
  await query("INSERT INTO loans VALUES (1, 2)");
  say(
    "named",
    await query("SELECT title, lent FROM books WHERE title = :title AND id > :least", {
      title: "a:b ?",
      least: 0,
    }),
  );
  say(
    "named, none",
    await query("SELECT title FROM books WHERE title = :title OR (title = :title AND lent = :lent)", {
      title: "none",
      lent: true,
    }),
  );
  say("a colon in words", await query("SELECT id FROM books WHERE title = ':title' AND id = :id", { id: 1 }));
  await refused(
    "missing",
    query("SELECT title FROM books WHERE title = :title AND id = :id", { title: "a" }),
  );
  say("positions", await query("SELECT title FROM books WHERE id IN (?) AND title <> ?", [[2, 3], "x"]));
  say("positions, none", await query("SELECT title FROM books WHERE id IN (?)", [[55, 56]]));
  say("object as SET", await query("UPDATE books SET ? WHERE id = 2", [{ title: "c", lent: true }]));
  say("casts", casts.splice(0));
  say("none casts nothing", [await query("SELECT * FROM books WHERE id = 44"), casts.length]);
  say("executed", (await connection.execute("SELECT title FROM books WHERE id = :id", { id: 2 }))[0]);
  say(
    "nested",
    await query({ sql: "SELECT * FROM loans l JOIN books b ON b.id = l.book", nestTables: true }),
  );
  say(
    "nested by a mark",
    await query(
      {
        sql: "SELECT l.id, b.title FROM loans l JOIN books b ON b.id = l.book WHERE b.title = :t",
        nestTables: "_",
      },
      { t: "c" },
    ),
  );
  say(
    "nested, none",
    await query({
      sql: "SELECT * FROM loans l JOIN books b ON b.id = l.book WHERE l.id = 8",
      nestTables: true,
    }),
  );
  say("big", await query({ sql: "SELECT id, price FROM books WHERE id > 5", typeCast: true }));
  say("uncast", await query({ sql: "SELECT id, lent FROM books WHERE id = 2", typeCast: false }));
  await connection.end();
  const texts = await mysql.createConnection({
    uri: url,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    timezone: "+05:30",
    decimalNumbers: true,
  });
  say("as told", (await texts.query("SELECT id, at, price FROM books ORDER BY id"))[0]);
  say(
    "none in another zone",
    (await texts.query("SELECT id FROM books WHERE at = ?", [new Date("2024-02-29T12:00:00Z")]))[0],
  );
  await texts.end();
}
