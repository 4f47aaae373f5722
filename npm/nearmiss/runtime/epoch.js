"use strict";
// What the hooks need of the header: requests, the end of a test, the state of the epoch.
const { word, epoch } = require("./generated/layout.js");

/** The runtime's half of the life of a test, over the header of a map (see the runner's README). */
function createEpoch({ header }) {
  return {
    /** True while hits are recorded for a test. */
    isOpen: () => header[word.EPOCH_STATE] === epoch.OPEN,
    /** True while the process starts: hits are boot-time targets. */
    isBoot: () => header[word.EPOCH_STATE] === epoch.BOOT,
    /** True while the call under way is the last one of its test. */
    isLastAction: () => header[word.LAST_ACTION] === 1,
    /** Number of the current test. */
    current: () => header[word.EPOCH],
    /** A request began. */
    requestBegan() {
      header[word.REQUESTS] += 1;
    },
    /** A response was finished or aborted. */
    responseEnded() {
      header[word.RESPONSES] += 1;
    },
    /** Responses still owed. */
    pending: () => (header[word.REQUESTS] - header[word.RESPONSES]) >>> 0,
    /**
     * Opens an epoch; the core does this in a search, tests and detached use call it here.
     * Slots and lists are left as they are.
     */
    open(number) {
      header[word.EPOCH] = number;
      header[word.NOT_QUIET] = 0;
      header[word.EPOCH_STATE] = epoch.OPEN;
    },
    /** Closes the epoch and acknowledges; `quiet` false: the bound was reached while work went on. */
    close(quiet = true) {
      header[word.EPOCH_STATE] = epoch.CLOSED;
      header[word.NOT_QUIET] = quiet ? 0 : 1;
      header[word.QUIET_EPOCH] = header[word.EPOCH];
    },
  };
}

module.exports = { createEpoch };
