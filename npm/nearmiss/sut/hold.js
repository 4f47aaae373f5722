"use strict";
// Reads nothing more from the core while a test ends. So the core may send the next call meanwhile: it waits in the
// socket, in nobody's epoch, and begins as soon as its own is open.

const { session } = require("../register/session.js");

/** The server's end of the core's connection. */
let core = null;
/** The same, while it is not read. */
let held = null;

/** Takes note of a connection that has brought its first request. */
exports.connected = (socket) => {
  if (socket.remotePort === session.epoch.corePort()) core = socket;
};

/** Called when the last response of a test is finished. The rest of a request's body is still read: the program waits for it. */
exports.begin = (test, request, socket) => {
  const { epoch } = session;
  if (socket !== core || held !== null || epoch.awake() === 0 || !request.complete) return;
  // Not by `pause`, which programs can see; `reading` stays, so that Node does not begin to read by itself.
  const handle = socket._handle;
  if (!handle?.reading) return;
  handle.readStop();
  held = handle;
  epoch.held(test);
};

/** Reads on. */
exports.end = () => {
  const handle = held;
  if (handle === null) return;
  held = null;
  // Else it was closed, or the program has paused it.
  if (core._handle === handle && handle.reading) handle.readStart();
};
