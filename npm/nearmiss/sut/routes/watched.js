"use strict";
// Methods of frameworks whose calls are noted: what they were called on, with what, and what they answered.

const { patch, wrapped } = require("../../adapters/exported.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

/** Calls `seen(self, args, answer)` after each call of a method; answers whether there is such a method. */
exports.watch = (object, name, seen) =>
  patch(object, name, (original) =>
    wrapped(original, (self, args) => {
      const answer = reflectApply(original, self, args);
      seen(self, args, answer);
      return answer;
    }));
