"use strict";
// Koa 2 and 3: parsers put the body on Koa's request, not on Node's. Validators are given it from there.

const { holds } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { isProxy, objectGetOwnPropertyDescriptor, reflectApply } = require("../../runtime/intrinsics.js");

const wrapCreate = (original) =>
  wrapped(original, (self, args) => {
    const context = reflectApply(original, self, args);
    if (typeof context === "object" && context !== null && !isProxy(context)) {
      holds(args[0], objectGetOwnPropertyDescriptor(context, "request")?.value);
    }
    return context;
  });

exports.files = { "lib/application.js": true };
exports.modules = {};

exports.adapt = (file, Application) => {
  const prototype = Application?.prototype;
  return typeof prototype === "object" && patch(prototype, "createContext", wrapCreate) ? {} : undefined;
};
