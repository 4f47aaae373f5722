// What a session is set to: paths, roles, row security, local settings, ways to write.
import pg from "pg";

export default async function ({ url, database, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  const role = `reader_${database}`;
  await client.query(`
    CREATE SCHEMA a; CREATE SCHEMA b;
    CREATE TABLE a.things (id int, owner text); CREATE TABLE b.things (id int, owner text);
    INSERT INTO a.things VALUES (1, 'ann'), (2, 'bob'); INSERT INTO b.things VALUES (3, 'cid');
    CREATE ROLE ${role}; GRANT USAGE ON SCHEMA a TO ${role}; GRANT SELECT ON a.things TO ${role};
    ALTER TABLE a.things ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON a.things USING (owner = current_setting('app.who', true))`);
  try {
    const ids = async (text = "SELECT id FROM things ORDER BY id") => (await client.query(text)).rows;
    await refused("no path", client.query("SELECT id FROM things WHERE id = 9"));
    await client.query("SET search_path = b, a");
    say("b", await ids());
    say("none in b", await ids("SELECT id FROM things WHERE id = 1"));
    await client.query("BEGIN; SET LOCAL search_path = a");
    say("a", await ids());
    say("none in a", await ids("SELECT id FROM things WHERE id = 3"));
    await client.query("ROLLBACK");
    say("b again", await ids());
    await client.query(`SET ROLE ${role}`);
    await client.query("SELECT set_config('search_path', 'a', false)");
    say("nobody", await ids("SELECT id FROM things WHERE owner = 'ann'"));
    await client.query("SET app.who = 'bob'");
    say("bob's", await ids());
    say("none of bob's", await ids("SELECT id FROM things WHERE owner = 'ann'"));
    await refused("not allowed", client.query("SELECT * FROM b.things WHERE id = 9"));
    await refused("not allowed", client.query("DELETE FROM things WHERE id = 9"));
    say(
      "who",
      (await client.query("SELECT current_user = $1 AS reader, session_user AS session", [role])).rows,
    );
    await client.query("RESET ROLE");
    await client.query("SET standard_conforming_strings = off");
    say("backslashes", await ids("SELECT id FROM a.things WHERE owner = 'a\\'b' OR owner = 'ann'"));
    say("none, backslashes", await ids("SELECT id FROM a.things WHERE owner = 'x\\'y'"));
    await client.query(
      `SET standard_conforming_strings = on; SET DateStyle = 'German, DMY'; SET TimeZone = 'Asia/Kolkata';
        SET bytea_output = escape; SET IntervalStyle = iso_8601`,
    );
    say(
      "none by a German day",
      await ids("SELECT id FROM a.things WHERE '31.12.2024'::date < '30.12.2024'::date"),
    );
    say(
      "written",
      (
        await client.query(
          `SELECT '31.12.2024'::date::text AS day, '2024-06-01T12:00:00Z'::timestamptz::text AS time,
            '\\x00ff'::bytea::text AS bytes, '1 day'::interval::text AS span`,
        )
      ).rows,
    );
    await client.query("SET transform_null_equals = on");
    say("null = null", await ids("SELECT id FROM a.things WHERE NULL = owner"));
    say(
      "all that is set",
      (
        await client.query(
          `SELECT name, setting FROM pg_settings WHERE source = 'session' AND name NOT IN ('client_encoding',
            'application_name') ORDER BY name`,
        )
      ).rows,
    );
    await client.query("DISCARD ALL");
    say(
      "nothing is set",
      (
        await client.query(
          "SELECT current_setting('app.who', true) AS who, current_setting('search_path') AS path",
        )
      ).rows,
    );
  } finally {
    await client.query(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await client.end();
  }
}
