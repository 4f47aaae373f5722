"use strict";
// @node-rs/argon2 1 and 2: `verify` of a password against a hash.

const { wrapped } = require("../exported.js");
const { argon2Scheme } = require("../passwords.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

exports.files = { "index.js": true };
exports.modules = {};

exports.adapt = (file, { hashSync, verify, verifySync }) => {
  if (typeof hashSync !== "function" || typeof verify !== "function" || typeof verifySync !== "function") return undefined;
  const scheme = argon2Scheme(hashSync);
  const wrapVerify = (original) =>
    wrapped(original, (self, args) => {
      scheme.checked(args[1], args[0]);
      return reflectApply(original, self, args);
    });
  return { verify: wrapVerify(verify), verifySync: wrapVerify(verifySync) };
};
