"use strict";
// Has V8 make machine code of a function when it is first run (its baseline compiler, Sparkplug), not after hundreds of times. A
// search starts the API again and again, and probes make bytecode longer: much of what runs is young. Where V8 may make none
// (`--jitless`), it makes none.

const v8 = require("node:v8");

/** From now on: called once the program has started, for its start runs most functions only once. */
exports.install = () => v8.setFlagsFromString("--always-sparkplug");
