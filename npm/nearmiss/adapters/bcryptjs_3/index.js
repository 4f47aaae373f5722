"use strict";
// bcryptjs 2 and 3: `compare` of a password with a hash, as of bcrypt. Nothing can be put into the promise that it makes, and who waits
// for a promise takes a rejection for handled: so only of those that cannot be rejected the answer is waited for.

const { patch, wrapped } = require("../exported.js");
const { end, whenDone } = require("../observe.js");
const { bcryptScheme } = require("../passwords.js");
const { question } = require("../questions.js");
const { objectGetPrototypeOf, promisePrototype, reflectApply, regexpExec } = require("../../runtime/intrinsics.js");

const isPassword = question("bcrypt.compare");

/** What the library takes for a hash, with a number of rounds that it allows and all of the salt. */
const HASH = /^\$2[aby]\$(0[4-9]|[12][0-9]|3[01])\$[./A-Za-z0-9]{22}/;
const HASH_LENGTH = 60;

/** Whether a comparison with `hash` has an answer, whatever the password. */
const isAnswered = (hash) => typeof hash === "string" && (hash.length !== HASH_LENGTH || regexpExec(HASH, hash) !== null);

const wrapCompare = (scheme) => (original) =>
  wrapped(original, (self, args) => {
    scheme.checked(args[0], args[1]);
    const record = isPassword.ask(args[0]);
    if (record === null) return reflectApply(original, self, args);
    if (typeof args[2] === "function") {
      return reflectApply(original, self, [args[0], args[1], isPassword.answering(record, args[2]), args[3]]);
    }
    const promise = reflectApply(original, self, args);
    if (!args[2] && isAnswered(args[1]) && objectGetPrototypeOf(promise) === promisePrototype) {
      whenDone(promise, (same) => end(record, same));
    }
    return promise;
  });

const wrapCompareSync = (scheme) => (original) =>
  wrapped(original, (self, args) => {
    scheme.checked(args[0], args[1]);
    return isPassword.answered(args[0], () => reflectApply(original, self, args));
  });

exports.files = { "umd/index.js": true, "dist/bcrypt.js": true };
exports.modules = { "index.js": ["default", "compare", "compareSync"] };

/** What `import` and `require` give is an object of functions; the module has them by name, too. */
exports.adapt = (file, exported) => {
  const all = file === "index.js" ? exported.default : exported;
  if (typeof all !== "object" || all === null) return undefined;
  const scheme = bcryptScheme(all.hashSync);
  if (!patch(all, "compare", wrapCompare(scheme)) || !patch(all, "compareSync", wrapCompareSync(scheme))) return undefined;
  return file === "index.js" ? { compare: all.compare, compareSync: all.compareSync } : {};
};
