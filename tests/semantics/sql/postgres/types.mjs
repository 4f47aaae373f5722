// Values of all types, and parsers that a program sets.
import pg from "pg";

export default async function ({ url, say, refused }) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    CREATE TYPE mood AS ENUM ('bad', 'so "so"');
    CREATE TYPE pair AS (a int, b text);
    CREATE TABLE kinds (
      id serial PRIMARY KEY, i2 smallint, i4 int, i8 bigint, n numeric(20, 4), f4 real, f8 double precision, m money,
      t text, c char(5), v varchar(9), b bytea, flag boolean, d date, ti time, ts timestamp, tz timestamptz,
        iv interval,
      j json, jb jsonb, u uuid, ip inet, ia int[], ta text[], ja jsonb[], mo mood, ma mood[], p pair,
        r int4range, pt point,
      bits bit(4), x xml, twice int GENERATED ALWAYS AS (i4 * 2) STORED)`);
  const values = {
    i2: -5,
    i4: 7,
    i8: "9007199254740993",
    n: "123.4500",
    f4: 1.5,
    f8: "NaN",
    t: "a'b\\c\u{1f600}",
    c: "ab",
    v: "v",
    b: Buffer.from([0, 255, 10]),
    flag: true,
    d: "2024-02-29",
    ti: "12:30:00.5",
    ts: "2024-02-29 12:30:00.123456",
    tz: new Date("2024-02-29T12:30:00.123Z"),
    iv: "1 day 02:03:04",
    j: { a: [1, null] },
    jb: JSON.stringify([1, "x"]),
    u: "7d444840-9dc0-11d1-b245-5ffdce74fad2",
    ip: "10.0.0.0/8",
    ia: [1, null, 3],
    ta: ["a", 'b"', "NULL", null],
    mo: 'so "so"',
    ma: ["bad"],
    p: '(1,"x y")',
    r: "[1,5)",
    pt: "(1,2)",
    bits: "1010",
    x: "<a>b</a>",
  };
  const names = Object.keys(values);
  const marks = names.map((_, at) => `$${at + 1}`);
  say(
    "written",
    (await client.query(`INSERT INTO kinds (${names}) VALUES (${marks}) RETURNING *`, Object.values(values)))
      .rows,
  );
  const result = await client.query("SELECT * FROM kinds");
  say(
    "fields",
    result.fields.map(({ name, dataTypeID, format }) => [
      name,
      dataTypeID > 16000 ? "own" : dataTypeID,
      format,
    ]),
  );
  if (result.rows[0].m === null) say("no money", true);
  if (result.rows[0].i8 === "9007199254740993") say("large numbers are texts", true);
  for (const [column, value] of [
    ["i8", "9007199254740992"],
    ["n", "123.4501"],
    ["f8", 1],
    ["t", "a"],
    ["c", "abc"],
    ["b", Buffer.from("x")],
    ["flag", false],
    ["d", "2024-03-01"],
    ["ts", "2024-02-29 12:30"],
    ["tz", "2024-02-29T12:30:00Z"],
    ["iv", "25:00"],
    ["jb", "[]"],
    ["u", "7d444840-9dc0-11d1-b245-5ffdce74fad3"],
    ["ip", "10.0.0.1"],
    ["ia", [1]],
    ["ta", ["a"]],
    ["mo", "bad"],
    ["r", "[1,6)"],
    ["bits", "1111"],
  ]) {
    say(`none by ${column}`, (await client.query(`SELECT id FROM kinds WHERE ${column} = $1`, [value])).rows);
  }
  say(
    "none by operators",
    (
      await client.query(
        `SELECT id FROM kinds WHERE jb @> '{"a": 1}' AND ia && '{9}' AND r @> 77 AND ip >>= '1.1.1.1'
          AND t ~ '^z' AND tz > 'infinity'`,
      )
    ).rows,
  );
  for (const text of [
    "'infinity'::timestamptz",
    "'-infinity'::date",
    "'0044-03-15 BC'::date",
    "'NaN'::numeric",
    "-0.0::float8",
    "1e400::numeric::text",
    "''::bytea",
    "'{}'::int[]",
    "'[2:3]={1,2}'::int[]",
    "'{{1,2},{3,4}}'::int[]",
    "row(1, NULL)",
    "NULL::int",
    "now() - now()",
    "(1 = 1, 2)",
    "'a'::\"char\"",
    "9223372036854775807",
    "true::text::boolean",
  ]) {
    say(text, (await client.query(`SELECT ${text} AS value`)).rows);
  }
  const types = {
    getTypeParser: (id, format) =>
      id === 20 ? BigInt : id === 1082 ? (words) => `day ${words}` : pg.types.getTypeParser(id, format),
  };
  say("parsed", (await client.query({ text: "SELECT i8, d FROM kinds", types })).rows);
  say("parsed, none", (await client.query({ text: "SELECT i8, d FROM kinds WHERE i8 = 3", types })).rows);
  let parsed = 0;
  const own = { getTypeParser: () => (words) => ((parsed += 1), words) };
  await client.query({ text: "SELECT i4, t FROM kinds WHERE id = 1", types: own });
  await client.query({ text: "SELECT i4, t FROM kinds WHERE id = 2", types: own });
  say("values that own parsers have seen", parsed);
  const told = { toPostgres: (prepare) => ((parsed += 10), prepare([1, 2])) };
  say("toPostgres", (await client.query("SELECT id FROM kinds WHERE ia = $1", [told])).rows);
  say("how often", parsed);
  await refused("no enum", client.query("SELECT id FROM kinds WHERE mo = $1", ["happy"]));
  await refused("generated", client.query("UPDATE kinds SET twice = 1"));
  await client.end();
}
