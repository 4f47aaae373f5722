// Values of all types of MariaDB, read in both protocols.
import mysql from "mysql2/promise";

export default async function ({ url, say }) {
  const connection = await mysql.createConnection({ uri: url, timezone: "Z" });
  await connection.query(`CREATE TABLE kinds (
    id int AUTO_INCREMENT PRIMARY KEY, ti tinyint, si smallint unsigned, bi bigint, bu bigint unsigned,
      de decimal(20, 4), fl float, db double,
    bt bit(9), ch char(5), vc varchar(20), tx text, bl blob, bn binary(4), en enum('a', 'b c'), st set('x',
      'y', 'z'), da date, tm time(2),
    dt datetime(3), ts timestamp NULL, ye year, js json, uu uuid, ip inet6, ge geometry, tw int
      GENERATED ALWAYS AS (ti * 2) STORED) CHARACTER SET utf8mb4`);
  const values = {
    ti: -5,
    si: 65535,
    bi: "-9007199254740993",
    bu: "18446744073709551615",
    de: "123.45",
    fl: 1.5,
    db: 1e300,
    bt: Buffer.from([1, 2]),
    ch: "ab ",
    vc: "v'\\\u{1f600}",
    tx: "",
    bl: Buffer.from([0, 255]),
    bn: "q",
    en: "b c",
    st: "x,z",
    da: "2024-02-29",
    tm: "-30:00:00.25",
    dt: new Date("2024-02-29T12:00:00.123Z"),
    ts: "2024-02-29 12:00:00",
    ye: 2024,
    js: JSON.stringify({ a: [1] }),
    uu: "7d444840-9dc0-11d1-b245-5ffdce74fad2",
    ip: "::1",
  };
  say("written", (await connection.query("INSERT INTO kinds SET ?", [values]))[0]);
  await connection.query("UPDATE kinds SET ge = POINT(1, 2)");
  say("as text", (await connection.query("SELECT * FROM kinds"))[0]);
  const [rows, fields] = await connection.execute("SELECT * FROM kinds WHERE id = ?", [1]);
  say("binary", rows);
  say(
    "fields",
    fields.map(({ name, columnType, columnLength, flags }) => [name, columnType, columnLength, flags]),
  );
  if (rows[0].st === "x,z" && rows[0].bt[1] === 2) say("sets are texts", true);
  for (const [column, value] of [
    ["ti", 9],
    ["bi", "9007199254740993"],
    ["bu", 3],
    ["de", "0.0001"],
    ["db", 2],
    ["bt", Buffer.from([0, 1])],
    ["ch", "zz"],
    ["vc", "no"],
    ["bl", Buffer.from("x")],
    ["en", "a"],
    ["st", "y"],
    ["da", "2024-03-01"],
    ["tm", "01:00"],
    ["dt", new Date(0)],
    ["ts", "2020-01-01"],
    ["ye", 1999],
    ["js", "[]"],
    ["uu", "7d444840-9dc0-11d1-b245-5ffdce74fad3"],
    ["ip", "::2"],
  ]) {
    say(
      `none by ${column}`,
      (await connection.query(`SELECT id FROM kinds WHERE ${column} = ?`, [value]))[0],
    );
    say(
      `none by ${column}, executed`,
      (await connection.execute(`SELECT id FROM kinds WHERE ${column} = ?`, [value]))[0],
    );
  }
  say(
    "none by operators",
    (
      await connection.query(
        `SELECT id FROM kinds WHERE JSON_VALUE(js, '$.a[0]') = 7 AND vc REGEXP '^z' AND FIND_IN_SET('y', st)
          AND bt & 4 AND ti <=> NULL`,
      )
    )[0],
  );
  for (const text of [
    "1 / 3",
    "NULL",
    "CAST('2024-02-30' AS date)",
    "'0000-00-00'",
    "1e400",
    "0x41",
    "b'101'",
    "TIME '838:59:59'",
    "18446744073709551615 + 0",
    "true",
    "CONVERT('ü' USING latin1)",
    "INTERVAL(5, 1, 10)",
  ]) {
    say(text, (await connection.query(`SELECT ${text} AS value`).catch((error) => [error]))[0]);
  }
  await connection.end();
}
