import { createServer } from "node:http";
import { createApp, createRouter, defineEventHandler, getCookie, getHeader, getQuery, getRouterParam, readBody, toNodeListener, useBase } from "h3";

const shelves = createRouter().get("/shelves/:shelf", defineEventHandler((event) => ({
  shelf: getRouterParam(event, "shelf"),
  order: getQuery(event).order,
  key: getHeader(event, "x-key"),
  session: getCookie(event, "session"),
})));
const books = createRouter().post("/books", defineEventHandler(async (event) => {
  const { title, author: { name } = {}, tags } = await readBody(event);
  return { title, name, ids: tags.map((tag) => tag.id) };
}));
const admin = createRouter().delete("/cache", defineEventHandler((event) => ({ level: getQuery(event).level })));
const app = createApp();
app.use(defineEventHandler(() => {}));
app.use("/admin", admin);
books.use("/books/**", useBase("/books", shelves.handler));
app.use(books);
createServer(toNodeListener(app)).listen(3000);
