const Koa = require("koa2");
const bodyParser = require("koa-bodyparser");
const { Router } = require("@koa/router");

const shelves = new Router({ prefix: "/shelves" });
shelves.get("/:shelf", (ctx) => {
  ctx.body = { shelf: ctx.params.shelf, order: ctx.query.order, key: ctx.get("X-Key"), session: ctx.cookies.get("session") };
});
const books = new Router({ prefix: "/books" });
books.use(shelves.routes());
books.post("/", (ctx) => {
  const { title, author: { name } = {} } = ctx.request.body;
  ctx.status = 201;
  ctx.body = { title, name, ids: ctx.request.body.tags.map((tag) => tag.id) };
});
const admin = new Router();
admin.delete("/admin/cache", (ctx) => {
  ctx.body = { level: ctx.query.level };
});

const app = new Koa();
app.use(bodyParser());
app.use(books.routes()).use(books.allowedMethods()).use(admin.routes());
app.listen(3000);
