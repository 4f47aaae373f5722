"use strict";
// A driver file that starts a controller whenever it is loaded: also in the process that the controller loads it in.

const { ControllerServer } = require("nearmiss");

module.exports = class UnguardedDriver extends require("./driver.js") {};

new ControllerServer(module.exports).start(0).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
