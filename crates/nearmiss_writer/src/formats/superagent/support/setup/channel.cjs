"use strict";
// Orders to the process of the API: what a test sets up is set up there, by the API's own connections.

const net = require("node:net");
const path = require("node:path");

/** Where the API finds the tests: beside its address, or by name where there are no such files. */
exports.addressIn = (folder) =>
  process.platform === "win32" ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, "orders");

/** Listens for the API at an address. Answers what gives it orders, `ask(order)`, and what ends that, `close()`. */
exports.listen = (address) =>
  new Promise((resolve, reject) => {
    const waiting = new Map();
    const sockets = new Set();
    let [number, connected, arrive] = [0, undefined, undefined];
    const arrived = new Promise((done) => {
      arrive = done;
    });
    const forget = (why) => {
      for (const answer of waiting.values()) answer({ error: why });
      waiting.clear();
    };
    const server = net.createServer((socket) => {
      // The process that listens last is the one that answers calls.
      connected = socket;
      sockets.add(socket);
      arrive();
      let rest = "";
      socket.setEncoding("utf8").on("data", (chunk) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          const { id, ...answer } = JSON.parse(line);
          waiting.get(id)?.(answer);
          waiting.delete(id);
        }
      });
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        if (connected === socket) forget("the API has ended");
      });
    });
    server.on("error", reject);
    server.listen(address, () => {
      server.unref();
      resolve({
        async ask(order) {
          await arrived;
          const id = ++number;
          const answer = await new Promise((done) => {
            waiting.set(id, done);
            connected.write(`${JSON.stringify({ id, ...order })}\n`);
          });
          if (answer.error !== undefined) throw new Error(`${order.kind}.${order.function}: ${answer.error}`);
          return answer.value;
        },
        close() {
          forget("the API was stopped");
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      });
    });
  });
