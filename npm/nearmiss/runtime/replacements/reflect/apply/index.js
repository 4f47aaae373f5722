"use strict";
// `Reflect.apply`: what is replaced is the function it is given.
const { argumentsIn } = require("../../function/list.js");
const { CALLS_FIRST } = require("../../called.js");

const native = Reflect.apply;

function create() {
  function through(reflect, args, of) {
    const replacement = of(args[0]);
    // Without a list it throws.
    const list = replacement === null || args[2] === undefined || args[2] === null ? null : argumentsIn(args[2]);
    // It has a frame of its own on the stack, so it stays what is called.
    return list === null ? null : { replacement, self: args[1], f: args[0], args: list, by: native };
  }
  return { native, through, calls: CALLS_FIRST };
}

module.exports = { receiver: "reflect", method: "apply", native, create };
