"use strict";
// Elysia on Node: no server leads to an application, so where an application is asked for what answers requests, it
// tells of itself.

const { ALL, routesOf } = require("./paths.js");

/** Name under which the text of a file of Elysia finds us. */
const TELL = Symbol.for("nearmiss.elysia");
const FETCH = /^(\s+get fetch\(\) \{)$/m;

const applications = new Set();

/** The text of the class, telling of each application. */
const telling = (text) => text.replace(FETCH, '$1 globalThis[Symbol.for("nearmiss.elysia")]?.(this);');

exports.texts = {
  "/elysia/dist/index.js": telling,
  "/elysia/dist/index.mjs": telling,
};

exports.begin = () => {
  Object.defineProperty(globalThis, TELL, { value: (app) => applications.add(app), enumerable: false });
};

/** Routes of `WS` are no calls. */
exports.found = () =>
  [...applications].flatMap((app) => app.routes)
    .filter(({ method }) => method !== "WS")
    .flatMap(({ method, path }) => routesOf(method === "ALL" ? ALL : [method], path));
