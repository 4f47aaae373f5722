// Calls of the applications of apps/frameworks: their status, and what is told of them. `outcomes` are by schema, `facts` in
// the order they were told: the fields of the schema, the place of the input and the taints in it.

const T = "_EM_1_XYZ_";

export const APPS = {
  "fastify.cjs": [
    { call: { method: "POST", path: "/books", body: { title: T, pages: "41", more: 1 } }, status: 200 },
    { call: { method: "POST", path: "/books", body: { title: T, pages: 3 } }, status: 400 },
    { call: `/books/B/7?page=3&by=year`, status: 200 },
    { call: `/books/${T}/7?page=3`, status: 400 },
    { call: `/books/B/7?page=${T}`, status: 400 },
    { call: { method: "PUT", path: "/shelves", body: { shelf: { room: T } } }, status: 400 },
    { call: { method: "POST", path: "/shelves", body: { room: T } }, status: 400 },
  ],
  "nest.cjs": [
    { call: { method: "POST", path: "/books", body: { seats: 1, mail: T } }, status: 400 },
    { call: { method: "POST", path: "/books", body: { seats: 2, mail: "ada@example.com", pages: [{ text: T }], more: 1 } }, status: 201 },
    { call: `/books?page=7`, status: 200 },
    { call: `/books?page=${T}`, status: 400 },
  ],
  "express.cjs": [
    { call: { method: "POST", path: "/joi", body: { name: T, age: 5 } }, status: 200 },
    { call: { method: "POST", path: "/joi", body: { age: 500 } }, status: 400 },
    { call: { method: "POST", path: "/zod", body: { name: T, age: 5 } }, status: 200 },
    { call: { method: "POST", path: "/zod", body: { age: 500 } }, status: 400 },
    { call: `/yup?name=${T}&age=5`, status: 200 },
    { call: `/yup?name=a&age=500`, status: 400 },
    { call: { method: "POST", path: "/chains?by=a", body: { name: T, age: "5" } }, status: 200 },
    { call: { method: "POST", path: "/chains?by=c", body: { name: "a" } }, status: 400 },
    { call: { method: "POST", path: "/schema", body: { id: T } }, status: 400 },
  ],
  "koa.cjs": [
    { call: { method: "POST", path: "/books", body: { title: T, pages: 3 } }, status: 200 },
    { call: { method: "POST", path: "/books", body: { title: T, pages: 300 } }, status: 400 },
    { call: `/books?page=3&by=year`, status: 200 },
    { call: `/books?page=${T}`, status: 400 },
  ],
};
