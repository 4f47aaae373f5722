"use strict";
// Express 3: an application has a list of routes for each method; of those inside others it knows the parent, not the
// child.

const { ownField } = require("../../adapters/observe.js");
const { numberOf } = require("./numbers.js");
const { joined, routesOf, standing, worthCalling } = require("./paths.js");
const { watch } = require("./watched.js");

/** Applications that an application uses, each with its path. */
const mounted = new WeakMap();
const MOST_DEPTH = 16;

function watchMounts(module) {
  const application = module.exports;
  // Version 4 has a function of this name, too, but a router that handles requests.
  if (typeof application?.defaultConfiguration !== "function" || typeof application.handle === "function") return;
  watch(application, "use", (app, args) => {
    const path = typeof args[0] === "function" ? "/" : args[0];
    for (const child of args) {
      if (typeof child === "function" && child.set && child.handle) mounted.set(app, [...(mounted.get(app) ?? []), { path, child }]);
    }
  });
}

/** The lists of routes of an application, by method; none where it is of another version. */
const listsOf = (app) => {
  const lists = ownField(ownField(app, "_router"), "map");
  return typeof lists === "object" && lists !== null ? Object.values(lists).filter(Array.isArray) : [];
};

/** All routes of an application and those inside, each with the path that it stands behind. */
function* placed(app, before, depth) {
  if (depth > MOST_DEPTH) return;
  for (const list of listsOf(app)) for (const route of list) yield { route, before };
  for (const { path, child } of mounted.get(app) ?? []) yield* placed(child, joined(before, path), depth + 1);
}

const allOf = (listeners) => listeners.filter((one) => typeof one === "function").flatMap((app) => [...placed(app, "", 0)]);

/** Answers what routes serve that stand at one place; `all` has made one for each method there is. */
const served = (route, before, methods) =>
  routesOf(worthCalling(methods.map((name) => name.toUpperCase())), route.path instanceof RegExp ? route.path : standing(before, route.path, false));

exports.files = { "/lib/application.js": watchMounts };

exports.found = (listeners) => {
  const byPlace = new Map();
  for (const { route, before } of allOf(listeners)) {
    const place = `${before} ${route.path}`;
    const known = byPlace.get(place) ?? { route, before, methods: [] };
    known.methods.push(route.method);
    byPlace.set(place, known);
  }
  return [...byPlace.values()].flatMap(({ route, before, methods }) => served(route, before, methods));
};

/** The router notes the route that it entered last on the request. */
exports.handled = (request, listeners) => {
  const route = ownField(request, "route");
  if (typeof ownField(route, "method") !== "string" || !Array.isArray(ownField(route, "callbacks"))) return 0;
  return numberOf(route, () => {
    const place = allOf(listeners()).find((one) => one.route === route);
    return place === undefined ? [] : served(route, place.before, [route.method]);
  });
};
