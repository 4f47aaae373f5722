"use strict";
// `Function.prototype.apply`: what is replaced is the function it is called on.
const { argumentsIn } = require("../list.js");
const { CALLS_ITSELF } = require("../../called.js");

const native = Function.prototype.apply;

function create() {
  function through(called, args, of) {
    const replacement = of(called);
    const list = replacement === null ? null : argumentsIn(args[1]);
    return list === null ? null : { replacement, self: args[0], f: called, args: list };
  }
  return { native, through, calls: CALLS_ITSELF };
}

module.exports = { receiver: "function", method: "apply", native, create };
