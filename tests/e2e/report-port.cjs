"use strict";

// Preloaded by NODE_OPTIONS: tells the parent the port of the first server that listens, and ends
// the process by exit() when it is asked to stop, so that what Node writes at exit is written.

const net = require("node:net");

const listen = net.Server.prototype.listen;
let told = false;

net.Server.prototype.listen = function (...args) {
  this.once("listening", () => {
    const address = this.address();
    if (!told && process.send && address !== null && typeof address === "object") {
      told = true;
      process.send({ port: address.port });
      process.channel.unref();
    }
  });
  return listen.apply(this, args);
};

process.once("SIGTERM", () => process.exit(0));
