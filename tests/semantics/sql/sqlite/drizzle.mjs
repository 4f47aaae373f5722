// Drizzle by @libsql/client: builders, relations, transactions.
import { createClient } from "@libsql/client";
import { and, eq, gt, relations } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

const books = sqliteTable("books", {
  id: integer("id").primaryKey(),
  title: text("title").notNull().unique(),
  read: integer("read", { mode: "boolean" }),
  at: integer("at", { mode: "timestamp" }),
});
const notes = sqliteTable("notes", {
  id: integer("id").primaryKey(),
  book: integer("book").references(() => books.id),
  words: text("words", { mode: "json" }),
});
const ofBooks = relations(books, ({ many }) => ({ notes: many(notes) }));
const ofNotes = relations(notes, ({ one }) => ({
  book: one(books, { fields: [notes.book], references: [books.id] }),
}));

export default async function ({ file, say, refused }) {
  const client = createClient({ url: `file:${file}` });
  await client.executeMultiple(
    `CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, read INTEGER, at INTEGER);
      CREATE TABLE notes (id INTEGER PRIMARY KEY, book INTEGER REFERENCES books (id), words TEXT)`,
  );
  const db = drizzle(client, { schema: { books, notes, ofBooks, ofNotes } });
  say(
    "made",
    await db
      .insert(books)
      .values([{ title: "a", read: true, at: new Date(1000) }, { title: "b" }])
      .returning(),
  );
  await db.insert(notes).values({ book: 1, words: { n: [1] } });
  say(
    "none",
    await db
      .select()
      .from(books)
      .where(and(eq(books.title, "z"), gt(books.at, new Date(5000)))),
  );
  say("related", await db.query.books.findMany({ with: { notes: true }, orderBy: books.id }));
  say("related, none", [
    await db.query.books.findFirst({ where: eq(books.title, "y"), with: { notes: true } }),
    await db.query.notes.findMany({ where: eq(notes.book, 8) }),
  ]);
  await refused(
    "committed",
    db.transaction(async (tx) => {
      await tx.insert(books).values({ title: "c" });
      say("none inside", await tx.select().from(books).where(eq(books.title, "x")));
      await tx
        .transaction(async (inner) => {
          await inner.insert(books).values({ title: "d" });
          inner.rollback();
        })
        .catch((error) => say("inner", error.name));
      return tx.select({ title: books.title }).from(books).orderBy(books.id);
    }),
  );
  await refused(
    "taken",
    db.transaction(async (tx) => {
      await tx.update(books).set({ read: false });
      await tx.insert(books).values({ title: "a" });
    }),
  );
  await refused(
    "batch",
    db.batch([
      db.insert(books).values({ title: "e" }).returning({ id: books.id }),
      db.select().from(books).where(eq(books.id, 50)),
    ]),
  );
  say("deleted none", (await db.delete(books).where(eq(books.title, "nothing"))).rowsAffected);
  say("rows", await db.select().from(books).orderBy(books.id));
  client.close();
}
