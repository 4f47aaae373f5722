"use strict";
// Loaded into the API: does what the tests order before their calls.

const net = require("node:net");
const { run } = require("./run.cjs");

const message = (error) => (error instanceof Error ? error.message : String(error));

/** Connects to the tests, once; the connection does not keep the API alive. */
exports.connect = (address) => {
  if (exports.connected) return;
  exports.connected = true;
  const socket = net.connect(address);
  socket.unref();
  socket.setEncoding("utf8");
  socket.on("error", () => {});
  let rest = "";
  socket.on("data", async (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const { id, ...order } = JSON.parse(line);
      const answer = await run(__dirname, order).then(
        (value) => ({ id, value }),
        (error) => ({ id, error: message(error) }),
      );
      socket.write(`${JSON.stringify(answer)}\n`);
    }
  });
};
