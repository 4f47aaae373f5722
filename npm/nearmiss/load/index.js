"use strict";
// `nearmiss/load`: what self-registering text calls when Node loads it; see `realm.js`. With NEARMISS_COVERAGE=<folder> the
// coverage of the process is written there when it ends.

const load = require("./realm.js");

if (process.env.NEARMISS_COVERAGE && !process.env.NEARMISS_CONTROL) {
  const { writeAtExit } = require("../coverage/writer.js");
  writeAtExit(process.env.NEARMISS_COVERAGE, () => load.filesOfRealm().coverage());
}

module.exports = load;
