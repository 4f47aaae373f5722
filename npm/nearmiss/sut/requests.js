"use strict";
// Counts requests and responses into the shared map, and tells when the last response of a test is finished.

const diagnostics = require("node:diagnostics_channel");
const { parse: parseQuery } = require("node:querystring");
const { session } = require("../register/session.js");
const hold = require("./hold.js");
const tests = require("./timers/tests.js");
const incidents = require("./incidents/index.js");
const handled = require("./routes/handled.js");
const limiters = require("./limiters/index.js");

let whenQuiet = () => {};
let expectNext = () => {};
let remember = () => {};

/** Responses under way, with the epoch that ends with them, or 0 for those that are not the last of a test. */
const inFlight = new Map();
/** Sockets whose end we are told of. */
const known = new WeakSet();
/** The response that was finished last. */
let latest = null;
let watching = false;
/** The test that the last request belonged to. */
let lastTest = -1;

/** `request` and `socket`: of a response that was written whole. */
function finished(response, request, socket) {
  const ends = inFlight.get(response);
  if (ends === undefined) return;
  inFlight.delete(response);
  latest = response;
  handled.ended(response);
  incidents.responseEnded();
  const { epoch } = session;
  epoch.responseEnded();
  if (inFlight.size === 0) session.inputs?.ended();
  if (ends === 0 && request !== undefined && inFlight.size === 0) expectNext();
  if (ends === 0 || epoch.current() !== ends || !epoch.isOpen()) return;
  // A server of the process may have called another one of it: the last call is over when both have answered.
  for (const others of inFlight.values()) if (others === ends) return;
  if (request !== undefined) hold.begin(ends, request, socket);
  whenQuiet();
}

function started({ request, response, socket, server }) {
  const { epoch } = session;
  epoch.requestBegan();
  incidents.requestBegan();
  session.inputs?.began(request, parseQuery);
  session.pairs?.began();
  const test = epoch.current();
  tests.requestBegan(test);
  limiters.requestBegan(test);
  if (test !== lastTest) {
    lastTest = test;
    remember();
  }
  handled.began(request, response, socket, inFlight.size);
  // Read now: when the response is finished, the core may have written the next call's already.
  inFlight.set(response, epoch.isLastAction() ? test : 0);
  if (known.has(socket)) return;
  known.add(socket);
  hold.connected(socket);
  // Programs set these after `listen` too; at the first request of a connection they are as they will be.
  require("./listen.js").keepConnections(server);
  socket.once("close", () => {
    for (const waiting of [...inFlight.keys()]) {
      if (waiting.socket === null || waiting.socket === socket) finished(waiting);
    }
  });
}

/** Loaded with the first request: it needs this file itself. */
let strangers = null;

/** Tells whether a server answers for a service that the program calls. */
function isServiceOfOurs(server) {
  strangers ??= require("./strangers/index.js");
  const { services } = strangers;
  return services !== null && services.isOurs(server);
}

/** Starts counting, once. */
exports.watch = () => {
  if (watching) return;
  watching = true;
  diagnostics.subscribe("http.server.request.start", (began) => {
    // What the program asks of services is answered in its own process.
    if (!isServiceOfOurs(began.server)) started(began);
  });
  diagnostics.subscribe("http.server.response.finish", ({ response, request, socket }) => finished(response, request, socket));
};

/** What begins and ends where Node has no channel that tells. */
exports.began = started;
exports.ended = (response) => finished(response);

/** The requests whose responses are under way. */
exports.requests = () => {
  const found = [];
  for (const response of inFlight.keys()) if (response.req) found.push(response.req);
  return found;
};

/** Tells which routes handle what is under way: it may never be answered. */
exports.noteHandled = () => {
  for (const response of inFlight.keys()) handled.ended(response);
};
incidents.beforeEnd(exports.noteHandled);

/** The response that was finished last, or null. */
exports.latest = () => latest;

/** How many responses are under way. */
exports.underWay = () => inFlight.size;

({ whenQuiet, expectNext, remember } = require("./quiet.js"));
