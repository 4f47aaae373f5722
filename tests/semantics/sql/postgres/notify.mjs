// LISTEN and NOTIFY: when notifications come, and between which answers.
import pg from "pg";

export default async function ({ url, say }) {
  const [ear, mouth] = [new pg.Client(url), new pg.Client(url)];
  await ear.connect();
  await mouth.connect();
  const heard = [];
  let wake = () => {};
  ear.on("notification", ({ channel, payload }) => {
    heard.push([channel, payload]);
    wake();
  });
  const until = async (count) => {
    while (heard.length < count) await new Promise((done) => (wake = done));
  };
  await ear.query('LISTEN news; LISTEN "Odd Name"');
  await mouth.query("CREATE TABLE posts (id serial, words text)");
  await mouth.query("BEGIN");
  await mouth.query("NOTIFY news, 'first'");
  await mouth.query("SELECT * FROM posts WHERE words = 'x'");
  await mouth.query("NOTIFY news, 'first'");
  await mouth.query("SAVEPOINT s; NOTIFY news, 'rolled back'; ROLLBACK TO s");
  await mouth.query("SELECT * FROM posts WHERE words = 'y'");
  say(
    "nothing before the end",
    (await ear.query("SELECT * FROM posts WHERE id = 1")).rows.length + heard.length,
  );
  await mouth.query("COMMIT");
  await until(1);
  await mouth.query("BEGIN; NOTIFY news, 'never'; ROLLBACK");
  await mouth.query("SELECT pg_notify('Odd Name', repeat('x', 20))");
  await until(2);
  // An own notification comes with the own answer.
  await ear.query("NOTIFY news, 'own'");
  await ear.query("SELECT * FROM posts WHERE words = 'z'");
  await until(3);
  say("heard", heard);
  say("channels", (await ear.query("SELECT pg_listening_channels() AS channel ORDER BY 1")).rows);
  await ear.query("UNLISTEN *");
  await mouth.query("NOTIFY news, 'nobody listens'");
  await ear.query("SELECT * FROM posts WHERE words = 'z'");
  say("heard in the end", heard.length);
  await ear.end();
  await mouth.end();
}
