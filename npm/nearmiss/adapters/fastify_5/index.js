"use strict";
// Fastify 5 validates nothing itself, but keeps what it has parsed on a request of its own: whatever validates it, before the
// handler or in it, shall be known to be given the body, the query or the parameters.

const { holds } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { isProxy, objectGetOwnPropertyDescriptor, reflectApply } = require("../../runtime/intrinsics.js");

/** `validate(context, request)` is called for each request once it is parsed. */
const wrapValidate = (original) =>
  wrapped(original, (self, args) => {
    const request = args[1];
    if (typeof request === "object" && request !== null && !isProxy(request)) {
      holds(objectGetOwnPropertyDescriptor(request, "raw")?.value, request);
    }
    return reflectApply(original, self, args);
  });

exports.files = { "lib/validation.js": true };
exports.modules = {};

exports.adapt = (file, exported) => (patch(exported, "validate", wrapValidate) ? {} : undefined);
