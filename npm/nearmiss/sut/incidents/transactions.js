"use strict";
// Transactions that a call has begun and that are open when nothing runs any more.

const databases = require("../databases/index.js");
const incidents = require("./index.js");
const { leftOver } = require("./databases/left_over.js");
const sessions = require("./databases/sessions.js");

/** How many connections are out with one, and how many can be (0: nobody knows), of a pool that is not known by what was forsaken. */
function crowd(connection) {
  const own = databases.connectionsOut().find((one) => one.connection === connection);
  return own === undefined ? `${sessions.forsaken() + 1} 0` : `${own.out} ${own.most}`;
}

const left = (test) =>
  sessions.open(test).map((session) => {
    const { open, connection } = session;
    // Who ends it says so on its connection.
    const isBy = (action) => !open.isReused && session.last !== null && session.last.action > action;
    return { key: open, place: open.place, detail: crowd(connection), action: open.owner.action, works: session.running > 0, isBy, session };
  });

/** The next test begins without it: what follows on its connection would be lost with it, and it holds locks. */
const drop = ({ session }) => sessions.rollBack(session);

exports.install = (tell) => {
  sessions.install();
  const over = leftOver("open-transaction", left, { owner: incidents.owner, tell, drop });
  exports.requestBegan = over.began;
  exports.patience = over.patience;
  exports.testEnds = over.testEnds;
};
