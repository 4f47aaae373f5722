"use strict";
// Koa: what its routers dispatch with names the router. An application is known once it makes the listener of a server.

const { ownField } = require("../../adapters/observe.js");
const { numberOf } = require("./numbers.js");
const { routesOf, worthCalling } = require("./paths.js");

const applications = new Set();
/** The context of a request of Node's. */
const contexts = new WeakMap();

function watchApplications(module) {
  const { prototype } = module.exports;
  if (typeof prototype?.callback !== "function" || typeof prototype.use !== "function") return;
  const { callback } = prototype;
  const watching = {
    callback(...args) {
      applications.add(this);
      return callback.apply(this, args);
    },
  }.callback;
  Object.defineProperty(prototype, "callback", { value: watching, writable: true, enumerable: false, configurable: true });
  const { createContext } = prototype;
  if (typeof createContext !== "function") return;
  const noting = {
    createContext(...args) {
      const context = createContext.apply(this, args);
      if (typeof args[0] === "object" && args[0] !== null) contexts.set(args[0], context);
      return context;
    },
  }.createContext;
  Object.defineProperty(prototype, "createContext", { value: noting, writable: true, enumerable: false, configurable: true });
}

/** Answers what a layer of a router serves; its path is a whole one, of routers inside routers too. */
const served = ({ methods, path }) => routesOf(worthCalling(methods.filter((method) => method !== "HEAD")), path);

const routesOfMiddleware = (middleware) => (middleware?.router?.stack ?? []).flatMap(served);

exports.files = {
  "/lib/application.js": watchApplications,
};

/** The context that Koa has made of a request of Node's. */
exports.contextOf = (request) => contexts.get(request);

exports.found = () => [...applications].flatMap((app) => app.middleware.flatMap(routesOfMiddleware));

/**
 * Routers note the layers that match the path, and of those that they enter the path. Middleware of a router is a layer
 * without methods. Before version 8 only the last match was noted: where there are several it is not known which answered.
 */
exports.handled = (request) => {
  const context = contexts.get(request);
  const matched = ownField(context, "matched");
  if (!Array.isArray(matched)) return 0;
  const entered = ownField(context, "_matchedRoute");
  const serving = matched.filter(({ methods }) => methods?.includes(request.method));
  if (serving.length > 1 && ownField(context, "routerPath") === undefined) return 0;
  const layer = serving.findLast(({ path }) => path === entered);
  return layer === undefined ? 0 : numberOf(layer, () => served(layer));
};
