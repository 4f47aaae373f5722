import { getCookie, getQuery, H3, readBody, serve } from "h3-2";

const shelves = new H3().get("/shelves/:shelf", (event) => ({
  shelf: event.context.params.shelf,
  order: event.url.searchParams.get("order"),
  key: event.req.headers.get("x-key"),
  session: getCookie(event, "session"),
}));
const app = new H3();
app.use((event, next) => next());
app.mount("/books", shelves);
app.post("/books", async (event) => {
  const { title, author: { name } = {}, tags } = await readBody(event);
  return { title, name, ids: tags.map((tag) => tag.id) };
});
app.delete("/admin/cache", (event) => ({ level: getQuery(event).level }));
serve(app, { port: 3000, silent: true });
