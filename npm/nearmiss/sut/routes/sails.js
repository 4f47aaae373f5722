"use strict";
// Sails: all its routes, those of actions and blueprints too, are bound to one private router of Express' form.

const { ownField } = require("../../adapters/observe.js");
const { ALL, routesOf, takesAll } = require("./paths.js");

const routers = new Set();

function watchRouters(module) {
  const made = module.exports;
  if (typeof made !== "function" || made.length !== 1) return;
  module.exports = Object.assign((sails) => {
    const router = made(sails);
    routers.add(router);
    return router;
  }, made);
}

/** Middleware is bound to all paths. */
const isMiddleware = ({ path }) => !/\w/.test(String(path));

exports.files = { "/sails/lib/router/index.js": watchRouters };

/** Sails binds its middleware to the router of the Express below it, too, for each method. */
exports.hides = ({ path }) => routers.size > 0 && takesAll(path);

exports.found = () =>
  [...routers]
    .flatMap((router) => ownField(ownField(router, "_privateRouter"), "stack") ?? [])
    .map(({ route }) => route)
    .filter((route) => route !== undefined && !isMiddleware(route))
    .flatMap(({ path, methods }) => routesOf(methods._all ? ALL : Object.keys(methods).map((name) => name.toUpperCase()), path));
