"use strict";
// h3 1 and 2, and Nitro, which brings its own copy in what it builds. Routers of version 1 are closures and
// applications of version 2 are led to by no server: their texts tell of them as they are made.

const { ownField } = require("../../adapters/observe.js");
const { numberOf } = require("./numbers.js");
const { ALL, joined, routesOf } = require("./paths.js");

/** Name under which the text of a file of h3 finds us. */
const TELL = Symbol.for("nearmiss.h3");
const CALL = 'globalThis[Symbol.for("nearmiss.h3")]?.';

/** `createRouter` of version 1 up to where its routes and its own object are there. */
const ROUTER = /function createRouter[\w$]*\(opts = \{\}\) \{\n(?:[^\n]*\n){0,6}?\s*const router = \{\};/;
const APP = /function createApp[\w$]*\(options = \{\}\) \{\n\s*const stack = \[\];/;
const BASE = /function useBase\(base, handler\) \{/;
const EVENT = /function createEvent\(req, res\) \{\n\s*return new H3Event\(req, res\);/;
/** The class of version 2. */
const CLASS = /(var H3Core = class \{[^]*?\n\s*constructor\(config = \{\}\) \{)/;
const MATCHED = /(event\.context\.matchedRoute = route\.data;)/;

const routers = new Map();
const stacks = new Set();
/** The path behind which a handler stands. */
const bases = new Map();
const applications = new Set();
/** The event of a request of Node's. */
const events = new WeakMap();

const tell = {
  router: (router, routes) => routers.set(router, routes),
  app: (stack) => stacks.add(stack),
  base: (base, handler) => bases.set(handler, String(base)),
  core: (app) => applications.add(app),
  event(event, request) {
    if (typeof request === "object" && request !== null) events.set(request, event);
    return event;
  },
};

function telling(text) {
  // Files of these names are in many packages.
  if (!text.includes("H3Event")) return text;
  return text
    .replace(ROUTER, (found) => `${found} ${CALL}router(router, routes);`)
    .replace(APP, (found) => `${found} ${CALL}app(stack);`)
    .replace(BASE, (found) => `${found} ${CALL}base(base, handler);`)
    .replace(EVENT, (found) => `${found.slice(0, -1)}`.replace("return new H3Event(req, res)", `const made = new H3Event(req, res); ${CALL}event(made, req); return made;`))
    .replace(CLASS, `$1 ${CALL}core(this);`)
    .replace(MATCHED, `$1 ${CALL}event(event, event.runtime?.node?.req);`);
}

/** `**` and `**:rest` stand for all that follows, `*` for a segment. */
const path = (text) => text.replace(/\*\*:(\w+)/g, ":$1*").replaceAll("**", "*");

const methods = (name) => (name === "all" || name === "" ? ALL : [name.toUpperCase()]);

/** A route that hands all below a path on to what stands behind that path. */
const isBase = (route) => [...bases.values()].some((base) => route.path === `${base.replace(/\/$/, "")}/**`);

/** Lists what a router of version 1 serves behind a path. */
const ofRouter = (routes, before) =>
  Object.values(routes).filter((route) => !isBase(route)).flatMap((route) => served(route, before));

const served = (route, before) =>
  Object.keys(route.handlers).flatMap((name) => routesOf(methods(name), joined(before, path(route.path))));

/**
 * The path behind which a router of version 1 stands: of the layer that leads to it, or of the base that was given
 * with it.
 */
function before(router) {
  const known = bases.get(router.handler);
  if (known !== undefined) return known;
  for (const stack of stacks) {
    const layer = stack.find(({ handler }) => handler === router.handler);
    if (layer !== undefined) return layer.route;
  }
  return "";
}

exports.texts = {
  "/dist/index.cjs": telling,
  "/dist/index.mjs": telling,
  "/dist/cache.mjs": telling,
  "/.output/server/": telling,
};

exports.begin = () => {
  Object.defineProperty(globalThis, TELL, { value: tell, enumerable: false });
};

/** Layers that are no routers serve all below a path; those of the whole application are middleware. */
function* ofLayers() {
  const handlers = new Set([...routers.keys()].map(({ handler }) => handler));
  for (const stack of stacks) {
    for (const { route, handler } of stack) {
      if (route.length > 1 && !handlers.has(handler) && !bases.has(handler)) yield* routesOf(ALL, route);
    }
  }
}

/** Applications of version 2 that are not mounted in another one, which has their routes then. */
function outermost() {
  const all = [...applications].map((app) => ({ app, handlers: new Set(app["~routes"].map(({ handler }) => handler)) }));
  const isInside = (one) =>
    all.some((other) => other.handlers.size > one.handlers.size && [...one.handlers].every((handler) => other.handlers.has(handler)));
  return all.filter((one) => !isInside(one)).map(({ app }) => app);
}

exports.found = () => [
  ...[...routers].flatMap(([router, routes]) => ofRouter(routes, before(router))),
  ...ofLayers(),
  ...outermost().flatMap((app) => app["~routes"].flatMap((one) => routesOf(methods(one.method ?? ""), path(one.route)))),
];

/** The event notes the route that it was given; version 1 a copy of it, with the same record of handlers. */
exports.handled = (request) => {
  const route = ownField(ownField(events.get(request), "context"), "matchedRoute");
  if (typeof route !== "object" || route === null) return 0;
  const stands = typeof route.handlers === "object" && route.handlers !== null ? route.handlers : route;
  return numberOf(stands, () => servedBy(route));
};

function servedBy(route) {
  if (typeof route.route === "string") return routesOf(methods(route.method ?? ""), path(route.route));
  const [router] = [...routers].find(([, routes]) => routes[route.path]?.handlers === route.handlers) ?? [];
  return router === undefined ? [] : served(route, before(router));
}
