"use strict";
// Elysia 1: it parses in code that it makes, and validates a copy without the fields that its schema does not know. So
// it is told of each schema which part of the request that is for; TypeBox tells of the validations.

const { belongs, ownField } = require("../observe.js");
const { wrapped } = require("../exported.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

const PARTS = ["body", "query", "params"];

/**
 * `composeHandler({ validator, ... })` makes the handler of a route, and the checks of its parts where they are not
 * there yet.
 */
const wrapCompose = (original) =>
  wrapped(original, (self, args) => {
    const handler = reflectApply(original, self, args);
    const validator = ownField(args[0], "validator");
    for (let i = 0; i < PARTS.length; i += 1) belongs(ownField(ownField(validator, PARTS[i]), "schema"), PARTS[i]);
    return handler;
  });

exports.files = { "dist/compose.js": true };
exports.modules = { "dist/compose.mjs": ["composeHandler"] };

exports.adapt = (file, { composeHandler }) =>
  typeof composeHandler === "function" ? { composeHandler: wrapCompose(composeHandler) } : undefined;
