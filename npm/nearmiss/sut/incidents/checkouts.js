"use strict";
// Connections that a call has taken from a pool and that are out when nothing runs any more. One in which a transaction
// is open as well is told by that.

const { Set, setAdd, setHas } = require("../../runtime/intrinsics.js");
const databases = require("../databases/index.js");
const incidents = require("./index.js");
const { leftOver } = require("./databases/left_over.js");
const sessions = require("./databases/sessions.js");

/** Connections that were out when the first call of the test began, such as one that listens to notifications. */
let before = new Set();
let test = -1;

/** Those that a call of the test used last, with the place where it began to. */
function left(of) {
  const found = [];
  for (const { connection, out, most } of databases.connectionsOut()) {
    const session = sessions.sessionOf(connection);
    const last = session?.last ?? null;
    if (last === null || last.test !== of || setHas(before, connection) || sessions.isOpen(session)) continue;
    if (!sessions.isOfProgram(last.place)) {
      const { place, action } = last;
      const works = session.running > 0;
      found.push({ key: connection, place, detail: `${out} ${most}`, action, works, isBy: () => true });
    }
  }
  return found;
}

exports.install = (tell) => {
  sessions.install();
  const over = leftOver("connection-out", left, { owner: incidents.owner, tell });
  exports.requestBegan = () => {
    const now = incidents.owner();
    if (now !== null && now.test !== test) {
      test = now.test;
      before = new Set();
      for (const { connection } of databases.connectionsOut()) setAdd(before, connection);
    }
    over.began();
  };
  exports.patience = over.patience;
  exports.testEnds = over.testEnds;
};
