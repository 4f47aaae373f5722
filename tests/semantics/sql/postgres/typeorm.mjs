// TypeORM by pg: repositories, transactions of its manager and by a runner, streams.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../../../fixtures/suts/db-nest/package.json", import.meta.url));
const { DataSource, EntitySchema, MoreThan } = require("typeorm");

const Book = new EntitySchema({
  name: "Book",
  columns: {
    id: { type: Number, primary: true, generated: true },
    title: { type: String, unique: true },
    pages: { type: Number, nullable: true },
    version: { type: Number, version: true },
    deletedAt: { type: Date, deleteDate: true },
  },
});

export default async function ({ url, say, refused }) {
  const source = new DataSource({
    type: "postgres",
    url,
    entities: [Book],
    synchronize: true,
    extra: { max: 2 },
  });
  await source.initialize();
  const books = source.getRepository("Book");
  say("made", await books.save([{ title: "a", pages: 5 }, { title: "b" }]));
  say("none", await books.findOne({ where: { title: "z", pages: MoreThan(3) } }));
  say("none", await books.findAndCount({ where: { pages: 77 }, take: 5, order: { id: "ASC" } }));
  await refused("or failed", books.findOneOrFail({ where: { title: "y" } }));
  await refused(
    "committed",
    source.transaction(async (manager) => {
      await manager.save("Book", { title: "c" });
      say("none inside", await manager.findBy("Book", { pages: 78 }));
      await manager
        .transaction(async (inner) => {
          await inner.save("Book", { title: "d" });
          say("none inside", await inner.countBy("Book", { pages: 79 }));
          throw new Error("inner");
        })
        .catch((error) => say("inner", error.message));
    }),
  );
  await refused(
    "rolled back",
    source.transaction("SERIALIZABLE", async (manager) => {
      await manager.update("Book", {}, { pages: 1 });
      await manager.insert("Book", { title: "a" });
    }),
  );
  const runner = source.createQueryRunner();
  await runner.connect();
  await runner.startTransaction();
  await runner.query("INSERT INTO book (title, version) VALUES ($1, 1)", ["e"]);
  say("none by hand", await runner.query("SELECT * FROM book WHERE title = $1", ["none"]));
  await runner.rollbackTransaction();
  await runner.release();
  say("soft", (await books.softDelete({ title: "b" })).affected);
  say("gone", await books.findOneBy({ title: "b" }));
  say("affected", (await books.delete({ title: "nothing" })).affected);
  say(
    "rows",
    (await books.find({ order: { id: "ASC" } })).map(({ id, title, pages, version }) => [
      id,
      title,
      pages,
      version,
    ]),
  );
  await books.update({ title: "b" }, { deletedAt: null });
  await source.query('UPDATE book SET "deletedAt" = NULL');
  await source.destroy();
}
