// What pools tell: events, counts, errors given back, clients that live for some uses only.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    idleTimeoutMillis: 30,
    maxUses: 20,
    application_name: "pools",
  });
  const events = [];
  const numbers = new Map();
  const number = (client) => numbers.get(client) ?? (numbers.set(client, numbers.size + 1), numbers.size);
  for (const name of ["connect", "acquire"]) pool.on(name, (client) => events.push([name, number(client)]));
  pool.on("release", (error, client) => events.push(["release", number(client), error?.message ?? null]));
  pool.on("remove", (client) => events.push(["remove", number(client)]));
  await pool.query("CREATE TABLE books (title text)");
  say("one", (await pool.query("SELECT * FROM books WHERE title = 'a'")).rows);
  say("alone", [...events.splice(0)]);
  const held = [await pool.connect(), await pool.connect(), await pool.connect()];
  say("counts", [pool.totalCount, pool.idleCount, pool.waitingCount]);
  await Promise.all(
    held.map((client, at) => client.query("SELECT * FROM books WHERE title = $1", [String(at)])),
  );
  held[0].release();
  held[1].release(new Error("broken"));
  held[2].release(true);
  await refused("released twice", () => held[0].release());
  say("counts", [pool.totalCount, pool.idleCount, pool.waitingCount]);
  while (events.filter(([name]) => name === "remove").length < 3)
    await new Promise((done) => setTimeout(done, 5));
  say("idle ones go", [pool.totalCount, pool.idleCount]);
  say(
    "events",
    events.splice(0).sort((a, b) => String(a).localeCompare(String(b))),
  );
  const lasting = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, maxUses: 3 });
  for (const name of ["connect", "acquire", "remove"])
    lasting.on(name, (one) => events.push([name, number(one)]));
  lasting.on("error", (error) => events.push(["error", error.code]));
  for (let n = 0; n < 4; n += 1) await lasting.query("SELECT * FROM books WHERE title = 'b'");
  // A client is gone when it has ended, which nobody waits for.
  while (!events.some(([name]) => name === "remove")) await new Promise((done) => setTimeout(done, 5));
  say(
    "uses",
    events.splice(0).sort((a, b) => String(a).localeCompare(String(b))),
  );
  await pool.end();
  const client = await lasting.connect();
  const {
    rows: [{ pid }],
  } = await client.query("SELECT pg_backend_pid() AS pid");
  client.release();
  const killer = new pg.Client(url);
  await killer.connect();
  await killer.query("SELECT pg_terminate_backend($1)", [pid]);
  while (!events.some(([name]) => name === "error")) await new Promise((done) => setTimeout(done, 5));
  say(
    "an idle one dies",
    events.splice(0).map(([name, what]) => (name === "error" ? [name, what] : [name])),
  );
  say("none", (await lasting.query("SELECT * FROM books WHERE title = 'c'")).rows);
  await killer.end();
  await lasting.end();
  await refused("ended", pool.query("SELECT 1"));
  await refused("ended twice", pool.end());
}
