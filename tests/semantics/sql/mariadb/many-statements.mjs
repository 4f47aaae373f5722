// Several statements in one call, procedures with several results.
import mysql from "mysql2/promise";

export default async function ({ url, say, refused }) {
  const connection = await mysql.createConnection({ uri: url, multipleStatements: true });
  const query = async (text, values) => (await connection.query(text, values))[0];
  await query(
    "CREATE TABLE books (id int PRIMARY KEY, title varchar(9)); INSERT INTO books VALUES (1, 'a'), (2, 'b')",
  );
  say(
    "several",
    await query(
      `SELECT id FROM books ORDER BY id; SELECT * FROM books WHERE id = ?; UPDATE books SET title = 'c'
        WHERE id = 2; SELECT ROW_COUNT() AS n`,
      [77],
    ),
  );
  await refused(
    "one is wrong",
    query("INSERT INTO books VALUES (3, 'x'); SELECT * FROM nothing; INSERT INTO books VALUES (4, 'y')"),
  );
  await query(`CREATE PROCEDURE find(IN least int, OUT n int)
    BEGIN
      SELECT id FROM books WHERE id > least ORDER BY id;
      SELECT title FROM books WHERE id > least + 100;
      SELECT COUNT(*) INTO n FROM books WHERE id > least;
    END`);
  say("called", await query("CALL find(1, @n); SELECT @n AS n"));
  say("called, none", await query("CALL find(50, @n); SELECT @n AS n"));
  await query(
    `CREATE FUNCTION seen(a int) RETURNS int NOT DETERMINISTIC MODIFIES SQL DATA
      BEGIN INSERT INTO looked VALUES (a); RETURN 0; END`,
  );
  await query("CREATE TABLE looked (a int)");
  say("none by a function that writes", await query("SELECT id FROM books WHERE seen(id) = 1"));
  say("looked", await query("SELECT a FROM looked ORDER BY a"));
  await query(
    `CREATE PROCEDURE fails() BEGIN INSERT INTO books VALUES (8, 'h'); SIGNAL SQLSTATE '45000'
      SET MESSAGE_TEXT = 'no', MYSQL_ERRNO = 1999; END`,
  );
  await refused("signalled", query("CALL fails()"));
  await query("CREATE SEQUENCE tickets");
  say("none", await query("SELECT id FROM books WHERE NEXTVAL(tickets) > 1000"));
  say("next", await query("SELECT NEXTVAL(tickets) AS n"));
  await query("PREPARE p FROM 'SELECT id FROM books WHERE id = ?'; SET @id = 60");
  say("prepared by SQL", await query("EXECUTE p USING @id; DEALLOCATE PREPARE p"));
  await refused("by itself", query("EXECUTE p USING @id"));
  await refused("several are not executed", connection.execute("SELECT 1; SELECT 2"));
  say("rows", await query("SELECT * FROM books ORDER BY id"));
  await query("DROP PROCEDURE find; DROP PROCEDURE fails; DROP FUNCTION seen");
  await connection.end();
}
