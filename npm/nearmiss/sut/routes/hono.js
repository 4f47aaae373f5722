"use strict";
// Hono keeps its routes in a list, but no server leads to an application: its listener is a closure. So the field of the
// list also tells of the application. Of applications inside others the routes stand in both lists; the outer ones are told.

const { ALL, routesOf } = require("./paths.js");

/** Where the text of a file of Hono finds us. */
const TELL = Symbol.for("nearmiss.hono");
const FIELD = /^(\s+)routes = \[\];$/m;

const applications = new Set();

function telling(text) {
  return text.replace(FIELD, '$1routes = (globalThis[Symbol.for("nearmiss.hono")]?.(this), []);');
}

/** The handlers of an application; one that was put round another shows it. */
function handlersOf(app) {
  const handlers = new Set();
  for (const { handler } of app.routes) {
    handlers.add(handler);
    for (const key of Object.keys(handler)) if (typeof handler[key] === "function") handlers.add(handler[key]);
  }
  return handlers;
}

exports.texts = {
  "/dist/hono-base.js": telling,
  "/dist/cjs/hono-base.js": telling,
};

exports.begin = () => {
  Object.defineProperty(globalThis, TELL, { value: (app) => applications.add(app), enumerable: false });
};

exports.found = () => {
  const known = [...applications].filter((app) => app.routes.length > 0).map((app) => [app, handlersOf(app)]);
  const isInside = ([app, own]) =>
    known.some(([other, handlers]) =>
      other.routes !== app.routes && handlers.size > own.size && [...own].every((handler) => handlers.has(handler)));
  return known
    .filter((one) => !isInside(one))
    .flatMap(([app]) => app.routes)
    // Middleware is used for all methods.
    .filter(({ method, handler }) => method !== "ALL" || handler.length < 2)
    .flatMap(({ method, path }) => routesOf(method === "ALL" ? ALL : [method], path));
};
