const Hapi = require("@hapi/hapi");

const server = Hapi.server({ port: 3000 });
server.route({
  method: "GET",
  path: "/books/shelves/{shelf}",
  handler: ({ params, query, headers, state }) =>
    ({ shelf: params.shelf, order: query.order, key: headers["x-key"], session: state.session }),
});
server.route({
  method: "POST",
  path: "/books",
  handler: (request, h) => {
    const { title, author: { name } = {} } = request.payload;
    return h.response({ title, name, ids: request.payload.tags.map((tag) => tag.id) }).code(201);
  },
});
server.route({ method: "DELETE", path: "/admin/cache", handler: (request) => ({ level: request.query.level }) });
server.start();
