// Temporary tables, which cannot be opened twice in one statement, and which hide others.
import mysql from "mysql2/promise";

export default async function ({ url, say, refused }) {
  const [connection, other] = [await mysql.createConnection(url), await mysql.createConnection(url)];
  const query = async (text, by = connection) => (await by.query(text))[0];
  await query("CREATE TABLE basket (item varchar(9))");
  await query("INSERT INTO basket VALUES ('of all')");
  await query("CREATE TEMPORARY TABLE basket (item varchar(9), n int)");
  say("the own one is empty", await query("SELECT * FROM basket WHERE item = 'of all'"));
  say("the other one", await query("SELECT * FROM basket WHERE item = 'of all'", other));
  await query("START TRANSACTION");
  await query("INSERT INTO basket VALUES ('own', 1)");
  say("none", await query("SELECT item FROM basket WHERE n = 2"));
  await query("CREATE TEMPORARY TABLE more SELECT 5 AS a");
  say("none", await query("SELECT * FROM more WHERE a = 6"));
  await query("ROLLBACK");
  say("rolled back", await query("SELECT * FROM basket"));
  await refused("opened twice", query("SELECT * FROM more a JOIN more b ON a.a = b.a + 1"));
  await query("DROP TEMPORARY TABLE basket");
  say("that of all again", await query("SELECT * FROM basket"));
  say("none", await query("SELECT * FROM basket WHERE item = 'none'"));
  await connection.changeUser({});
  await refused("gone with the session", query("SELECT * FROM more"));
  await connection.end();
  await other.end();
}
