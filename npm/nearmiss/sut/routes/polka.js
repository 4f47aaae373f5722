"use strict";
// Polka, and what else stands on Trouter: patterns are noted as they are added, since the router keeps them taken
// apart.

const { ownField } = require("../../adapters/observe.js");
const { ALL, joined, routesOf } = require("./paths.js");
const { watch } = require("./watched.js");

/** Routes that were added to a router: `{ method, path }`. */
const added = new Map();
const MOST_DEPTH = 16;

function watchRouters(module) {
  const exported = module.exports;
  const prototype = (exported?.Trouter ?? exported)?.prototype;
  if (typeof prototype?.find !== "function") return;
  watch(prototype, "add", (router, [method, path]) => {
    if (typeof path !== "string" && !(path instanceof RegExp)) return;
    added.set(router, [...(added.get(router) ?? []), { method, path }]);
  });
}

/** The applications that one hands requests on to, by path; what is used so is a pattern of no method to version 1. */
const inside = (app) => Object.entries(ownField(app, "apps") ?? {});

function* routesOfApp(app, before, depth) {
  if (depth > MOST_DEPTH) return;
  for (const { method, path } of added.get(app) ?? []) {
    if (method === "") continue;
    const methods = method === "*" ? ALL : [method];
    yield* routesOf(methods, path instanceof RegExp ? path : joined(before, path));
  }
  for (const [path, child] of inside(app)) yield* routesOfApp(child, joined(before, path), depth + 1);
}

exports.files = { "/trouter/index.js": watchRouters, "/trouter/lib/index.js": watchRouters, "/trouter/index.cjs": watchRouters };

exports.found = () => {
  const children = new Set([...added.keys()].flatMap((app) => inside(app).map(([, child]) => child)));
  return [...added.keys()].filter((app) => !children.has(app)).flatMap((app) => [...routesOfApp(app, "", 0)]);
};
