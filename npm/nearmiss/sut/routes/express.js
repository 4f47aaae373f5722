"use strict";
// Express 4 and 5, and what stands on them (Nest). The paths of routers inside routers are kept by newer versions only;
// for the others the layers are watched as they are made.

const { ALL, joined, routesOf, worthCalling } = require("./paths.js");

/** The path that a layer was made with. */
const paths = new WeakMap();
/** Applications that an application uses, each with its path. */
const mounted = new WeakMap();
const MOST_DEPTH = 16;

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
    if (layer.route) {
      const { path, methods } = layer.route;
      const names = Object.keys(methods).map((name) => name.toUpperCase());
      const served = methods._all ? ALL : worthCalling(names);
      for (const whole of [path].flat(Infinity)) {
        const full = whole instanceof RegExp ? regexpBehind(before, whole) : joined(before, String(whole));
        yield* routesOf(served, full);
      }
    } else if (isRouter(layer.handle)) {
      const path = paths.get(layer) ?? layer.rawPath ?? (layer.slash || layer.regexp?.fast_slash ? "/" : null);
      if (path === null) continue;
      for (const prefix of prefixes(before, path)) yield* routesOfRouter(layer.handle, prefix, depth + 1);
    }
  }
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

exports.found = (listeners) =>
  listeners
    .filter((listener) => typeof listener === "function" && typeof listener.handle === "function")
    .flatMap((app) => [...(isRouter(app) ? routesOfRouter(app, "", 0) : routesOfApp(app, "", 0))]);
