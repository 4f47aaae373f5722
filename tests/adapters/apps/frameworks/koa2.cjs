"use strict";
// Koa 2 keeps what was parsed on a request of its own, not on Node's.

const { Router } = require("@koa/router");
const Koa = require("koa2");
const bodyParser = require("koa-bodyparser");
const v = require("valibot");

const router = new Router();
const NewBook = v.object({ title: v.pipe(v.string(), v.minLength(3)), pages: v.optional(v.pipe(v.number(), v.maxValue(99))) });
router.post("/books", (ctx) => {
  const result = v.safeParse(NewBook, ctx.request.body);
  if (!result.success) ctx.throw(400, result.issues[0].message);
  ctx.body = result.output;
});
const Listing = v.object({ page: v.pipe(v.string(), v.regex(/^[1-9]$/)), by: v.optional(v.picklist(["title", "year"])) });
router.get("/books", (ctx) => {
  const result = v.safeParse(Listing, ctx.query);
  ctx.status = result.success ? 200 : 400;
  ctx.body = result.success ? result.output : result.issues.map(({ message }) => message);
});

const app = new Koa();
app.silent = true;
app.use(bodyParser()).use(router.routes());
app.listen(0);
