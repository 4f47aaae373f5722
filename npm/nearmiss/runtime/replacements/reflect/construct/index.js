"use strict";
// `Reflect.construct`: what is replaced is the constructor it is given.
const { argumentsIn } = require("../../function/list.js");

const native = Reflect.construct;

/** It has a frame of its own on the stack, so it stays what is called. */
const by = (f, self, list) => native(f, list);

function create() {
  function through(reflect, args, of, made) {
    // With a third argument it makes something else.
    const replacement = args.length === 2 ? made(args[0]) : null;
    const list = replacement === null || args[1] === undefined || args[1] === null ? null : argumentsIn(args[1]);
    return list === null ? null : { replacement, self: null, f: args[0], args: list, by };
  }
  return { native, through };
}

module.exports = { receiver: "reflect", method: "construct", native, create };
