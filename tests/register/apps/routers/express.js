const express = require("express");

const shelves = express.Router();
shelves.get("/:shelf", (req, res) => {
  const { query } = req;
  res.json({ shelf: req.params.shelf, order: query.order, key: req.get("X-Key"), trace: req.headers["x-trace"] });
});
const books = express.Router();
books.use("/shelves", shelves);
books.post("/", (req, res) => {
  const { title, author: { name } = {} } = req.body;
  res.status(201).json({ title, name, ids: req.body.tags.map((tag) => tag.id) });
});
const admin = express();
admin.delete("/cache", (req, res) => res.json({ level: req.query.level, session: req.cookies?.session }));

const app = express();
app.use(express.json());
app.use("/books", books);
app.use("/admin", admin);
app.all("/any", (req, res) => res.end());
app.get(/^\/odd-[0-9]+$/, (req, res) => res.end());
app.use((error, req, res, next) => res.status(500).json({ error: error.message }));
app.listen(3000);
