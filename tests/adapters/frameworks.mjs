// Calls of the applications of apps/frameworks: their status, and what is told of them. `outcomes` are by schema (a list where several have
// no name), `facts` in the order they are told: the fields of the schema, the place of the input, and the taints in it.

const T = "_EM_1_XYZ_";
const post = (path, body) => ({ method: "POST", path, body });

/** The schema with these fields was told of a part of the call, with the taint standing at `at` unless that is left out. */
const fact = (place, fields, ...at) => ({ fields: fields.split(" "), place, path: [], taints: at.map((path) => [1, path.split(".")]) });

/** A schema of one text was told of the tainted one. */
const TEXT = { fields: [], place: null, path: [], taints: [[1, []]] };

const BOOK = "title pages kind";
const USER = "name age";

/** A body with a title long enough, and one with a title that is too short, which is answered `refused`. */
const titles = (path, schema, refused) => [
  { call: post(path, { title: T }), status: 200, outcomes: { [schema]: true }, facts: [fact("body", "title", "title")] },
  { call: post(path, { title: "a" }), status: refused, outcomes: { [schema]: false }, facts: [fact("body", "title")] },
];

/** A call whose query a pipe of Nest reads, and what that is told. */
const pipe = (query, status, outcomes, facts = query.endsWith(T) ? [TEXT] : []) => [
  { call: `/pipes/7?${query}`, status, outcomes: { "ValidationPipe.number": true, ...outcomes }, facts },
];

const KOA = [
  { call: post("/books", { title: T, pages: 3 }), status: 200, outcomes: { valibot: true }, facts: [fact("body", "title pages", "title")] },
  { call: post("/books", { pages: 300 }), status: 400, outcomes: { valibot: false }, facts: [fact("body", "title pages")] },
  { call: "/books?page=3&by=year", status: 200, outcomes: { valibot: true }, facts: [fact("query", "page by")] },
  { call: `/books?page=${T}`, status: 400, outcomes: { valibot: false }, facts: [fact("query", "page by", "page")] },
];

