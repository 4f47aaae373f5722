"use strict";
// `Function.prototype.call`: what is replaced is the function it is called on.
const { CALLS_ITSELF } = require("../../called.js");

const native = Function.prototype.call;

function create() {
  function through(called, args, of) {
    const replacement = of(called);
    if (replacement === null) return null;
    const rest = [];
    for (let i = 1; i < args.length; i += 1) rest[i - 1] = args[i];
    return { replacement, self: args[0], f: called, args: rest };
  }
  return { native, through, calls: CALLS_ITSELF };
}

module.exports = { receiver: "function", method: "call", native, create };
