// Serializable transactions: those that conflict, and those that read and write apart and do not.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const [one, two] = [new pg.Client(url), new pg.Client(url)];
  await one.connect();
  await two.connect();
  await one.query("CREATE TABLE doctors (id int PRIMARY KEY, ward int, on_call boolean)");
  await one.query("CREATE INDEX ON doctors (ward)");
  await one.query("INSERT INTO doctors SELECT n, n % 50, true FROM generate_series(1, 2000) n");
  for (const table of ["lefts", "rights"]) {
    await one.query(
      `CREATE TABLE ${table} (id int PRIMARY KEY); INSERT INTO ${table} SELECT 2 * n FROM generate_series(1, 4000) n`,
    );
  }
  await one.query("ANALYZE");
  await one.query("SET enable_seqscan = off");
  await two.query("SET enable_seqscan = off");
  const begin = (client) => client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
  const inWard = (client, ward) => client.query("SELECT id FROM doctors WHERE ward = $1 AND on_call", [ward]);

  await begin(one);
  await begin(two);
  say("write skew", [(await inWard(one, 1)).rowCount, (await inWard(two, 1)).rowCount]);
  await one.query("UPDATE doctors SET on_call = false WHERE id = 1");
  await two.query("UPDATE doctors SET on_call = false WHERE id = 51");
  await one.query("COMMIT");
  await refused("one of two fails", two.query("COMMIT"));
  await two.query("ROLLBACK");

  // Each looks for what is not there at one end of a table, and writes at the other end of the table of the other.
  const end = (client, table, id = 11) => client.query(`SELECT id FROM ${table} WHERE id = $1`, [id]);
  for (const round of [1, 3]) {
    await begin(one);
    await begin(two);
    say("apart", [(await end(one, "lefts")).rows, (await end(two, "rights")).rows]);
    await one.query("INSERT INTO rights VALUES ($1)", [7990 + round]);
    await two.query("INSERT INTO lefts VALUES ($1)", [7990 + round]);
    say("still none", [(await end(one, "lefts", 13)).rows, (await end(two, "rights", 13)).rows]);
    await refused(
      "one",
      one.query("COMMIT").then(({ command }) => command),
    );
    await refused(
      "two",
      two.query("COMMIT").then(({ command }) => command),
    );
    await one.query("ROLLBACK");
    await two.query("ROLLBACK");
  }

  await one.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  say("read", (await one.query("SELECT ward FROM doctors WHERE id = 4")).rows);
  await two.query("UPDATE doctors SET ward = 47 WHERE id = 4");
  await refused("changed meanwhile", one.query("UPDATE doctors SET ward = 46 WHERE id = 4"));
  await one.query("ROLLBACK");
  await one.end();
  await two.end();
}
