// mysql2's prepared statements: which there are on the server, and values that they take.
import mysql from "mysql2/promise";

export default async function ({ url, say, refused }) {
  const connection = await mysql.createConnection(url);
  const counts = async () => {
    const [rows] = await connection.query(
      `SHOW SESSION STATUS WHERE Variable_name IN ('Com_stmt_prepare', 'Com_stmt_execute', 'Com_stmt_close',
        'Prepared_stmt_count', 'Com_select', 'Com_savepoint', 'Com_begin')`,
    );
    return Object.fromEntries(rows.map(({ Variable_name: name, Value: value }) => [name, Number(value)]));
  };
  await connection.query(
    `CREATE TABLE books (id int AUTO_INCREMENT PRIMARY KEY, title varchar(9), at datetime(3),
      price decimal(8,2), about json)`,
  );
  say(
    "made",
    (
      await connection.execute("INSERT INTO books (title, at, price, about) VALUES (?, ?, ?, ?)", [
        "a",
        new Date("2024-02-29T12:00:00.123Z"),
        1.5,
        { n: 1 },
      ])
    )[0],
  );
  const find = "SELECT id, title, price FROM books WHERE title = ? AND price > ?";
  say("found", await connection.execute(find, ["a", 1]));
  say("none", (await connection.execute(find, ["z", 1]))[0]);
  say("none", (await connection.execute(find, [null, 1]))[0]);
  say(
    "none by a day",
    (await connection.execute("SELECT id FROM books WHERE at > ?", [new Date("2030-01-01T00:00:00Z")]))[0],
  );
  say("limited", (await connection.execute("SELECT id FROM books WHERE id > ? LIMIT ?", ["50", "5"]))[0]);
  await refused("undefined", connection.execute(find, [undefined, 1]));
  await refused("too few", connection.execute(find, ["a"]));
  const { Prepared_stmt_count, Com_stmt_execute, Com_stmt_prepare } = await counts();
  say("statements", { Prepared_stmt_count, Com_stmt_execute, Com_stmt_prepare });
  connection.unprepare(find);
  const statement = await connection.prepare("SELECT title FROM books WHERE id = ?");
  say("prepared", (await statement.execute([1]))[0]);
  say("prepared, none", (await statement.execute([99]))[0]);
  await statement.close();
  await connection.query("DO 1");
  const { Prepared_stmt_count: left } = await counts();
  say("left", left);
  say(
    "as arrays",
    await connection
      .execute({ sql: "SELECT id, title FROM books WHERE id = ?", rowsAsArray: true }, [1])
      .then(([rows, fields]) => [rows, fields.map(({ name, columnType }) => [name, columnType])]),
  );
  say(
    "as arrays, none",
    (await connection.execute({ sql: "SELECT id FROM books WHERE id = ?", rowsAsArray: true }, [98]))[0],
  );
  await connection.query("ALTER TABLE books ADD COLUMN more int DEFAULT 4");
  say(
    "another result",
    (await connection.execute("SELECT * FROM books WHERE id = ?", [97]))[1].map(({ name }) => name),
  );
  await refused("wrong", connection.execute("SELECT nothing FROM books WHERE id = ?", [1]));
  await connection.end();
}
