"use strict";
// Values that a database refuses: what a query of a call was refused last by the time that the call is answered, unless
// what it wanted to change was changed afterwards.

const incidents = require("./index.js");
const sessions = require("./databases/sessions.js");

let tell = () => {};

exports.install = (report) => {
  tell = report;
  sessions.install();
};

exports.responseEnded = () => {
  const now = incidents.owner();
  const refusal = now === null ? null : (sessions.call(now.action)?.refusal ?? null);
  if (refusal === null) return;
  sessions.call(now.action).refusal = null;
  tell("refused-value", refusal.place, `${refusal.kind}\t${refusal.name}`, now.action);
};
