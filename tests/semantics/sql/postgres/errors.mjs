// What the database refuses: codes, constraints and their columns.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const pool = new pg.Pool({ connectionString: url });
  await pool.query(`
    CREATE EXTENSION IF NOT EXISTS btree_gist;
    CREATE TABLE rooms (id int PRIMARY KEY, name varchar(5) NOT NULL, size int
      CONSTRAINT rooms_size CHECK (size > 0), CONSTRAINT "rooms ""Name""" UNIQUE (name));
    CREATE TABLE stays (room int CONSTRAINT stays_room REFERENCES rooms DEFERRABLE INITIALLY IMMEDIATE,
      during tsrange, EXCLUDE USING gist (room WITH =, during WITH &&));
    CREATE DOMAIN small AS int CONSTRAINT small_enough CHECK (VALUE < 10);
    CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not % on %', TG_OP,
      TG_TABLE_NAME USING ERRCODE = 'P0099', DETAIL = 'because', HINT = 'do not'; END $$;
    CREATE TABLE sealed (a int); CREATE TRIGGER no BEFORE INSERT OR UPDATE ON sealed
      FOR EACH ROW EXECUTE FUNCTION no();
    INSERT INTO rooms VALUES (1, 'a', 1)`);
  const bad = {
    unique: "INSERT INTO rooms VALUES (2, 'a', 1)",
    primary: "INSERT INTO rooms VALUES (1, 'b', 1)",
    foreign: "INSERT INTO stays VALUES (9, NULL)",
    check: "INSERT INTO rooms VALUES (3, 'c', 0)",
    null: "INSERT INTO rooms VALUES (4, NULL, 1)",
    long: "INSERT INTO rooms VALUES (5, 'too long', 1)",
    range: "INSERT INTO rooms VALUES (99999999999, 'x', 1)",
    domain: "SELECT 10::small",
    trigger: "INSERT INTO sealed VALUES (1)",
    syntax: "SELECT * FORM rooms",
    column: "SELECT nam FROM rooms WHERE id = 1",
    table: "SELECT * FROM room",
    function: "SELECT nothing(1)",
    type: "SELECT id FROM rooms WHERE name = 5",
    ambiguous: "SELECT id FROM rooms a, rooms b",
    cardinality: "SELECT (SELECT n FROM generate_series(1, 2) n)",
    regex: "SELECT id FROM rooms WHERE name ~ '('",
    utf8: "SELECT E'\\xff'",
    day: "SELECT '2024-02-30'::date",
  };
  for (const [kind, text] of Object.entries(bad)) await refused(kind, pool.query(text));
  await pool.query("INSERT INTO stays VALUES (1, '[2024-01-01, 2024-01-05)')");
  await refused("exclusion", pool.query("INSERT INTO stays VALUES (1, '[2024-01-03, 2024-01-08)')"));
  await refused("foreign, from the other side", pool.query("DELETE FROM rooms WHERE id = 1"));
  say("update of nothing is let through", (await pool.query("UPDATE sealed SET a = 2 WHERE a = 1")).rowCount);
  const client = await pool.connect();
  await client.query("BEGIN; SET CONSTRAINTS ALL DEFERRED");
  await client.query("INSERT INTO stays VALUES (77, NULL)");
  say("none meanwhile", (await client.query("SELECT * FROM rooms WHERE id = 77")).rows);
  await refused("at the end", client.query("COMMIT"));
  await client.query("BEGIN; SET CONSTRAINTS ALL DEFERRED; INSERT INTO stays VALUES (78, NULL)");
  say("none meanwhile", (await client.query("SELECT * FROM rooms WHERE name = 'late'")).rows);
  await client.query("INSERT INTO rooms VALUES (78, 'late', 1)");
  say("in time", (await client.query("COMMIT")).command);
  client.release();
  await refused("NUL", pool.query("SELECT $1::text", ["\0"]));
  await refused(
    "what cannot be a parameter",
    pool.query("SELECT $1::int", [
      {
        toPostgres: () => {
          throw new TypeError("by itself");
        },
      },
    ]),
  );
  say(
    "stack of who asked",
    await pool.query("SELECT * FROM room").catch(({ stack }) => /errors\.mjs/.test(stack)),
  );
  say("rows", (await pool.query("SELECT * FROM rooms ORDER BY id")).rows);
  await pool.end();
}
