"use strict";
// Nest 11 and 12: what a handler is given by `@Query("page")`, `@Headers("x-key")`, `@Body("title")` and the like, Nest itself
// reads of the request. So the search is told of these reads here; those of the program's own code are told by probes.

const { given } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { isProxy, objectGetOwnPropertyDescriptor, reflectApply, stringToLowerCase } = require("../../runtime/intrinsics.js");

/** `RouteParamtypes` of Nest, with the part of the request that each reads. */
const PARTS = { __proto__: null, 3: "body", 4: "query", 6: "headers", 14: "cookies", 15: "cookies" };

/** `exchangeKeyForValue(type, name, { req, res, next })` has answered `value`; Nest makes the last argument for the call. */
function tell(args, value) {
  const type = args[0];
  const name = args[1];
  const context = args[2];
  const part = typeof type === "number" ? PARTS[type] : undefined;
  if (part === undefined || typeof context !== "object" || context === null || isProxy(context)) return;
  const request = objectGetOwnPropertyDescriptor(context, "req")?.value;
  if (!name) given(request, part, "", value);
  else if (typeof name === "string") given(request, part, part === "headers" ? stringToLowerCase(name) : name, value);
}

const wrapExchange = (original) =>
  wrapped(original, (self, args) => {
    const value = reflectApply(original, self, args);
    tell(args, value);
    return value;
  });

/** CommonJS in version 11, an ES module in 12. */
const FACTORY = "router/route-params-factory.js";
exports.files = { [FACTORY]: true };
exports.modules = { [FACTORY]: [] };

exports.adapt = (file, { RouteParamsFactory }) => {
  const prototype = RouteParamsFactory?.prototype;
  return typeof prototype === "object" && patch(prototype, "exchangeKeyForValue", wrapExchange) ? {} : undefined;
};
