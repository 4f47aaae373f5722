// mysql2: results as events and as streams, paused, left, and files from memory.
import { Readable } from "node:stream";
import mysql from "mysql2";

export default async function ({ url, say }) {
  const connection = mysql.createConnection({
    uri: url,
    flags: ["+LOCAL_FILES"],
    infileStreamFactory: () => Readable.from([Buffer.from("8\tinfile\n")]),
  });
  const done = (text, values) =>
    new Promise((resolve) => connection.query(text, values, (error, rows) => resolve(error?.code ?? rows)));
  await done("CREATE TABLE numbers (n int, words varchar(20))");
  await done("INSERT INTO numbers SELECT seq, CONCAT('w', seq) FROM seq_1_to_200");
  const told = (query) =>
    new Promise((resolve) => {
      const events = [];
      let rows = 0;
      query.on("fields", (fields) => events.push(["fields", fields?.map(({ name }) => name)]));
      query.on("result", (row) =>
        row.affectedRows === undefined ? (rows += 1) : events.push(["result", row.affectedRows]),
      );
      query.on("error", (error) => events.push(["error", error.code]));
      query.on("end", () => resolve([...events, ["end", rows]]));
    });
  say("rows", await told(connection.query("SELECT n FROM numbers WHERE n > ?", [150])));
  say("none", await told(connection.query("SELECT n FROM numbers WHERE n > ?", [1500])));
  say("changed", await told(connection.query("UPDATE numbers SET words = 'x' WHERE n = 900")));
  say("wrong", await told(connection.query("SELECT nothing FROM numbers")));
  const streamed = [];
  for await (const { n } of connection
    .query("SELECT n FROM numbers WHERE n % 50 = 0 ORDER BY n")
    .stream({ highWaterMark: 2 }))
    streamed.push(n);
  for await (const row of connection.query("SELECT n FROM numbers WHERE n = -5").stream()) streamed.push(row);
  say("streamed", streamed);
  const executed = [];
  for await (const { n } of connection.execute("SELECT n FROM numbers WHERE n < ? ORDER BY n", [4]).stream())
    executed.push(n);
  say("executed", executed);
  const between = [];
  await new Promise((resolve) => {
    const query = connection.query("SELECT n FROM numbers ORDER BY n LIMIT 3");
    query.on("result", ({ n }) => {
      between.push(n);
      connection.pause();
      setTimeout(() => connection.resume(), 5);
    });
    query.on("end", resolve);
    connection.query("SELECT n FROM numbers WHERE n = 7777", (error, rows) =>
      between.push(["asked behind it", rows.length]),
    );
  });
  await done("DO 1");
  say("paused", between);
  say(
    "from a file",
    await new Promise((resolve) =>
      connection.query(
        {
          sql: "LOAD DATA LOCAL INFILE 'memory' INTO TABLE numbers",
          infileStreamFactory: () => Readable.from([Buffer.from("9\tinfile\n")]),
        },
        (error, result) => resolve(error?.code ?? result.affectedRows),
      ),
    ),
  );
  say("it is there", await done("SELECT n FROM numbers WHERE words = 'infile'"));
  await new Promise((resolve) => connection.end(resolve));
}
