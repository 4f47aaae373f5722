"use strict";
// Express 4 and 5, and what stands on them (Nest). The paths of routers inside routers are kept by newer versions only;
// for the others the layers are watched as they are made.

const { ownField } = require("../../adapters/observe.js");
const numbers = require("./numbers.js");
const { ALL, joined, routesOf, standing, worthCalling } = require("./paths.js");

/** The path that a layer was made with. */
const paths = new WeakMap();
/** Applications that an application uses, each with its path. */
const mounted = new WeakMap();
const MOST_DEPTH = 16;
/** Looks for routes that were not known when they were entered. */
const MOST_LOOKS = 64;
/** Places that are told apart of a route that no server leads to. */
const MOST_PLACES = 16;

function watchLayers(module) {
  const Original = module.exports;
  const handles = Original?.prototype?.handleRequest ?? Original?.prototype?.handle_request;
  if (typeof Original !== "function" || typeof handles !== "function") return;
  const watching = function Layer(path, options, fn) {
    const layer = new Original(path, options, fn);
    paths.set(layer, path);
    return layer;
  };
  watching.prototype = Original.prototype;
  module.exports = watching;
}

function watchMounts(module) {
  const application = module.exports;
  if (typeof application !== "object" || application === null) return;
  const { use, handle, defaultConfiguration } = application;
  if (typeof use !== "function" || typeof handle !== "function" || typeof defaultConfiguration !== "function") return;
  application.use = {
    use(...args) {
      const result = use.apply(this, args);
      const path = typeof args[0] === "function" ? "/" : args[0];
      for (const child of args.flat(Infinity)) {
        if (typeof child !== "function" || !child.handle || !child.set) continue;
        mounted.set(this, [...(mounted.get(this) ?? []), { path, child }]);
      }
      return result;
    },
  }.use;
}

const isRouter = (value) => typeof value === "function" && Array.isArray(value.stack);

/** The router of an application without making one. */
const routerOf = (app) => app._router ?? (app.lazyrouter === undefined ? app.router : undefined);

/** The routes of an application, each with the path of what it stands in. */
function* routesOfApp(app, before, depth) {
  const router = routerOf(app);
  if (isRouter(router)) yield* routesOfRouter(router, before, depth);
  for (const { path, child } of mounted.get(app) ?? []) {
    for (const prefix of prefixes(before, path)) yield* routesOfApp(child, prefix, depth + 1);
  }
}

function* routesOfRouter(router, before, depth) {
  if (depth > MOST_DEPTH) return;
  for (const layer of router.stack) {
    if (layer.route) yield { route: layer.route, before, isStrict: router.strict === true };
    else if (isRouter(layer.handle)) {
      const path = paths.get(layer) ?? layer.rawPath ?? (layer.slash || layer.regexp?.fast_slash ? "/" : null);
      if (path === null) continue;
      for (const prefix of prefixes(before, path)) yield* routesOfRouter(layer.handle, prefix, depth + 1);
    }
  }
}

/** All routes that the listeners of servers lead to. */
const placed = (listeners) =>
  listeners
    .filter((listener) => typeof listener === "function" && typeof listener.handle === "function")
    .flatMap((app) => [...(isRouter(app) ? routesOfRouter(app, "", 0) : routesOfApp(app, "", 0))]);

/** Answers what a route serves that stands in `before`. */
function served({ route: { path, methods }, before, isStrict }) {
  const names = Object.keys(methods).map((name) => name.toUpperCase());
  const called = methods._all ? ALL : worthCalling(names);
  return [path].flat(Infinity).flatMap((whole) =>
    routesOf(called, whole instanceof RegExp ? regexpBehind(before, whole) : standing(before, String(whole), isStrict)));
}

/** The paths behind which what is used there stands; an expression has none that could be told. */
const prefixes = (before, path) =>
  [path].flat(Infinity).filter((one) => typeof one === "string").map((one) => joined(before, one).replace(/\/$/, ""));

