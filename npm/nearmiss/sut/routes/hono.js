"use strict";
// Hono keeps its routes in a list, but no server leads to an application: its listener is a closure. So the field of the
// list also tells of the application. Of applications inside others the routes stand in both lists; the outer ones are told.

const { ownField } = require("../../adapters/observe.js");
const { numberOf } = require("./numbers.js");
const { ALL, routesOf } = require("./paths.js");

/** Where the text of a file of Hono finds us. */
const TELL = Symbol.for("nearmiss.hono");
const FIELD = /^(\s+)routes = \[\];$/m;
const MADE = /^(\s+const c = new [\w.]+\(request, \{[^{}]*\bmatchResult,[^{}]*\}\);)$/m;

const applications = new Set();
/** What an application has made of a request of Node's: `{ context, matched }`. */
const contexts = new WeakMap();

function telling(text) {
  return text
    .replace(FIELD, '$1routes = (globalThis[Symbol.for("nearmiss.hono")]?.(this), []);')
    .replace(MADE, '$1 globalThis[Symbol.for("nearmiss.hono")]?.(this, c, matchResult);');
}

/** An application is made, or a context of it for a request, with the handlers that match that. */
function tell(app, context, matched) {
  if (context === undefined) applications.add(app);
  else {
    const request = ownField(ownField(context, "env"), "incoming");
    if (typeof request === "object" && request !== null) contexts.set(request, { context, matched });
  }
}

/** Middleware is used for all methods. */
const isRoute = ({ method, handler }) => method !== "ALL" || handler.length < 2;

const served = ({ method, path }) => routesOf(method === "ALL" ? ALL : [method], path);

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
  Object.defineProperty(globalThis, TELL, { value: tell, enumerable: false });
};

exports.found = () => {
  const known = [...applications].filter((app) => app.routes.length > 0).map((app) => [app, handlersOf(app)]);
  const isInside = ([app, own]) =>
    known.some(([other, handlers]) =>
      other.routes !== app.routes && handlers.size > own.size && [...own].every((handler) => handlers.has(handler)));
  return known
    .filter((one) => !isInside(one))
    .flatMap(([app]) => app.routes)
    .filter(isRoute)
    .flatMap(served);
};

/** The request of a context counts the handlers that were entered, of those that match. */
exports.handled = (request) => {
  const noted = contexts.get(request);
  if (noted === undefined) return 0;
  for (let i = noted.context.req.routeIndex; i >= 0; i -= 1) {
    const route = noted.matched[0][i]?.[0]?.[1];
    if (route !== undefined && isRoute(route)) return numberOf(route, () => served(route));
  }
  return 0;
};
