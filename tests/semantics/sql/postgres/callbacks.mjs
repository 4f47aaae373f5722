// Callbacks: what they are called with, when, and on which tick.
import pg from "pg";

export default async function ({ url, say }) {
  const client = new pg.Client(url);
  const called = (start) =>
    new Promise((done) =>
      start(function (...given) {
        done({
          count: given.length,
          error: given[0]?.code ?? given[0] ?? null,
          rows: given[1]?.rows,
          this: this === undefined || this === globalThis,
        });
      }),
    );
  await new Promise((done) => client.connect((error) => done(say("connected", error))));
  say("made", await called((done) => client.query("CREATE TABLE books (id int, title text)", done)));
  say("values", await called((done) => client.query("SELECT $1::int AS a", [1], done)));
  say(
    "config",
    await called((done) => client.query({ text: "SELECT * FROM books WHERE id = $1", values: [4] }, done)),
  );
  say(
    "config and values",
    await called((done) => client.query({ text: "SELECT * FROM books WHERE id = $1" }, [5], done)),
  );
  say("fails", await called((done) => client.query("SELECT * FROM nothing", done)));
  say(
    "config with callback",
    await called((done) => client.query({ text: "SELECT 3 AS three", callback: done })),
  );
  say("returns", [client.query("SELECT 1", () => {}) === undefined, typeof client.query("SELECT 1").then]);
  const order = [];
  await new Promise((done) => {
    client.query("SELECT * FROM books WHERE title = 'none'", () => {
      order.push("first");
      process.nextTick(() => order.push("tick"));
      Promise.resolve().then(() => order.push("job"));
      client.query("SELECT 2", () => done(order.push("inner")));
    });
    client.query("SELECT 1", () => order.push("second"));
    order.push("asked");
  });
  say("order", order);
  const thrown = new Promise((done) => process.once("uncaughtException", (error) => done(error.message)));
  client.query("SELECT * FROM books WHERE title = 'none'", () => {
    throw new Error("of a callback");
  });
  say("thrown", await thrown);
  say("goes on", (await client.query("SELECT 1 AS one")).rows);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  say("pool", await called((done) => pool.query("SELECT * FROM books WHERE id = 3", done)));
  say("pool fails", await called((done) => pool.query("SELECT * FROM nothing", done)));
  await new Promise((done) =>
    pool.connect((error, held, release) => {
      held.query("SELECT * FROM books WHERE id = 8", (failed, { rows }) => {
        say("held", rows);
        release();
        pool.end(() => done(say("ended", pool.totalCount)));
      });
    }),
  );
  await new Promise((done) => client.end(done));
}
