// The rows of starts.test.mjs, one for each folder of fixtures/starts.
//
// - `before`: commands that a user has run; `init`: options; `initCode`: the exit code of `init`, 0 unless said;
// - `said`: what `init` prints; `start`: the command that it chooses; without one the row ends there;
// - `refused`: operations that are only answered 4xx;
// - `then`: commands between `init` and `fuzz`; `routes`: the operations that `fuzz` finds; without them the row ends
// there;
// - `needless`: packages that what `init` chooses does without;
// - `code`: the exit code of `fuzz`, 0 unless said; `told`: what it prints; `node`: the least version of Node.

const HOURS = ["GET:/days/{day}", "GET:/hours"];

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
  },
  {
    name: "express3",
    what: "Express 3",
    said: [/framework +Express 3/, /the router tells its 3 routes/],
    start: "node app.js",
    routes: ["GET:/mugs", "GET:/mugs/{id}", "POST:/mugs"],
  },
  {
    name: "next",
    what: "Next.js, built: route handlers and an API route",
    before: ["npm run build"],
    said: [/framework +Next\.js/, /the router tells its 4 routes/],
    start: "npx next start",
    routes: ["DELETE:/api/crates/{id}", "GET:/api/crates", "GET:/api/labels", "POST:/api/crates"],
    // What Next brings along has probes, too: 200 calls do not always suffice.
    refused: ["POST:/api/crates"],
  },
  {
    name: "loopback",
    what: "LoopBack 4, by the document that it serves",
    said: [/framework +LoopBack/, /schema +http:\/\/localhost:3000\/openapi\.json +2 operations/],
    start: "node index.js",
    routes: ["GET:/pots/{id}", "POST:/pots"],
  },
  {
    name: "sails",
    what: "Sails",
    said: [/framework +Sails 1/, /the router tells its 3 routes/],
    start: "NODE_ENV=production node app.js",
    routes: ["GET:/winds", "GET:/winds/{id}", "POST:/winds"],
  },
  {
    name: "adonis",
    what: "AdonisJS 6",
    said: [/framework +AdonisJS 6/, /the router tells its 3 routes/],
    start: "node bin/server.js",
    routes: ["GET:/weirs", "GET:/weirs/{id}", "POST:/weirs"],
    // Its parser keeps the body to itself: the fields are not always seen in 200 calls.
    refused: ["POST:/weirs"],
  },
  {
    name: "remix",
    what: "Remix 2 behind Express",
    said: [/framework +Remix/, /the router tells its 5 routes/],
    start: "node server.js",
    // The route of Express that leads to Remix is none of its own.
    routes: ["GET:/quays/{id}", ...["DELETE", "PATCH", "POST", "PUT"].map((method) => `${method}:/quays`)],
    refused: ["DELETE", "PATCH", "POST", "PUT"].map((method) => `${method}:/quays`),
  },
  {
    name: "nitro",
    what: "Nitro 2, built",
    said: [/framework +Nitro/, /npm run build/],
    start: "node .output/server/index.mjs",
    then: ["npm run build"],
    routes: ["GET:/barges/{id}", "POST:/barges"],
    // What Nitro brings along has probes, too: 200 calls do not suffice.
    refused: ["POST:/barges"],
  },
];

/**
 * Rows of ways to start: an API of Express that tells its routes, or of `http`, whose paths are found by what it
 * compares.
 */
