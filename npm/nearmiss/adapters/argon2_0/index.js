"use strict";
// argon2 0: `verify` of a password against a hash. It answers by promises that it makes for the program alone, so whether they
// are equal is not seen.

const { wrapped } = require("../exported.js");
const { argon2Scheme } = require("../passwords.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

exports.files = { "argon2.cjs": true, "argon2.js": true };
exports.modules = {};

/** Before 0.40 the library had limits of its own. */
const leastOf = (limits) => limits === undefined ? {} : { memoryCost: limits.memoryCost.min, timeCost: limits.timeCost.min };

exports.adapt = (file, { hash, limits, verify }) => {
  if (typeof hash !== "function" || typeof verify !== "function") return undefined;
  const scheme = argon2Scheme(hash, leastOf(limits));
  scheme.prepare();
  return {
    verify: wrapped(verify, (self, args) => {
      scheme.checked(args[1], args[0]);
      return reflectApply(verify, self, args);
    }),
  };
};
