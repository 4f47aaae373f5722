const { feathers } = require("@feathersjs/feathers");
const { bodyParser, koa, rest } = require("@feathersjs/koa");

const app = koa(feathers());
app.use(bodyParser());
app.configure(rest());
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
