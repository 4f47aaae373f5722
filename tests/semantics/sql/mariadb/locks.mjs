// Locks by name and of rows, deadlocks, tables that are locked.
import mysql from "mysql2/promise";

export default async function ({ url, say, refused }) {
  const [one, two] = [await mysql.createConnection(url), await mysql.createConnection(url)];
  const query = async (connection, text) => (await connection.query(text))[0];
  await one.query("CREATE TABLE jobs (id int PRIMARY KEY, state varchar(9), KEY (state))");
  await one.query("INSERT INTO jobs VALUES (1, 'new'), (2, 'new'), (3, 'done')");
  say("named", [
    await query(one, "SELECT GET_LOCK('own', 0) AS got"),
    await query(two, "SELECT GET_LOCK('own', 0) AS got"),
    await query(two, "SELECT IS_FREE_LOCK('own') AS free"),
  ]);
  say("none by a lock", await query(two, "SELECT id FROM jobs WHERE GET_LOCK('own', 0) = 1"));
  say(
    "none, but locked",
    await query(two, "SELECT id FROM jobs WHERE GET_LOCK(CONCAT('job', id), 0) = 1 AND state = 'lost'"),
  );
  say("what is locked", await query(one, "SELECT IS_FREE_LOCK('job1') AS one, IS_FREE_LOCK('job9') AS nine"));
  say("given back", await query(one, "SELECT RELEASE_LOCK('own') AS n"));
  await one.query("START TRANSACTION");
  say("one job", await query(one, "SELECT id FROM jobs WHERE id = 1 FOR UPDATE"));
  say("nothing to lock", await query(one, "SELECT id FROM jobs WHERE id = 50 FOR UPDATE"));
  await refused("nowait", two.query("SELECT id FROM jobs WHERE id = 1 FOR UPDATE NOWAIT"));
  say("skipped", await query(two, "SELECT id FROM jobs WHERE id IN (1, 2) FOR UPDATE SKIP LOCKED"));
  say("others are free", await query(two, "UPDATE jobs SET state = 'x' WHERE id = 3"));
  await two.query("SET innodb_lock_wait_timeout = 1");
  await refused("waits in vain", two.query("UPDATE jobs SET state = 'y' WHERE id = 1"));
  await one.query("COMMIT");
  await one.query("START TRANSACTION");
  say(
    "shared none",
    await query(one, "SELECT id FROM jobs WHERE id = 1 AND state = 'lost' LOCK IN SHARE MODE"),
  );
  await one.query("COMMIT");
  // A plain read in a transaction locks nothing.
  await one.query("START TRANSACTION");
  say("none", await query(one, "SELECT id FROM jobs WHERE state = 'lost'"));
  say("free", await query(two, "UPDATE jobs SET state = 'z' WHERE id = 1"));
  say("free", await query(two, "INSERT INTO jobs VALUES (9, 'lost')"));
  say("not yet seen", await query(one, "SELECT id FROM jobs WHERE state = 'lost'"));
  await one.query("COMMIT");
  await one.query("LOCK TABLES jobs READ");
  say("none", await query(one, "SELECT id FROM jobs WHERE state = 'gone'"));
  await refused("not locked by it", one.query("SELECT * FROM jobs j JOIN jobs k ON j.id = k.id"));
  await refused("only for reading", one.query("DELETE FROM jobs WHERE id = 70"));
  await one.query("UNLOCK TABLES");
  await one.end();
  await two.end();
}
