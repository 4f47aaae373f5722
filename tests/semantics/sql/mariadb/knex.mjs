// Knex by mysql2: builders, transactions within transactions, batches, streams.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../../fixtures/suts/db-koa/package.json", import.meta.url));
const knex = require("knex");

export default async function ({ url, say, refused }) {
  const db = knex({ client: "mysql2", connection: url, pool: { min: 0, max: 2 } });
  const asked = [];
  db.on("query", ({ sql }) => asked.push(sql));
  await db.schema.createTable("books", (table) => {
    table.increments("id");
    table.string("title", 20).unique();
    table.integer("pages");
  });
  say("made", await db("books").insert([{ title: "a", pages: 5 }, { title: "b" }]));
  say("none", await db("books").where({ title: "z" }).andWhere("pages", ">", 3).first());
  say("none", await db("books").whereIn("title", ["p", "q"]).orWhereNull("id").select("id"));
  await refused(
    "committed",
    db.transaction(async (trx) => {
      await trx("books").insert({ title: "c" });
      say("none inside", await trx("books").where("pages", 77));
      await trx
        .transaction(async (inner) => {
          await inner("books").insert({ title: "d" });
          say("none inside", await inner("books").where("pages", 78).count("* as n"));
          throw new Error("inner");
        })
        .catch((error) => say("inner", error.message));
      return trx("books").pluck("title");
    }),
  );
  await refused(
    "taken",
    db.transaction(async (trx) => {
      await trx("books").update({ pages: 1 });
      await trx("books").insert({ title: "a" });
    }),
  );
  const trx = await db.transaction({ isolationLevel: "read committed" });
  say("none", await trx("books").where("title", "like", "y%").forUpdate());
  await trx.rollback();
  await refused("done already", trx("books").select());
  say("completed", trx.isCompleted());
  await db.batchInsert("books", [{ title: "e" }, { title: "f" }, { title: "g" }], 2);
  const streamed = [];
  for await (const { title } of db("books").select("title").orderBy("id").stream()) streamed.push(title);
  for await (const row of db("books").where("id", 900).stream()) streamed.push(row);
  say("streamed", streamed);
  say("raw", (await db.raw("SELECT ?? FROM books WHERE title = ?", ["id", "none"]))[0]);
  say("counted", await db("books").where("pages", ">", 100).count({ n: "*" }).first());
  say("deleted none", await db("books").where({ title: "nothing" }).del());
  say("asked", asked);
  await db.destroy();
}
