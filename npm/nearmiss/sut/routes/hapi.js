"use strict";
// Hapi: each server has a core with its router; a request of Hapi's notes the route that it was given.

const { ownField } = require("../../adapters/observe.js");
const { numberOf } = require("./numbers.js");
const { bracedRoutesOf } = require("./braced.js");
const { ALL } = require("./paths.js");
const { watch } = require("./watched.js");

const cores = new Set();
/** The request of Hapi by the one of Node. */
const requests = new WeakMap();

function watchCores(module) {
  const prototype = module.exports?.prototype;
  if (typeof prototype?._createListener === "function") watch(prototype, "_dispatch", (core) => cores.add(core));
}

function watchRequests(module) {
  if (typeof module.exports?.prototype?._lookup !== "function") return;
  watch(module.exports, "generate", (_, [, request], made) => requests.set(request, made));
}

/** Answers what a route serves, as Hapi shows it (`request.route`). */
const served = ({ method, path }) => bracedRoutesOf(method === "*" ? ALL : [method.toUpperCase()], path);

exports.files = {
  "/lib/core.js": watchCores,
  "/lib/request.js": watchRequests,
};

/** Routes of one host name alone would be answered to nobody who calls by another one. */
exports.found = () =>
  [...cores]
    .flatMap(({ router }) => [...router.routes.values()].flatMap(({ routes }) => routes))
    .filter(({ route }) => !route.settings.isInternal)
    .flatMap(({ route }) => served(route.public));

exports.handled = (request) => {
  const route = ownField(requests.get(request), "route");
  const isOne = typeof route?.path === "string" && typeof route.method === "string" && !route.method.startsWith("_");
  return isOne ? numberOf(route, () => served(route)) : 0;
};
