// The rows of starts.test.mjs, one for each folder of fixtures/starts.
//
// - `before`: commands that a user has run; `init`: options; `initCode`: the exit code of `init`, 0 unless said;
// - `said`: what `init` prints; `start`: the command that it chooses; without one the row ends there;
// - `refused`: operations that are only answered 4xx;
// - `then`: commands between `init` and `fuzz`; `routes`: the operations that `fuzz` finds; without them the row ends there;
// - `code`: the exit code of `fuzz`, 0 unless said; `told`: what it prints; `node`: the least version of Node.

/** Rows of frameworks: the routes that their routers tell, all of them called with success. */
const FRAMEWORKS = [
  {
    name: "hapi",
    what: "Hapi",
    said: [/framework +hapi 21/, /the router tells its 3 routes/],
    start: "node server.js",
    routes: ["GET:/lamps", "GET:/lamps/{id}", "POST:/lamps"],
  },
  {
    name: "feathers",
    what: "Feathers on Koa",
    said: [/framework +Feathers 5/, /the router tells its 3 routes/],
    start: "node src/index.js",
    routes: ["GET:/ferries", "GET:/ferries/{id}", "POST:/ferries"],
  },
  {
    name: "feathers-express",
    what: "Feathers on Express, as ES modules",
    said: [/framework +Feathers 5/, /the router tells its 2 routes/],
    start: "node server.js",
    routes: ["DELETE:/kites/{id}", "GET:/kites"],
  },
  {
    name: "restify",
    what: "Restify",
    said: [/framework +restify 11/, /the router tells its 3 routes/],
    start: "node index.js",
    routes: ["DELETE:/tents/{id}", "GET:/tents/{id}", "POST:/tents"],
  },
  {
    name: "polka",
    what: "Polka, an application inside another",
    said: [/framework +Polka/, /the router tells its 2 routes/],
    start: "node server.js",
    routes: ["GET:/bells/{id}", "GET:/ring"],
  },
  {
    name: "h3",
    what: "h3 1",
    said: [/framework +h3 1/, /the router tells its 3 routes/],
    start: "node server.mjs",
    routes: ["GET:/reeds", "GET:/reeds/{id}", "POST:/reeds"],
  },
  {
    name: "h3-2",
    what: "h3 2",
    said: [/the router tells its 3 routes/],
    start: "node server.mjs",
    routes: ["GET:/moths", "GET:/moths/{id}", "POST:/moths"],
  },
  {
    name: "elysia",
    what: "Elysia on Node, TypeScript by tsx",
    said: [/the router tells its 3 routes/],
    start: "node --import tsx src/index.ts",
    routes: ["GET:/gears", "GET:/gears/{id}", "POST:/gears"],
    // Elysia strips what its schema does not know before it validates: the fields are not seen.
    refused: ["POST:/gears"],
  },
  {
    name: "express3",
    what: "Express 3",
    said: [/framework +Express 3/, /the router tells its 3 routes/],
    start: "node app.js",
    routes: ["GET:/mugs", "GET:/mugs/{id}", "POST:/mugs"],
  },
];

export const STARTS = [...FRAMEWORKS];
