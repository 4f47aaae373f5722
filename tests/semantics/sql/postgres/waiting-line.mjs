// Many queries of one client at once: their order, and one that fails among them.
import pg from "pg";

export default async function ({ url, say }) {
  const client = new pg.Client(url);
  const drained = [];
  client.on("drain", () => drained.push("drain"));
  // What is asked before it is connected waits, too.
  const early = client.query("CREATE TABLE log (n int)");
  const connected = client.connect();
  await Promise.all([early, connected]);
  const order = [];
  const asked = [];
  for (let n = 1; n <= 12; n += 1) {
    const text =
      n % 5 === 0
        ? "SELECT 1 / 0"
        : n % 3 === 0
          ? "SELECT n FROM log WHERE n = -1"
          : `INSERT INTO log VALUES (${n}) RETURNING n`;
    asked.push(
      client.query(text).then(
        ({ rows, command }) => order.push([n, command, rows.length]),
        ({ code }) => order.push([n, code]),
      ),
    );
  }
  await Promise.all(asked);
  say("order", order);
  await Promise.all([
    client.query("BEGIN"),
    client.query("INSERT INTO log VALUES (100)"),
    client.query("SELECT * FROM log WHERE n = 101").then(({ rows }) => say("none", rows)),
    client.query("SELECT * FROM nothing").catch(({ code }) => say("fails", code)),
    client.query("INSERT INTO log VALUES (102)").catch(({ code }) => say("aborted", code)),
    client.query("COMMIT").then(({ command }) => say("end", command)),
    client.query("INSERT INTO log VALUES (103)"),
  ]);
  say("rows", (await client.query({ text: "SELECT n FROM log ORDER BY n", rowMode: "array" })).rows);
  say("drained", drained.length > 0);
  await client.end();
}
