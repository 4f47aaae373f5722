import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { getCookie } from "hono/cookie";

const shelves = new Hono();
shelves.get("/:shelf", (c) =>
  c.json({ shelf: c.req.param("shelf"), order: c.req.query("order"), key: c.req.header("X-Key"), session: getCookie(c, "session") }));
const books = new Hono();
books.route("/shelves", shelves);
books.post("/", async (c) => {
  const body = await c.req.json();
  return c.json({ title: body.title, name: body.author?.name, ids: body.tags.map((tag) => tag.id) }, 201);
});
const app = new Hono();
app.use(async (c, next) => next());
app.route("/books", books);
app.delete("/admin/cache", (c) => c.json({ level: c.req.query("level") }));
serve({ fetch: app.fetch, port: 3000 });
