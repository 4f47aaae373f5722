const { feathers } = require("@feathersjs/feathers");
const express = require("@feathersjs/express");

const app = express.default(feathers());
app.use(express.json());
app.configure(express.rest());
app.use("books", {
  async find({ query }) {
    return { order: query.order };
  },
  async get(id, { headers }) {
    return { id, key: headers["x-key"] };
  },
  async create({ title, author: { name } = {}, tags }) {
    return { title, name, ids: tags.map((tag) => tag.id) };
  },
});
app.use("shelves/:shelf/cache", { async remove(id, { route }) {
  return { id, shelf: route.shelf };
} }, { methods: ["remove"] });
app.listen(3000);
