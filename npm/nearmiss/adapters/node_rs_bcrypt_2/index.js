"use strict";
// @node-rs/bcrypt 1 and 2: `verify` of a password against a hash, also called `compare`.

const { wrapped } = require("../exported.js");
const { BCRYPT_SALT_BYTES, bcryptScheme } = require("../passwords.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

exports.files = { "index.js": true };
exports.modules = {};

/** Which names the two have differs from version to version. */
const CHECKS = ["compare", "compareSync", "verify", "verifySync"];

/** The lowest number of rounds, as a power of two. */
const ROUNDS = 4;

/** Version 2 takes rounds and salt as the text that they are written as, version 1 a number and bytes. */
const hashOf = ({ hashSync, parseOptions }) =>
  typeof parseOptions === "function" ? (plain, salt) => hashSync(plain, { salt }) : (plain) => hashSync(plain, ROUNDS, BCRYPT_SALT_BYTES);

exports.adapt = (file, exported) => {
  if (typeof exported.hashSync !== "function") return undefined;
  const scheme = bcryptScheme(hashOf(exported));
  const replaced = {};
  for (const name of CHECKS) {
    const original = exported[name];
    if (typeof original !== "function") continue;
    replaced[name] = wrapped(original, (self, args) => {
      scheme.checked(args[0], args[1]);
      return reflectApply(original, self, args);
    });
  }
  return replaced;
};
