// Savepoints, nested, with odd names and with one name twice.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  const titles = async () =>
    (await client.query("SELECT title FROM books ORDER BY title")).rows.map(({ title }) => title);
  const none = async () =>
    say(
      "none",
      (await client.query("SELECT 1 FROM books WHERE title LIKE 'z%' AND length(title) = 40")).rows,
    );
  await client.query("CREATE TABLE books (title text PRIMARY KEY)");
  await client.query("BEGIN");
  await client.query("INSERT INTO books VALUES ('one')");
  await client.query("SAVEPOINT a");
  await client.query("INSERT INTO books VALUES ('two')");
  await none();
  await client.query('SAVEPOINT "A B"');
  await client.query("INSERT INTO books VALUES ('three')");
  await client.query("SAVEPOINT a");
  await client.query("INSERT INTO books VALUES ('four')");
  await none();
  await client.query("ROLLBACK TO a");
  say("inner a", await titles());
  await client.query("RELEASE a");
  await client.query("ROLLBACK TO a");
  say("outer a", await titles());
  await refused("gone", client.query('ROLLBACK TO "A B"'));
  await client.query("ROLLBACK TO SAVEPOINT a");
  await none();
  await refused("taken", client.query("INSERT INTO books VALUES ('one')"));
  await refused("aborted", client.query("SELECT 1 FROM books WHERE title = 'zz'"));
  await client.query("ROLLBACK TO a");
  for (const name of ["nearmiss", "nearmiss_probe", "probe", "s", "sp"]) {
    await client.query(`SAVEPOINT ${name}`);
    await none();
    await client.query(`INSERT INTO books VALUES ('${name}')`);
    await none();
    await client.query(`RELEASE ${name}`);
    await refused(`${name} is released`, client.query(`ROLLBACK TO ${name}`));
    await client.query("ROLLBACK TO a");
  }
  say("left", await titles());
  await client.query("COMMIT");
  await refused("outside", client.query("SAVEPOINT a"));
  await refused("outside", client.query("ROLLBACK TO a"));
  await client.end();
}
