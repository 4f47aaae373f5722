const fastify = require("fastify")();

fastify.register(async (books) => {
  books.get("/shelves/:shelf", async (request) => ({
    shelf: request.params.shelf, order: request.query.order, key: request.headers["x-key"],
  }));
  books.post("/", async (request, reply) => {
    const { title, author: { name } = {} } = request.body;
    reply.code(201);
    return { title, name, ids: request.body.tags.map((tag) => tag.id) };
  });
}, { prefix: "/books" });
fastify.delete("/admin/cache", async ({ query }) => ({ level: query.level }));
fastify.listen({ port: 3000 });
