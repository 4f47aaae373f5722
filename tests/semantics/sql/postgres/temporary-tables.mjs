// Temporary tables, which other connections do not see, and which stand before others of the same name.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const [client, other] = [new pg.Client(url), new pg.Client(url)];
  await client.connect();
  await other.connect();
  await client.query("CREATE TABLE basket (item text); INSERT INTO basket VALUES ('of all')");
  await client.query("CREATE TEMP TABLE basket (item text, n int)");
  say("the own one is empty", (await client.query("SELECT * FROM basket WHERE item = 'of all'")).rows);
  say("the other one", (await other.query("SELECT * FROM basket WHERE item = 'of all'")).rows);
  say("nothing there", (await other.query("SELECT * FROM basket WHERE item = 'none'")).rows);
  await client.query("INSERT INTO basket VALUES ('own', 1)");
  say("nothing there", (await client.query("SELECT item FROM basket WHERE n = 2")).rows);
  await client.query(
    "BEGIN; CREATE TEMP TABLE brief (a int) ON COMMIT DELETE ROWS; INSERT INTO brief VALUES (1)",
  );
  say("brief", (await client.query("SELECT * FROM brief WHERE a = 2")).rows);
  say("brief", (await client.query("SELECT * FROM brief")).rows);
  await client.query("COMMIT");
  say("brief is empty", (await client.query("SELECT * FROM brief")).rows);
  await client.query("BEGIN; CREATE TEMP TABLE gone ON COMMIT DROP AS SELECT 1 AS a");
  say("gone", (await client.query("SELECT * FROM gone WHERE a > 1")).rows);
  await client.query("COMMIT");
  await refused("gone", client.query("SELECT * FROM gone WHERE a > 1"));
  await refused("of another", other.query("SELECT * FROM brief"));
  await client.query("DISCARD TEMP");
  say("that of all again", (await client.query("SELECT * FROM basket")).rows);
  await client.end();
  await other.end();
}
