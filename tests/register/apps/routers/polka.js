const polka = require("polka");

const json = (res, value) => res.end(JSON.stringify(value));
const admin = polka().delete("/cache", (req, res) => json(res, { level: req.query.level }));
polka()
  .use((req, res, next) => {
    let text = "";
    req.setEncoding("utf8");
    req.on("data", (chunk) => (text += chunk));
    req.on("end", () => {
      req.body = text === "" ? {} : JSON.parse(text);
      next();
    });
  })
  .use("/admin", admin)
  .get("/books/shelves/:shelf", (req, res) => json(res, { shelf: req.params.shelf, order: req.query.order, key: req.headers["x-key"] }))
  .post("/books", (req, res) => {
    const { title, author: { name } = {} } = req.body;
    res.statusCode = 201;
    json(res, { title, name, ids: req.body.tags.map((tag) => tag.id) });
  })
  .listen(3000);
