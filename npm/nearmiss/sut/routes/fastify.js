"use strict";
// Fastify tells on a diagnostics channel of each instance that is made, and the instance of each route.

const diagnostics = require("node:diagnostics_channel");
const { routesOf, worthCalling } = require("./paths.js");

const routes = [];

exports.begin = () => {
  diagnostics.subscribe("fastify.initialization", ({ fastify }) => {
    fastify.addHook("onRoute", ({ method, url }) => {
      routes.push(...routesOf(worthCalling([method].flat()), url));
    });
  });
};

exports.found = () => routes;
