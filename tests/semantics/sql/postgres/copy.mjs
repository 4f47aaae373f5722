// COPY into a table and out of it, whole, in parts, and refused.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from, to } from "pg-copy-streams";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("CREATE TABLE stock (code text PRIMARY KEY, n int CHECK (n >= 0), note text)");
  const into = (lines, text = "COPY stock FROM STDIN") =>
    pipeline(Readable.from(lines), client.query(from(text)));
  await into(["a\t1\t\\N\n", "b\t2\ttw", "o\n", "c\t3\tthree\\tparts\n"]);
  say("rows", (await client.query("SELECT * FROM stock ORDER BY code")).rows);
  say("none", (await client.query("SELECT * FROM stock WHERE n > 100")).rows);
  await into(['d,4,"a, b"\n'], "COPY stock FROM STDIN WITH (FORMAT csv)");
  await refused("refused by a check", into(["e\t5\tx\n", "f\t-1\tx\n"]));
  await refused("taken", into(["a\t5\tx\n"]));
  await refused("no number", into(["g\tfive\tx\n"]));
  await client.query("BEGIN");
  await into(["h\t8\tx\n"]);
  say("none in the transaction", (await client.query("SELECT * FROM stock WHERE note = 'y'")).rows);
  await client.query("ROLLBACK");
  const out = async (text) => {
    const parts = [];
    for await (const part of client.query(to(text))) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  say("out", await out("COPY (SELECT * FROM stock ORDER BY code) TO STDOUT WITH (FORMAT csv, HEADER)"));
  say("nothing out", await out("COPY (SELECT * FROM stock WHERE n > 100) TO STDOUT"));
  await refused("no such table", out("COPY nothing TO STDOUT"));
  say("count", (await client.query("SELECT count(*)::int AS n FROM stock")).rows);
  await client.end();
}