export const APPS = {
  "fastify.cjs": [
    { call: post("/books", { title: T, pages: "41", more: 1 }), status: 200, outcomes: { NewBook: true }, facts: [fact("body", BOOK, "title")] },
    { call: post("/books", { title: "abc", pages: 3 }), status: 400, outcomes: { NewBook: false }, facts: [fact("body", BOOK)] },
    { call: "/books/B/7?page=3&by=year", status: 200, outcomes: { Place: true, Listing: true }, facts: [fact("params", "shelf place"), fact("query", "page by")] },
    { call: `/books/${T}/7?page=3`, status: 400, outcomes: { Place: false }, facts: [fact("params", "shelf place", "shelf")] },
    { call: `/books/B/7?page=${T}`, status: 400, outcomes: { Place: true, Listing: false }, facts: [fact("params", "shelf place"), fact("query", "page by", "page")] },
    { call: { method: "PUT", path: "/shelves", body: { shelf: { room: T } } }, status: 400, outcomes: { Moved: false }, facts: [fact("body", "shelf", "shelf.room")] },
    // Compiled as a part of the one above first.
    { call: post("/shelves", { room: T }), status: 400, outcomes: { shelf: false }, facts: [fact("body", "room inner", "room")] },
  ],
  "nest.cjs": [
    { call: post("/books", { seats: 1, mail: T }), status: 400, outcomes: { NewBook: false }, facts: [fact("body", "seats mail pages", "mail")] },
    { call: post("/books", { seats: 2, more: 1 }), status: 400, outcomes: { NewBook: false }, facts: [fact("body", "seats mail pages")] },
    {
      call: post("/books", { seats: 2, mail: "ada@example.com", pages: [{ text: T }], more: 1 }),
      status: 201,
      outcomes: { NewBook: true },
      facts: [fact("body", "seats mail pages", "pages.0.text")],
    },
    // What is validated are numbers, not the texts that were sent.
    { call: "/books?page=7", status: 200, outcomes: { Listing: true }, facts: [fact("query", "page")] },
    { call: `/books?page=${T}`, status: 400, outcomes: { Listing: false }, facts: [fact("query", "page")] },
    { call: `/books/shelves/a?by=${T}`, status: 200, outcomes: {}, facts: [] },
    { call: "/books/shelves/a?by=year", status: 400, outcomes: {}, facts: [] },
    { call: post("/books/loans", { title: "On Trees", reader: { mail: T } }), status: 201, outcomes: {}, facts: [] },
  ],
  // The place of a text is not told.
  "nest_pipes.cjs": [
    { call: `/pipes/${T}`, status: 400, outcomes: { "ValidationPipe.number": false }, facts: [TEXT] },
    ...pipe(`pages=${T}`, 400, { ParseIntPipe: false }),
    ...pipe("pages=12", 200, { ParseIntPipe: true }),
    ...pipe(`price=${T}`, 400, { ParseFloatPipe: false }),
    ...pipe("price=1.5", 200, { ParseFloatPipe: true }),
    ...pipe(`lent=${T}`, 400, { ParseBoolPipe: false }),
    ...pipe("lent=true", 200, { ParseBoolPipe: true }),
    ...pipe("lent=false", 200, { ParseBoolPipe: true }),
    ...pipe(`new=${T}`, 200, { "ValidationPipe.boolean": false }),
    ...pipe("new=true", 200, { "ValidationPipe.boolean": true }),
    ...pipe(`id=${T}`, 400, { ParseUUIDPipe: false }),
    ...pipe(`kind=${T}`, 400, { ParseEnumPipe: false }),
    ...pipe("kind=novel", 200, { ParseEnumPipe: true }),
    ...pipe(`since=${T}`, 400, {}, []),
    ...pipe("since=2020-02-03", 200, {}, []),
  ],
  "express.cjs": [
    { call: post("/joi", { name: T, age: 5 }), status: 200, outcomes: { JoiUser: true }, facts: [fact("body", USER, "name")] },
    { call: post("/joi", { age: 500 }), status: 400, outcomes: { JoiUser: false }, facts: [fact("body", USER)] },
    { call: post("/zod", { name: T, age: 5 }), status: 200, outcomes: { ZodUser: true }, facts: [fact("body", USER, "name")] },
    { call: post("/zod", { age: 500 }), status: 400, outcomes: { ZodUser: false }, facts: [fact("body", USER)] },
    { call: `/yup?name=${T}&age=5`, status: 200, outcomes: { yup: true }, facts: [fact("query", USER, "name")] },
    { call: "/yup?name=a&age=500", status: 400, outcomes: { yup: false }, facts: [fact("query", USER)] },
    // The chains of the body are one schema, those of the query another.
    {
      call: post("/chains?by=a", { name: T, age: "5" }),
      status: 200,
      outcomes: { "express-validator": [true, true] },
      facts: [fact("body", USER, "name"), fact("query", "by")],
    },
    {
      call: post("/chains?by=c", { name: "abc" }),
      status: 400,
      outcomes: { "express-validator": [true, false] },
      facts: [fact("body", USER), fact("query", "by")],
    },
    { call: post("/schema", { id: T }), status: 400, outcomes: { "express-validator": false }, facts: [fact("body", "id", "id")] },
  ],
  // Libraries that are imported and called by the application itself.
  "express_modules.mjs": [
    ...titles("/typebox-0", "OldBook", 200),
    ...titles("/typebox-1", "Book", 200),
    ...titles("/typebox-1/parse", "Book", 400),
    { call: "/typebox-1/look", status: 200, outcomes: {}, facts: [] },
    ...titles("/zod-3", "a book", 400),
    ...titles("/joi-17", "JoiBook", 400),
    { call: `/validator?mail=${T}`, status: 400, outcomes: { isEmail: false }, facts: [TEXT] },
    { call: "/validator?mail=ada@example.com", status: 200, outcomes: { isEmail: true, validator: true }, facts: [] },
    { call: `/bcrypt?password=${T}`, status: 401, outcomes: { "bcrypt.compare": false }, facts: [] },
    { call: "/bcrypt?password=abc", status: 200, outcomes: { "bcrypt.compare": true }, facts: [] },
    { call: post("/fast-deep-equal", { title: T }), status: 409, outcomes: { "fast-deep-equal": false }, facts: [] },
    { call: post("/fast-deep-equal", { title: "On Trees", pages: [1, 2] }), status: 200, outcomes: { "fast-deep-equal": true }, facts: [] },
  ],
  "koa.cjs": KOA,
  "koa2.cjs": KOA,
};
