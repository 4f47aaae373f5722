"use strict";
// What users of EvoMaster start its core beside. With `exit`, it ends in the way that programs do that wait for nothing.

const { ControllerServer } = require("nearmiss");
const OddDriver = require("./driver.js");

async function main() {
  const port = await new ControllerServer(new OddDriver()).start(0);
  console.log(`port ${port}`);
  if (process.argv[2] === "exit") process.exit(3);
}

main();
