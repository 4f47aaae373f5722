"use strict";
// Koa: what its routers dispatch with names the router. An application is known once it makes the listener of a server.

const { routesOf, worthCalling } = require("./paths.js");

const applications = new Set();

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
}

/** Routes of a router; its layers have whole paths, those of routers inside it too. */
const routesOfMiddleware = (middleware) =>
  (middleware?.router?.stack ?? []).flatMap(({ methods, path }) =>
    routesOf(worthCalling(methods.filter((method) => method !== "HEAD")), path));

exports.files = {
  "/lib/application.js": watchApplications,
};

exports.found = () => [...applications].flatMap((app) => app.middleware.flatMap(routesOfMiddleware));
