"use strict";
// The frameworks whose routers are known: one file beside this one and one line here. Each exports
// - `found(listeners)`: its routes, given the listeners for requests of the servers that listen;
// - `handled(request, listeners)`, given a request of Node's that was answered: the number of its route that was
// entered last (`numberOf` of `numbers.js`), 0 for none; or nothing of that name, where it tells by itself
// (`answered` of `handled.js`);
// - `mounts(listeners)`, where it tells them: what serves all below a path and shows no routes, `{ path, ends }`;
// - `files`, if its routers do not show their paths or cannot be reached from a server: ends of paths of CommonJS
//   files in `node_modules` (packages may be installed under other names), each with what to do with the module once it
//   has run, if it is what it looks like;
// - `texts`, likewise for what is an ES module: ends of paths, or parts of them that end with a slash (bundlers name
// files by what is in them), each with a function from text to text;
// - `hides(route)`, where it makes another one serve its paths: tells whether a route of that one is such;
// - `begin()`: called before the first module of the program is loaded.
//
// A route is `{ method, path, patterns }`, parameters in braces, or `{ method, regexp }`.

exports.FRAMEWORKS = [
  require("./adonis.js"),
  require("./elysia.js"),
  require("./express.js"),
  require("./express3.js"),
  require("./fastify.js"),
  require("./feathers.js"),
  require("./h3.js"),
  require("./hapi.js"),
  require("./hono.js"),
  require("./koa.js"),
  require("./next.js"),
  require("./polka.js"),
  require("./remix.js"),
  require("./restify.js"),
  require("./sails.js"),
];
