"use strict";
// bcrypt 5 and 6: `compare` of a password with a hash. How near a password is cannot be said. Without a callback, the library makes
// a promise of itself (`promises.js`) and gives itself a callback, which is where the answer is seen.

const { wrapped } = require("../exported.js");
const { bcryptScheme } = require("../passwords.js");
const { question } = require("../questions.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

const isPassword = question("bcrypt.compare");

/** The record of a comparison that is about to be made a promise. */
let promised = null;

const wrapPromise = (original) =>
  wrapped(original, (self, args) => {
    const record = promised;
    promised = null;
    if (record === null || args.length !== 3) return reflectApply(original, self, args);
    const comparing = args[0];
    const compare = function compare(data, hash, callback) {
      return reflectApply(comparing, this, [data, hash, isPassword.answering(record, callback)]);
    };
    return reflectApply(original, self, [compare, args[1], args[2]]);
  });

const wrapCompare = (original, scheme) =>
  wrapped(original, (self, args) => {
    scheme.checked(args[0], args[1]);
    const record = isPassword.ask(args[0]);
    if (record === null) return reflectApply(original, self, args);
    if (typeof args[2] === "function") {
      return reflectApply(original, self, [args[0], args[1], isPassword.answering(record, args[2])]);
    }
    promised = record;
    try {
      return reflectApply(original, self, args);
    } finally {
      promised = null;
    }
  });

const wrapCompareSync = (original, scheme) =>
  wrapped(original, (self, args) => {
    scheme.checked(args[0], args[1]);
    return isPassword.answered(args[0], () => reflectApply(original, self, args));
  });

exports.files = { "bcrypt.js": true, "promises.js": true };
exports.modules = {};

exports.adapt = (file, { compare, compareSync, hashSync, promise }) => {
  if (file === "promises.js") return typeof promise === "function" ? { promise: wrapPromise(promise) } : undefined;
  if (typeof compare !== "function" || typeof compareSync !== "function") return undefined;
  const scheme = bcryptScheme(hashSync);
  return { compare: wrapCompare(compare, scheme), compareSync: wrapCompareSync(compareSync, scheme) };
};