function regexpBehind(before, path) {
  if (before === "") return path;
  const escaped = before.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("/", "\\/");
  return new RegExp(`^${escaped}${path.source.replace(/^\^/, "")}`);
}

exports.files = {
  "/lib/layer.js": watchLayers,
  "/lib/router/layer.js": watchLayers,
  "/lib/application.js": watchMounts,
};

exports.found = (listeners) => placed(listeners).flatMap(served);

/** Functions of libraries that serve files, or hand on to an application that is known. */
const KNOWN_HANDLERS = ["serveStatic", "mounted_app"];

/** The middleware of an application that stands at a path of its own: `ends` says that it passes nothing on. */
exports.mounts = (listeners) =>
  listeners
    .filter((app) => typeof app === "function" && !isRouter(app) && isRouter(routerOf(app)))
    .flatMap((app) => routerOf(app).stack)
    .filter(({ route, handle }) => !route && typeof handle === "function" && !isRouter(handle) && !KNOWN_HANDLERS.includes(handle.name))
    .flatMap((layer) => [paths.get(layer)].flat().map((path) => ({ path, ends: layer.handle.length < 3 })))
    .filter(({ path }) => typeof path === "string" && /^\/[\w./-]*\w/.test(path) && !/[:*{(]/.test(path));

/** Places of routes: `{ before, fits, number }`, the path, what a request says of it, and the route's number there. */
const places = new WeakMap();
/** Numbers of routes that no server leads to, by what their requests say of the path that they stand in. */
const elsewhere = new WeakMap();
let looks = 0;

/** The path of what a router stands in, as a pattern of what requests say of it (`baseUrl`). */
function patternOf(before) {
  const pieces = before.split(/\{[^{}]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join("[^/]+")}/*$`, "i");
}

/** Looks for all routes once more: routers may be mounted at any time. */
function look(listeners) {
  looks += 1;
  const found = new Map();
  for (const { route, before } of placed(listeners())) found.set(route, [...(found.get(route) ?? []), before]);
  for (const [route, all] of found) {
    if (places.has(route)) continue;
    const order = [...new Set(all)].map((before) => {
      const template = (routesOf(["GET"], before)[0]?.path ?? before).replace(/\/$/, "");
      return { before, parameters: template.split("{").length, fits: patternOf(template) };
    });
    // The one with fewest parameters first.
    places.set(route, order.sort((a, b) => a.parameters - b.parameters));
  }
}

/** The number of a route that no server leads to: behind a function of the program, whose path only requests tell. */
function numberElsewhere(route, baseUrl) {
  const known = elsewhere.get(route) ?? new Map();
  elsewhere.set(route, known);
  if (!known.has(baseUrl)) {
    if (known.size >= MOST_PLACES) return 0;
    known.set(baseUrl, numbers.ask(served({ route, before: baseUrl })));
  }
  return known.get(baseUrl);
}

function isRoute(value) {
  const path = ownField(value, "path");
  const hasPath = typeof path === "string" || Array.isArray(path) || path instanceof RegExp;
  return hasPath && typeof ownField(value, "methods") === "object";
}

/** The router notes the route that it entered last on the request. */
exports.handled = (request, listeners) => {
  const route = ownField(request, "route");
  if (typeof route !== "object" || route === null) return 0;
  if (!places.has(route) && !elsewhere.has(route)) {
    if (!isRoute(route)) return 0;
    if (looks < MOST_LOOKS) look(listeners);
  }
  const known = places.get(route);
  const baseUrl = known?.length === 1 ? "" : String(ownField(request, "baseUrl") ?? "");
  if (known === undefined) return numberElsewhere(route, baseUrl);
  const place = known.length === 1 ? known[0] : known.find(({ fits }) => fits.test(baseUrl));
  if (place === undefined) return 0;
  place.number ??= numbers.ask(served({ route, before: place.before }));
  return place.number;
};
