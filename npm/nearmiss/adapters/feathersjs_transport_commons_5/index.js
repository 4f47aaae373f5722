"use strict";
// Feathers 5: a service is given the body and the query as arguments, by name. So the search is told which parts of the
// request these are; what the service reads of them is told by probes.

const { given } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { session } = require("../../register/session.js");
const { isProxy, objectGetOwnPropertyDescriptor, reflectApply } = require("../../runtime/intrinsics.js");

const own = (object, name) => objectGetOwnPropertyDescriptor(object, name)?.value;

/** `argumentsFor[method]({ id, data, params })`: Feathers makes its argument for the call. */
function tell(call) {
  if (session.inputs === null || typeof call !== "object" || call === null || isProxy(call)) return;
  const params = own(call, "params");
  given(call, "body", "", own(call, "data"));
  if (typeof params !== "object" || params === null || isProxy(params)) return;
  given(call, "query", "", own(params, "query"));
  given(call, "headers", "", own(params, "headers"));
}

const wrapArguments = (original) =>
  wrapped(original, (self, args) => {
    tell(args[0]);
    return reflectApply(original, self, args);
  });

exports.files = { "lib/http.js": true };
exports.modules = {};

exports.adapt = (file, { argumentsFor }) => {
  if (typeof argumentsFor !== "object" || argumentsFor === null) return undefined;
  const known = ["create", "default", "find", "get", "patch", "remove", "update"].map((name) => patch(argumentsFor, name, wrapArguments));
  return known.every(Boolean) ? {} : undefined;
};
