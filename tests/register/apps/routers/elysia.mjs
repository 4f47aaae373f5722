import { node } from "@elysiajs/node";
import { Elysia } from "elysia";

const shelves = new Elysia({ prefix: "/shelves" }).get("/:shelf", ({ params, query, headers, cookie }) =>
  ({ shelf: params.shelf, order: query.order, key: headers["x-key"], session: cookie.session?.value }));
const books = new Elysia({ prefix: "/books" }).use(shelves).post("/", ({ body, status }) => {
  const { title, author: { name } = {} } = body;
  return status(201, { title, name, ids: body.tags.map((tag) => tag.id) });
});
new Elysia({ adapter: node() }).use(books).delete("/admin/cache", ({ query }) => ({ level: query.level })).listen(3000);
