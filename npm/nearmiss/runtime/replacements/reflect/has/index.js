"use strict";
// `Reflect.has`: paper 002 Equation 3 over the keys of its own that the object has.
const { isPlainObject } = require("../../../truthness/own_keys.js");
const { MISS } = require("../../../truthness/levels.js");
const { nearestOwn } = require("../../object/nearest_own.js");
const { isTrue } = require("../../outcomes.js");

const native = Reflect.has;

function create(taint) {
  const nearness = (self, object, key) => (isPlainObject(object) ? nearestOwn(taint, object, key) : MISS);
  return { native, found: isTrue, nearness };
}

module.exports = { receiver: "reflect", method: "has", native, create };
