"use strict";
// An adapter that only tests know, of a library that asks whether a text is a ticket: `T-0042`.

const { wrapped } = require("../exported.js");
const { question } = require("../questions.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

const isTicket = question("tickets.isTicket", { type: "string", pattern: "^T-\\d{4}$" });

exports.files = { "index.js": true };
exports.modules = {};

exports.adapt = (file, exported) => {
  const { isTicket: original } = exported;
  if (typeof original !== "function") return undefined;
  return { isTicket: wrapped(original, (self, args) => isTicket.answered(args[0], () => reflectApply(original, self, args))) };
};
