"use strict";
// Notes for the core which files of the project the API writes (README.md).

const { session } = require("../../register/session.js");

exports.install = () => {
  const { kept } = session.options;
  if (!kept) return;
  const journal = require("./journal.js");
  journal.begin(kept, require("../timers/native.js").setTimeout, require("./originals.js").keeper(kept));
  require("./calls.js").watch(journal, require("../incidents/stand_in.js"));
};
