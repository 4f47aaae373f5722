"use strict";
// bson 7, whose `ObjectId` is that of mongodb and mongoose (`mongoose.Types.ObjectId`, `isValidObjectId`): each text that is to
// be an id, for the constructor as well, is looked at by the static `validateHexString`.

const { patch } = require("../exported.js");
const { question } = require("../questions.js");
const { refused } = require("../texts.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

/** As an id is written: in capitals the program would compare another text than the one it was given. */
const FORM = "^[0-9a-f]{24}$";
const isValidId = question("ObjectId.isValid", { type: "string", pattern: FORM });

const wrapHex = (original) =>
  ({
    validateHexString(text) {
      const valid = reflectApply(original, this, arguments);
      if (valid === false) refused(text, FORM);
      return valid;
    },
  }).validateHexString;

const wrapIsValid = (original) =>
  ({
    isValid(id) {
      return isValidId.answered(id, () => reflectApply(original, this, arguments));
    },
  }).isValid;

exports.files = { "lib/bson.cjs": true };
exports.modules = { "lib/bson.node.mjs": ["ObjectId"] };

exports.adapt = (file, { ObjectId }) => {
  if (typeof ObjectId !== "function") return undefined;
  return patch(ObjectId, "validateHexString", wrapHex) && patch(ObjectId, "isValid", wrapIsValid) ? {} : undefined;
};
