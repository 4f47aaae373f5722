"use strict";
// AdonisJS: its router commits all routes to a private store before the server listens; the text of it tells of each.

const { ALL, routesOf, worthCalling } = require("./paths.js");

/** Name under which the text of a file of Adonis finds us. */
const TELL = Symbol.for("nearmiss.adonis");
const COMMIT = /^(\s+this\.#store\.add\(route\);)$/m;

const routes = [];

exports.texts = {
  "/@adonisjs/http-server/build/": (text) => text.replace(COMMIT, '$1 globalThis[Symbol.for("nearmiss.adonis")]?.(route);'),
};

exports.begin = () => {
  Object.defineProperty(globalThis, TELL, { value: (route) => routes.push(route), enumerable: false });
};

/** Routes of another domain are answered to nobody who calls by an address. */
exports.found = () =>
  routes
    .filter(({ domain }) => domain === "root")
    .flatMap(({ pattern, methods }) => {
      const called = worthCalling(methods.filter((method) => method !== "HEAD"));
      return routesOf(called.length >= ALL.length ? ALL : called, pattern);
    });
