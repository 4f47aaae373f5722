// postgres.js: transactions, savepoints, reserved connections, COPY.
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import postgres from "postgres";

export default async function ({ url, say, refused }) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`CREATE TABLE accounts (name text PRIMARY KEY, amount int CHECK (amount >= 0))`;
  await sql`INSERT INTO accounts VALUES ('a', 10), ('b', 0)`;
  const move = (amount) =>
    sql.begin(async (tx) => {
      await tx`UPDATE accounts SET amount = amount + ${amount} WHERE name = 'b'`;
      const none = await tx`SELECT * FROM accounts WHERE amount > ${1000}`;
      await tx`UPDATE accounts SET amount = amount - ${amount} WHERE name = 'a'`;
      return none.length;
    });
  await refused("moved", move(4));
  await refused("refused", move(40));
  await refused(
    "thrown",
    sql.begin(async (tx) => {
      await tx`UPDATE accounts SET amount = 77`;
      throw new RangeError("by the program");
    }),
  );
  await refused(
    "savepoints",
    sql.begin(async (tx) => {
      await tx`INSERT INTO accounts VALUES ('c', 1)`;
      await tx
        .savepoint(async (inner) => {
          await inner`INSERT INTO accounts VALUES ('d', 1)`;
          await inner`SELECT * FROM accounts WHERE name = 'none'`;
          await inner`INSERT INTO accounts VALUES ('a', 1)`;
        })
        .catch((error) => say("inner", error.code));
      await tx.savepoint("named", (inner) => inner`INSERT INTO accounts VALUES ('e', 1)`);
      return [...(await tx`SELECT name FROM accounts WHERE amount = 99`)];
    }),
  );
  await refused(
    "read only",
    sql.begin("read only", async (tx) => {
      await tx`SELECT * FROM accounts WHERE amount = 98`;
      return tx`DELETE FROM accounts`;
    }),
  );
  await refused(
    "serializable",
    sql.begin("isolation level serializable", async (tx) => [
      ...(await tx`SELECT * FROM accounts WHERE amount = 97`),
      ...(await tx`SHOW transaction_isolation`),
    ]),
  );
  await refused(
    "several at once",
    sql.begin((tx) => [tx`SELECT 1 AS a`, tx`SELECT * FROM accounts WHERE amount = 96`, tx`SELECT 3 AS c`]),
  );
  const reserved = await sql.reserve();
  await reserved`SET application_name = 'reserved'`;
  say("none", [...(await reserved`SELECT * FROM accounts WHERE amount = 95`)]);
  say("kept", [...(await reserved`SHOW application_name`)]);
  reserved.release();
  await pipeline(Readable.from(["f\t6\n", "g\t7\n"]), await sql`COPY accounts FROM STDIN`.writable());
  const parts = [];
  for await (const part of await sql`COPY (SELECT * FROM accounts
    WHERE amount > 5 ORDER BY name) TO STDOUT`.readable())
    parts.push(part.toString());
  say("copied", parts.join(""));
  say("rows", [...(await sql`SELECT * FROM accounts ORDER BY name`)]);
  await sql.end({ timeout: 1 });
}
