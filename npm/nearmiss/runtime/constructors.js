"use strict";
// Whether `new` works on a value: a look that no code of the program sees, also behind a proxy of its own.
const { objectGetPrototypeOf, Proxy, reflectConstruct, TypeError } = require("./intrinsics.js");

/** Constructs in place of what it stands before. A proxy can be called with `new` exactly where that can. */
const instead = { __proto__: null, construct: () => instead };
const NOTHING = Object.freeze([]);
const { prototype: typeErrors } = TypeError;

function isConstructor(value) {
  if (typeof value !== "function") return false;
  try {
    reflectConstruct(new Proxy(value, instead), NOTHING);
    return true;
  } catch (error) {
    // At the end of the stack nothing can be said.
    return objectGetPrototypeOf(error) !== typeErrors;
  }
}

module.exports = { isConstructor };
