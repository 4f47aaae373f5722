// Ends: of clients, pools, and of what is asked then.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await refused("not yet connected, and ended", async () => {
    const never = new pg.Client(url);
    return never.end();
  });
  await client.connect();
  await refused("connected twice", client.connect());
  await client.query("CREATE TABLE books (title text)");
  const late = refused("asked before the end", client.query("SELECT * FROM books WHERE title = 'none'"));
  const ending = client.end();
  await late;
  await refused("asked at the end", client.query("SELECT 1"));
  await ending;
  await refused("asked after it", client.query("SELECT 1"));
  await refused("ended twice", client.end());
  await refused("connected again", client.connect());
  const pool = new pg.Pool({ connectionString: url });
  const held = await pool.connect();
  const ended = pool.end();
  await refused("pool is ending", pool.connect());
  say("still held", (await held.query("SELECT * FROM books WHERE title = 'none'")).rows);
  held.release();
  await ended;
  say("counts", [pool.totalCount, pool.ending, pool.ended]);
  const wrong = new pg.Pool({ connectionString: `${url}_missing` });
  await refused("no such database", wrong.query("SELECT 1"));
  await wrong.end();
  const open = new pg.Client(url);
  await open.connect();
  await open.query("BEGIN; INSERT INTO books VALUES ('never')");
  await open.query("SELECT * FROM books WHERE title = 'none'");
  await open.end();
}
