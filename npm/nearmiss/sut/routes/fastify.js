"use strict";
// Fastify tells on a diagnostics channel of each instance that is made, and the instance of each route and each answer.

const diagnostics = require("node:diagnostics_channel");
const { session } = require("../../register/session.js");
const { numberOf } = require("./numbers.js");
const { routesOf, worthCalling } = require("./paths.js");

const routes = [];

const served = ({ method, url }) => routesOf(worthCalling([method].flat()), url);

/** What a route has of its own: one object, method and path in it; of a request that no route is for, without them. */
const configOf = (request) => (request.routeOptions ?? request.context)?.config;

exports.begin = () => {
  const { answered } = require("./handled.js");
  diagnostics.subscribe("fastify.initialization", ({ fastify }) => {
    fastify.addHook("onRoute", (route) => {
      routes.push(...served(route));
    });
    // The plain API runs as its users run it.
    if (!session.instruments) return;
    // Behind the answer: a hook before it would stand in the stacks of handlers.
    fastify.addHook("onResponse", (request, reply, done) => {
      const config = configOf(request);
      if (typeof config?.url === "string") answered(reply.raw, numberOf(config, () => served(config)));
      done();
    });
  });
};

exports.found = () => routes;
