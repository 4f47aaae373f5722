"use strict";
// lodash 4: `isEqual`, of the whole library and as a file of its own.

const { patch, WHOLE, wrapped } = require("../exported.js");
const { question } = require("../questions.js");
const { differ } = require("../texts.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

/** Also of other libraries that answer whether two values are the same all through: `isSame` is the question. */
const wrapEqual = (isSame) => (original) =>
  wrapped(original, (self, args) => {
    const equal = reflectApply(original, self, args);
    const near = equal === false ? differ(args[0], args[1]) : undefined;
    if (typeof equal === "boolean") isSame.compared(args[0], args[1], equal, near);
    return equal;
  });
const wrapIsEqual = wrapEqual(question("lodash.isEqual"));
exports.wrapEqual = wrapEqual;

exports.files = { "lodash.js": true, "isEqual.js": true };
exports.modules = {};

exports.adapt = (file, exported) => {
  if (typeof exported !== "function") return undefined;
  if (file === "isEqual.js") return { [WHOLE]: wrapIsEqual(exported) };
  return patch(exported, "isEqual", wrapIsEqual) ? {} : undefined;
};
