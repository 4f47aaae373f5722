"use strict";
// Values that a database refuses: what a query of a call was refused last by the time that the call is answered, unless
// what it wanted to change was changed afterwards. And of the last query that failed, whatever for, which other file of the project
// had asked the one for it in which all queries may be: `failed-query`, with its place and that of the other.

const incidents = require("./index.js");
const sessions = require("./databases/sessions.js");

let tell = () => {};

exports.install = (report) => {
  tell = report;
  sessions.install();
};

exports.responseEnded = () => {
  const now = incidents.owner();
  const call = now === null ? undefined : sessions.call(now.action);
  if (call === undefined) return;
  const { failure, refusal } = call;
  if (failure !== null && failure.asker !== "" && !call.isTold) {
    call.isTold = true;
    tell("failed-query", failure.place, failure.asker, now.action);
  }
  if (refusal === null) return;
  call.refusal = null;
  tell("refused-value", refusal.place, `${refusal.kind}\t${refusal.name}`, now.action);
};
