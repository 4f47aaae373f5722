"use strict";
// Asks the API to forget what its rate limiters have counted in memory: no test shall see what another one did.

const net = require("node:net");
const path = require("node:path");

/** Where the API listens for that: beside its address, or by name where there are no such files. */
exports.addressIn = (folder) =>
  process.platform === "win32" ? `\\\\.\\pipe\\${path.basename(folder)}-limits` : path.join(folder, "limits");

/** Resolves when it has forgotten, or does not listen. */
exports.forget = (address) =>
  new Promise((resolve) => {
    const socket = net.connect(address);
    socket.on("error", () => {});
    socket.once("close", () => resolve());
    socket.resume();
  });
