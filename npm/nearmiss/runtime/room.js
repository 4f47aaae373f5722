"use strict";
// Whether there is room on the stack for what the engine does without asking: where it compiles a regular expression and
// comes to the end of the stack, it ends the process.
const { reflectApply } = require("./intrinsics.js");

/** 128 KB of arguments, all of which the stack must hold at once: the engine looks before it puts them there. */
const ARGUMENTS = [];
for (let i = 0; i < 16_384; i += 1) ARGUMENTS[i] = 0;

const nothing = () => {};

/** Takes some microseconds: only for what happens a few times. */
function hasRoom() {
  try {
    reflectApply(nothing, undefined, ARGUMENTS);
    return true;
  } catch {
    return false;
  }
}

module.exports = { hasRoom };
