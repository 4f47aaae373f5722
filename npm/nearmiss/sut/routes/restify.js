"use strict";
// Restify: its router keeps routes by name, and notes on the request which one it was given.

const { ownField } = require("../../adapters/observe.js");
const { numberOf } = require("./numbers.js");
const { routesOf } = require("./paths.js");
const { watch } = require("./watched.js");

const routers = new Set();

function watchRouters(module) {
  const prototype = module.exports?.prototype;
  if (typeof prototype?.lookupByName === "function") watch(prototype, "mount", (router) => routers.add(router));
}

const served = ({ method, path }) => routesOf([method === "DEL" ? "DELETE" : method], path);

exports.files = { "/lib/router.js": watchRouters };

exports.found = () => [...routers].flatMap((router) => Object.values(router.getRoutes()).flatMap(served));

/**
 * The version that a path may stand behind is none of its names: the router tells routes of one path apart by a
 * header.
 */
exports.handled = (request) => {
  const route = ownField(request, "route");
  const isOne = typeof ownField(route, "spec") === "object" && typeof ownField(route, "method") === "string";
  return isOne ? numberOf(route, () => served(route)) : 0;
};
