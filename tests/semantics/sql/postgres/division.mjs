// A division by zero in the middle of a transaction, and in conditions that other conditions keep from it.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("CREATE TABLE sums (id int PRIMARY KEY, total int, parts int)");
  await client.query("INSERT INTO sums VALUES (1, 10, 2), (2, 10, 0), (3, 0, 0)");
  const share = "SELECT id FROM sums WHERE CASE WHEN parts <> 0 THEN total / parts ELSE 0 END = $1";
  say("shares", (await client.query(share, [5])).rows);
  await client.query("BEGIN");
  await client.query("INSERT INTO sums VALUES (4, 1, 1)");
  say("no share", (await client.query(share, [77])).rows);
  say("nullif", (await client.query("SELECT id FROM sums WHERE total / nullif(parts, 0) = 99")).rows);
  say(
    "nothing left to divide",
    (await client.query("SELECT id FROM sums WHERE id = 99 AND total / parts > 1")).rows,
  );
  await refused("divided", client.query("SELECT id FROM sums WHERE total / parts = 5"));
  await refused("aborted", client.query("INSERT INTO sums VALUES (5, 1, 1)"));
  say("end", (await client.query("COMMIT")).command);
  await refused("in an UPDATE", client.query("UPDATE sums SET total = total / parts"));
  await refused("in a LIMIT", client.query("SELECT id FROM sums LIMIT 1 / (SELECT min(parts) FROM sums)"));
  say("rows", (await client.query("SELECT * FROM sums ORDER BY id")).rows);
  await client.end();
}
