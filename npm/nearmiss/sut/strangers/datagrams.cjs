"use strict";
// Datagrams to strangers are lost, as any may be: who sends them is told that they were sent.

const dgram = require("node:dgram");
const { standIn } = require("./stand_ins.cjs");

const { apply } = Reflect;
const { getOwnPropertySymbols, getPrototypeOf } = Object;

const held = new WeakSet();
/** Handles that are connected to a stranger. */
const lost = new WeakSet();

const handleOf = (socket) => {
  const symbol = getOwnPropertySymbols(socket).find(({ description }) => description === "state symbol");
  return symbol === undefined ? undefined : socket[symbol]?.handle;
};

/** `send(request, list, count, port, address, tells)`, or `(request, list, count, tells)` where it is connected; what was sent, and one. */
function holdSend(prototype, name, isRefused) {
  standIn(prototype, name, (real) => (self, args) => {
    const isConnected = args.length < 6;
    const refused = isConnected ? lost.has(self) : isRefused(args[4], args[3]);
    return refused ? args[1].reduce((sum, part) => sum + part.length, 0) + 1 : apply(real, self, args);
  });
}

function hold(handle, isRefused) {
  const prototype = getPrototypeOf(handle);
  if (held.has(prototype)) return;
  held.add(prototype);
  for (const name of ["send", "send6"]) holdSend(prototype, name, isRefused);
  for (const name of ["connect", "connect6"]) {
    // Nothing is sent yet.
    standIn(prototype, name, (real) => (self, args) => {
      if (isRefused(args[0], args[1])) lost.add(self);
      else lost.delete(self);
      return apply(real, self, args);
    });
  }
}

/** Puts stand-ins in place; `noteSend(above)` is told who sends, `isRefused(address, port)` asked for each datagram. */
exports.install = (isRefused, noteSend) => {
  for (const name of ["send", "connect"]) {
    standIn(dgram.Socket.prototype, name, (real) => (self, args, above) => {
      const handle = handleOf(self);
      if (handle) hold(handle, isRefused);
      noteSend(above);
      return apply(real, self, args);
    });
  }
};
