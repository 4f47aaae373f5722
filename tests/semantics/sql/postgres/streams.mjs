// Rows as streams, read to their end and left before it.
import pg from "pg";
import QueryStream from "pg-query-stream";

export default async function ({ url, say, refused }) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const client = await pool.connect();
  await client.query("CREATE TABLE numbers AS SELECT n, n % 7 AS rest FROM generate_series(1, 500) n");
  let sum = 0;
  for await (const { n } of client.query(
    new QueryStream("SELECT n FROM numbers WHERE rest = $1", [3], { batchSize: 10 }),
  ))
    sum += n;
  say("sum", sum);
  const left = [];
  for await (const { n } of client.query(
    new QueryStream("SELECT n FROM numbers ORDER BY n", [], { batchSize: 5 }),
  )) {
    left.push(n);
    if (left.length === 7) break;
  }
  say("left", left);
  const none = [];
  for await (const row of client.query(new QueryStream("SELECT n FROM numbers WHERE rest = 70")))
    none.push(row);
  say("none", none);
  say("after", (await client.query("SELECT count(*)::int AS n FROM numbers WHERE rest = 70")).rows);
  await refused("fails at a row", async () => {
    const seen = [];
    for await (const { q } of client.query(
      new QueryStream("SELECT 100 / (n - 4) AS q FROM numbers ORDER BY n", [], { batchSize: 2 }),
    ))
      seen.push(q);
    return seen;
  });
  await client.query("BEGIN");
  const stream = client.query(new QueryStream("SELECT n FROM numbers WHERE rest = 2 ORDER BY n LIMIT 4"));
  const events = [];
  for (const name of ["data", "end", "close"])
    stream.on(name, (row) => events.push(row === undefined ? name : row.n));
  await new Promise((done) => stream.on("close", done));
  say("events", events);
  say("empty in a transaction", (await client.query("SELECT n FROM numbers WHERE n < 0")).rows);
  await client.query("COMMIT");
  client.release();
  await pool.end();
}
