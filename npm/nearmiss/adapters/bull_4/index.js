"use strict";
// bull 4: jobs that repeat do not reach the processor. Whatever forms it has (a callback, a promise, a file), `setHandler` makes
// a function of it that answers a promise; that one is replaced, so that bull itself has seen the processor as it is.

const { patch, wrapped } = require("../exported.js");
const { letGo, placeOfProcessor } = require("../repeating.js");
const { objectGetOwnPropertyDescriptor, reflectApply } = require("../../runtime/intrinsics.js");

const LIBRARY = "bull";

/** `handler(job)`, unless the job repeats. */
const withoutRepeating = (handler, place) =>
  wrapped(handler, (self, args) => (args[0]?.opts?.repeat ? letGo(LIBRARY, place) : reflectApply(handler, self, args)));

/** `setHandler(name, handler)`, which has nothing to answer and throws where it sets nothing. */
const wrapSetHandler = (original) =>
  wrapped(original, (self, args) => {
    const answer = reflectApply(original, self, args);
    const { handlers } = self;
    const name = args[0];
    const handler = objectGetOwnPropertyDescriptor(handlers, name)?.value;
    if (typeof handler === "function") handlers[name] = withoutRepeating(handler, placeOfProcessor(LIBRARY));
    return answer;
  });

exports.files = { "lib/queue.js": true };
exports.modules = {};

exports.adapt = (file, Queue) => {
  const prototype = Queue?.prototype;
  return typeof prototype === "object" && patch(prototype, "setHandler", wrapSetHandler) ? {} : undefined;
};
