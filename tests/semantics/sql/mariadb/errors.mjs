// What MariaDB refuses: codes, numbers, states and the names in messages.
import mysql from "mysql2/promise";

export default async function ({ url, say, refused }) {
  const connection = await mysql.createConnection(url);
  const query = async (text, values) => (await connection.query(text, values))[0];
  await query(
    `CREATE TABLE rooms (id int PRIMARY KEY, name varchar(5) NOT NULL, size int, kind enum('a', 'b'),
      CONSTRAINT rooms_name UNIQUE (name), CONSTRAINT rooms_size CHECK (size > 0))`,
  );
  await query(
    "CREATE TABLE stays (room int, CONSTRAINT stays_room FOREIGN KEY (room) REFERENCES rooms (id))",
  );
  await query(
    `CREATE TRIGGER no BEFORE INSERT ON stays FOR EACH ROW BEGIN IF NEW.room = 66 THEN SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'never 66'; END IF; END`,
  );
  await query("INSERT INTO rooms VALUES (1, 'a', 1, 'a')");
  await query("INSERT INTO stays VALUES (1)");
  const bad = {
    unique: "INSERT INTO rooms VALUES (2, 'a', 1, 'a')",
    primary: "INSERT INTO rooms VALUES (1, 'b', 1, 'a')",
    foreign: "INSERT INTO stays VALUES (9)",
    parent: "DELETE FROM rooms WHERE id = 1",
    check: "INSERT INTO rooms VALUES (3, 'c', 0, 'a')",
    null: "INSERT INTO rooms VALUES (4, NULL, 1, 'a')",
    long: "INSERT INTO rooms VALUES (5, 'too long', 1, 'a')",
    range: "INSERT INTO rooms VALUES (99999999999, 'x', 1, 'a')",
    enum: "INSERT INTO rooms VALUES (6, 'f', 1, 'z')",
    word: "INSERT INTO rooms VALUES ('x', 'g', 1, 'a')",
    default: "INSERT INTO rooms (id) VALUES (7)",
    trigger: "INSERT INTO stays VALUES (66)",
    syntax: "SELECT * FORM rooms",
    column: "SELECT nam FROM rooms WHERE id = 1",
    table: "SELECT * FROM room",
    ambiguous: "SELECT id FROM rooms a, rooms b",
    several: "SELECT (SELECT seq FROM seq_1_to_2)",
    divided: "UPDATE rooms SET size = 1 / 0 WHERE id = 1",
    day: "SELECT id FROM rooms WHERE id = CAST('2024-02-30' AS date)",
    group: "SELECT id, COUNT(*) FROM rooms WHERE size > 900",
  };
  for (const [kind, text] of Object.entries(bad)) await refused(kind, query(text));
  await query("SET sql_mode = ''");
  say("not strict", [
    await query("INSERT INTO rooms VALUES (8, 'too long', 1, 'z')"),
    await query("SHOW WARNINGS"),
    await query("SELECT * FROM rooms WHERE id = 8"),
  ]);
  say("none by a mixed comparison", await query("SELECT id FROM rooms WHERE name = 0 AND id = 'x'"));
  say("warnings", await query("SHOW WARNINGS"));
  await query("SET sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES'");
  say("other quotes", await query("SELECT \"id\" FROM rooms WHERE \"name\" = '\\' || 'z'"));
  await query("SET sql_mode = DEFAULT");
  await refused("undefined", query("SELECT id FROM rooms WHERE id = ?", [undefined]));
  await refused("two rows with an object", query("SELECT id FROM rooms WHERE name = ?", [{ a: 1, b: 2 }]));
  say(
    "stack of who asked",
    await query("SELECT * FROM room").catch(({ stack }) => /errors\.mjs/.test(stack)),
  );
  await connection.end();
}
