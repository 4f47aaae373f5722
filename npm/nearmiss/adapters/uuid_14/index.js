"use strict";
// uuid 14: ES modules only. `validate`, and all that asks it, asks one regular expression, which no program gets hold of: it is
// looked at there, so that no export has to be another one, be it imported or required.

const { question } = require("../questions.js");
const { refused } = require("../texts.js");
const { isRegExp, objectDefineProperty, objectGetPrototypeOf, objectHasOwn, reflectApply } = require("../../runtime/intrinsics.js");

/** Version 4, the one that programs make. */
const FORM = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$";
const REGEX = "dist-node/regex.js";
const isUuid = question("uuid.validate", { type: "string", pattern: FORM });

function watch(regex) {
  // A module may be imported and required.
  if (objectHasOwn(regex, "test")) return;
  const test = function test(text) {
    const valid = isUuid.answered(text, () => reflectApply(objectGetPrototypeOf(regex).test, regex, arguments));
    if (valid === false) refused(text, FORM);
    return valid;
  };
  objectDefineProperty(regex, "test", { value: test, writable: true, enumerable: false, configurable: true });
}

/** Hooks of older versions of Node do not see what a `require` of a module loads: it is loaded by then. */
exports.files = { "dist-node/index.js": true };
exports.modules = { [REGEX]: ["default"] };

exports.adapt = (file, exported, beside) => {
  const regex = (file === REGEX ? exported : beside(REGEX)).default;
  if (!isRegExp(regex)) return undefined;
  watch(regex);
  return {};
};
