"use strict";
// Notes what a process of an API writes that nobody searches: a written suite has started it in the project's own folder.

const { session } = require("../../register/session.js");

/** Begins; `kept` as in the options of a search. All that such a process writes counts as written while it serves. */
exports.watch = (kept) => {
  if (session.options.kept) return;
  session.options.kept = { ...kept, serves: true };
  require("./index.js").install();
};
