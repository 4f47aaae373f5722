"use strict";
// `nearmiss/load`: what self-registering text calls when Node loads it; see `realm.js`. With NEARMISS_COVERAGE=<folder> the
// coverage of the process is written there when it ends.

const fs = require("node:fs");
const load = require("./realm.js");

if (process.env.NEARMISS_COVERAGE && !process.env.NEARMISS_CONTROL) {
  const { writeAtExit } = require("../coverage/writer.js");
  writeAtExit(process.env.NEARMISS_COVERAGE, () => {
    const files = load.filesOfRealm();
    const coverage = files.coverage();
    // Silence would be taken for an empty report.
    if (Object.keys(coverage).length === 0 && files.count() > 0) {
      fs.writeSync(2, "nearmiss: no coverage is written: the code was built without it; build it with NEARMISS_COVERAGE set, or with coverage: true\n");
    }
    return coverage;
  });
}

module.exports = load;
