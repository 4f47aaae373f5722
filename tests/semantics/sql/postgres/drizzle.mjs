// Drizzle by pg: transactions within transactions, and one that is rolled back by word.
import { eq, and, gt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import pg from "pg";

const books = pgTable("books", {
  id: serial("id").primaryKey(),
  title: text("title").notNull().unique(),
  pages: integer("pages"),
});

export default async function ({ url, say, refused }) {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const db = drizzle(pool);
  await db.execute(sql`CREATE TABLE books (id serial PRIMARY KEY, title text NOT NULL UNIQUE, pages int)`);
  say(
    "made",
    await db
      .insert(books)
      .values([{ title: "a", pages: 5 }, { title: "b" }])
      .returning(),
  );
  say(
    "none",
    await db
      .select()
      .from(books)
      .where(and(eq(books.title, "z"), gt(books.pages, 3))),
  );
  await refused(
    "committed",
    db.transaction(async (tx) => {
      await tx.insert(books).values({ title: "c" });
      say("none inside", await tx.select().from(books).where(eq(books.pages, 900)));
      await tx
        .transaction(async (inner) => {
          await inner.insert(books).values({ title: "d" });
          say("none inside", await inner.select({ n: books.id }).from(books).where(eq(books.pages, 901)));
          inner.rollback();
        })
        .catch((error) => say("inner", error.name));
      return tx.select({ title: books.title }).from(books).orderBy(books.id);
    }),
  );
  await refused(
    "taken",
    db.transaction(async (tx) => {
      await tx.update(books).set({ pages: 1 });
      await tx.insert(books).values({ title: "a" });
    }),
  );
  await refused(
    "serializable",
    db.transaction((tx) => tx.select().from(books).where(eq(books.pages, 902)), {
      isolationLevel: "serializable",
      accessMode: "read only",
    }),
  );
  say("rows", await db.select().from(books).orderBy(books.id));
  await pool.end();
}
