"use strict";
// lodash 4: `isEqual`, of the whole library and as a file of its own.

const { patch, WHOLE, wrapped } = require("../exported.js");
const { differ } = require("../texts.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

/** Also of other libraries that answer whether two values are the same all through. */
const wrapIsEqual = (original) =>
  wrapped(original, (self, args) => {
    const equal = reflectApply(original, self, args);
    if (equal === false) differ(args[0], args[1]);
    return equal;
  });
exports.wrapIsEqual = wrapIsEqual;

exports.files = { "lodash.js": true, "isEqual.js": true };
exports.modules = {};

exports.adapt = (file, exported) => {
  if (typeof exported !== "function") return undefined;
  if (file === "isEqual.js") return { [WHOLE]: wrapIsEqual(exported) };
  return patch(exported, "isEqual", wrapIsEqual) ? {} : undefined;
};
