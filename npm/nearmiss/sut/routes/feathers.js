"use strict";
// Feathers, on Express or Koa: services by path, each with the methods that it has; the framework below leads to them
// by one middleware.

const { ownField } = require("../../adapters/observe.js");
const { numberOf } = require("./numbers.js");
const { joined, routesOf } = require("./paths.js");
const { watch } = require("./watched.js");
const koa = require("./koa.js");

/** Key under which a service keeps its options. */
const SERVICE = Symbol.for("@feathersjs/service");
/** The call of each method of a service: verb, and whether it names one by its id. */
const CALLS = {
  find: ["GET", false],
  get: ["GET", true],
  create: ["POST", false],
  update: ["PUT", true],
  patch: ["PATCH", true],
  remove: ["DELETE", true],
};

const applications = new Set();

function watchApplications(module) {
  const prototype = module.exports?.Feathers?.prototype;
  if (typeof prototype?.defaultService === "function") watch(prototype, "use", (app) => applications.add(app));
}

/** Lists what one method of a service serves. */
const served = (path, method) => {
  const [verb, hasId] = CALLS[method];
  return routesOf([verb], joined("", hasId ? `${path}/:id` : path));
};

/** Answers the methods of a service that are there and may be called from outside. */
function methodsOf(service) {
  const allowed = service[SERVICE]?.methods;
  return Object.keys(CALLS).filter((name) => typeof service[name] === "function" && (allowed === undefined || allowed.includes(name)));
}

exports.files = { "/lib/application.js": watchApplications };

exports.found = () =>
  [...applications].flatMap(({ services }) =>
    Object.entries(services).flatMap(([path, service]) => methodsOf(service).flatMap((method) => served(path, method))));

/** Objects that stand for one method of a service. */
const entered = new WeakMap();

/** The service that a request was led to is noted on it, or on its context of Koa. */
exports.handled = (request) => {
  const { service, params } = ownField(request, "lookup") ?? ownField(koa.contextOf(request), "lookup") ?? {};
  if (typeof service !== "object" || service === null) return 0;
  const hasId = params?.__id !== undefined && params.__id !== null;
  const method = Object.keys(CALLS).find((name) => CALLS[name][0] === request.method && CALLS[name][1] === hasId);
  if (method === undefined) return 0;
  const known = entered.get(service) ?? {};
  entered.set(service, known);
  known[method] ??= {};
  return numberOf(known[method], () => {
    const place = [...applications].flatMap(({ services }) => Object.entries(services)).find(([, one]) => one === service);
    return place === undefined ? [] : served(place[0], method);
  });
};
