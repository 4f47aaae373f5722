"use strict";
// Fastify compiles the schemas of its routes with an ajv of its own, which converts and removes what it is told to.

const fastify = require("fastify")();

const shelf = { $id: "shelf", type: "object", required: ["room"], properties: { room: { type: "string", maxLength: 3 }, inner: { $ref: "#" } } };
fastify.addSchema(shelf);

fastify.post(
  "/books",
  {
    schema: {
      body: {
        title: "NewBook",
        type: "object",
        required: ["title", "pages"],
        additionalProperties: false,
        properties: { title: { type: "string", minLength: 3 }, pages: { type: "integer", minimum: 40 }, kind: { type: "string", default: "novel" } },
      },
    },
  },
  async (request) => request.body,
);
fastify.get(
  "/books/:shelf/:place",
  {
    schema: {
      params: { title: "Place", type: "object", properties: { shelf: { type: "string", pattern: "^[A-F]$" }, place: { type: "integer" } } },
      querystring: { title: "Listing", type: "object", required: ["page"], properties: { page: { type: "integer", maximum: 9 }, by: { enum: ["title", "year"] } } },
    },
  },
  async (request) => ({ ...request.params, ...request.query }),
);
fastify.put("/shelves", { schema: { body: { title: "Moved", type: "object", properties: { shelf: { $ref: "shelf#" } } } } }, async (request) => request.body);
fastify.post("/shelves", { schema: { body: shelf } }, async (request) => request.body);

fastify.listen({ port: 0 });
