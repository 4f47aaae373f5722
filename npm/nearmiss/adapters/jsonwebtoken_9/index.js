"use strict";
// jsonwebtoken 9: `verify` of a token, with a callback or without. How near a token is cannot be said: it is signed.

const { overheard, WHOLE, wrapped } = require("../exported.js");
const { end } = require("../observe.js");
const { question } = require("../questions.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

const isSigned = question("jwt.verify");

/** Where the callback is: the fourth argument, or the third where there is none. */
function callbackAt(args) {
  if (args[3]) return typeof args[3] === "function" ? 3 : -1;
  return typeof args[2] === "function" ? 2 : -1;
}

function verifyAtOnce(original, self, args, record) {
  let valid = false;
  try {
    const payload = reflectApply(original, self, args);
    valid = true;
    return payload;
  } finally {
    end(record, valid);
  }
}

const wrapVerify = (original) =>
  wrapped(original, (self, args) => {
    const record = isSigned.ask(args[0]);
    if (record === null) return reflectApply(original, self, args);
    const at = callbackAt(args);
    if (at < 0) return verifyAtOnce(original, self, args, record);
    const given = [];
    for (let i = 0; i < args.length; i += 1) {
      given[i] = i === at ? overheard(args[i], (outcome) => end(record, !outcome[0])) : args[i];
    }
    return reflectApply(original, self, given);
  });

exports.files = { "verify.js": true };
exports.modules = {};

exports.adapt = (file, verify) => (typeof verify === "function" ? { [WHOLE]: wrapVerify(verify) } : undefined);