const WAYS = [
  {
    name: "nodemon",
    what: "nodemon with nodemon.json: what it runs and its variables, without it",
    needless: ["nodemon"],
    start: "PORT=4123 node --enable-source-maps src/server.js",
    routes: HOURS,
  },
  {
    name: "ts-node-dev",
    what: "ts-node-dev, flags kept",
    start: "npx ts-node --transpile-only -r tsconfig-paths/register src/server.ts",
    routes: HOURS,
  },
  {
    name: "pm2",
    what: "an ecosystem file of pm2: the application that listens, its arguments and variables",
    start: "NODE_ENV=production PORT=8088 node --enable-source-maps src/server.js",
    routes: HOURS,
  },
  ...["nest", "nest-swc", "nest-webpack", "nest-monorepo"].map((name) => ({
    name,
    what: "nest start compiles at each start",
    said: [/framework +NestJS 11/, /the router tells its 2 routes/],
    start: "npm start",
    routes: ["GET:/docks", "GET:/docks/{id}"],
  })),
  { name: "node-watch", what: "node --watch, the other flags kept", start: "node --enable-source-maps server.js", said: [/listened after/] },
  { name: "env-file", what: "node --env-file", start: "node --env-file=.env server.js", said: [/wants port 4455/] },
  { name: "dotenv", what: "dotenv", start: "node server.js", said: [/listened after/] },
  {
    name: "require-hook",
    what: "a compiler that hooks require (@babel/register)",
    start: "node -r ./compile.cjs src/index.js",
    routes: ["GET:/hours"],
  },
  { name: "module-alias", what: "module-alias, main of package.json", start: "node src/index.js", routes: ["GET:/hours"] },
  {
    name: "tsconfig-paths",
    what: "ts-node with paths of tsconfig.json",
    start: "npm start",
    routes: HOURS,
  },
  {
    name: "esbuild",
    what: "a bundle of esbuild, Express in it, with its map",
    before: ["npm run build"],
    start: "node --enable-source-maps dist/server.js",
    routes: HOURS,
  },
  { name: "tsup", what: "a minified bundle of tsup", before: ["npm run build"], start: "node dist/index.js", routes: HOURS },
  {
    name: "ncc",
    what: "a bundle of ncc, Express in it",
    before: ["npm run build"],
    start: "node dist/index.js",
    routes: HOURS,
  },
  { name: "cluster", what: "cluster with two workers", start: "node server.js", routes: HOURS },
  { name: "worker-pool", what: "calls that a worker thread answers", start: "node server.js", routes: ["GET:/hours"] },
  {
    name: "worker-threads",
    what: "a server in a worker thread is not called, and that is said",
    initCode: 1,
    said: [/an HTTP server in a worker thread, which nearmiss does not call/, /does not start the API/],
  },
  {
    name: "unix-socket",
    what: "a server on a Unix socket is not called, and that is said",
    initCode: 1,
    said: [/an HTTP server on the Unix socket .*api\.sock, which nearmiss does not call/],
  },
  { name: "https", what: "https", start: "node server.js", said: [/wants port 8443/], routes: ["GET:/hours"] },
  { name: "http2", what: "HTTP/2 over TLS", start: "node server.js", said: [/wants port 8443/] },
  {
    name: "prestart",
    what: "a prestart that deletes and makes files: tried without, then with it, and said",
    said: [/trying node server\.js\n[^]*trying npm start, which first runs its prestart: rm -rf data/, /start +each start runs its prestart: rm -rf data/],
    start: "npm start",
  },
  {
    name: "prestart-build",
    what: "a prestart that builds: the build is asked for, and not run at each start",
    said: [/without its prestart \(npm run build\)/, /npm run build/],
    start: "node --enable-source-maps dist/server.js",
    then: ["npm run build"],
    routes: HOURS,
  },
  {
    name: "missing-build",
    what: "a file that is not built yet: init names the build",
    said: [/npm run build first: script "start" of package\.json/, /next +1\. npm run build/],
    start: "node dist/server.js",
    then: ["npm run build"],
    routes: HOURS,
  },
  {
    name: "trpc",
    what: "tRPC inside Express is named",
    said: [/middleware mounted at \/trpc answers 404 but its routes are not known/],
    start: "node server.js",
    routes: ["GET:/hours"],
    told: [/middleware mounted at \/trpc answers 404 but its routes are not known/],
  },
  {
    name: "graphql",
    what: "GraphQL inside Express is named",
    said: [/\/graphql looks like GraphQL/],
    start: "node server.js",
  },
];

export const STARTS = [...FRAMEWORKS, ...WAYS];
