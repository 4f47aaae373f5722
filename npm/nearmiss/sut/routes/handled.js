"use strict";
// Tells the core which route handled each of its calls: the last one that was entered. Read off what the framework has
// noted on the request, once it was answered: nothing stands between the router and the program, and no stack has a
// line of ours.

const { session } = require("../../register/session.js");
const { listeners } = require("./index.js");
const { FRAMEWORKS } = require("./frameworks.js");

/** Calls of the core by their response: `{ request, test, action }`. */
const calls = new WeakMap();
const telling = FRAMEWORKS.filter(({ handled }) => handled !== undefined);

/** Tells whether a request is a call of the core, and none that the program makes of itself meanwhile. */
function isCall(socket, underWay) {
  const port = session.epoch.corePort();
  return port === 0 ? underWay === 0 : socket.remotePort === port;
}

/** A request came; `underWay`: how many responses are owed beside its own. */
exports.began = (request, response, socket, underWay) => {
  if (!session.instruments || !isCall(socket, underWay)) return;
  calls.set(response, { request, test: session.epoch.current(), action: session.epoch.action() });
};

/** A route of this number has answered. */
exports.answered = (response, number) => {
  const call = calls.get(response);
  if (call !== undefined && number > 0) session.epoch.handled(call.test, call.action, number);
};

/** The number of the route that a request entered last, 0 for none that is known. */
function numberOf(request) {
  for (let i = 0; i < telling.length; i += 1) {
    try {
      const number = telling[i].handled(request, listeners);
      if (number > 0) return number;
    } catch {
      // A router of a version that we do not know; a call may have polluted a prototype, too.
    }
  }
  return 0;
}

/** A response was finished, or it is not known whether it will ever be. */
exports.ended = (response) => {
  const call = calls.get(response);
  const number = call === undefined ? 0 : numberOf(call.request);
  if (number > 0) session.epoch.handled(call.test, call.action, number);
};
