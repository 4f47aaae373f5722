"use strict";
// What the hooks need of the header: requests, the end of a test, the state of the epoch.
const { atomicsLoad, atomicsStore } = require("./intrinsics.js");
const { layout, word, epoch } = require("./generated/layout.js");

/** The runtime's half of the life of a test, over the header of a map (see the runner's README). */
function createEpoch({ header }) {
  return {
    /** True while hits are recorded for a test. */
    isOpen: () => header[word.EPOCH_STATE] === epoch.OPEN,
    /** True while the process starts: hits are boot-time targets. */
    isBoot: () => header[word.EPOCH_STATE] === epoch.BOOT,
    /** True while the call under way is the last one of its test. */
    isLastAction: () => header[word.LAST_ACTION] === 1,
    /** Index of the action under way, as the core wrote it. */
    action: () => header[word.ACTION],
    /** One more than the number of the operation that the call under way is of; 0: of none. */
    operation: () => header[word.OPERATION],
    /** The call of an action of `test` was handled by the route of this number. */
    handled(test, action, route) {
      if (header[word.EPOCH] === test && action < layout.ROUTED_ACTIONS) header[word.ROUTE + action] = route;
    },
    /** True once an exception has left a statement of the project during the call under way. */
    hasThrown: () => header[word.THROWN] === 1,
    /** What the core has sent so far. */
    sent: () => atomicsLoad(header, word.SENT),
    /** Port of the core's end of its connection. */
    corePort: () => header[word.CORE_PORT],
    /** The core is told that nothing more of its is read until `test` has ended. */
    held(test) {
      atomicsStore(header, word.HELD, test);
    },
    /** Whether the next call waits for the end of `test`, or is about to. */
    isAhead: (test) => atomicsLoad(header, word.AHEAD) === test,
    /** Whether the core has opened the epoch of another test than `test`. */
    isPast: (test) => atomicsLoad(header, word.EPOCH_STATE) === epoch.OPEN && atomicsLoad(header, word.EPOCH) !== test,
    /** Microseconds that may be waited awake for what the core sends next. */
    awake: () => header[word.AWAKE],
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
    /**
     * Closes the epoch of `test` and acknowledges; `quiet` false: the bound was reached while work went on. Does nothing
     * when the core has gone on to the next test, which it may do at any moment of this: it writes EPOCH, then OPEN. So we
     * write CLOSED, then look at EPOCH: either we see the next test and open it again, or the core's OPEN comes after.
     */
    close(test, quiet = true) {
      if (atomicsLoad(header, word.EPOCH) !== test) return;
      // Atomic, for the look behind it must not go before it.
      atomicsStore(header, word.EPOCH_STATE, epoch.CLOSED);
      if (atomicsLoad(header, word.EPOCH) !== test) {
        atomicsStore(header, word.EPOCH_STATE, epoch.OPEN);
        return;
      }
      header[word.NOT_QUIET] = quiet ? 0 : 1;
      // The test that was closed, never what EPOCH holds by now.
      atomicsStore(header, word.QUIET_EPOCH, test);
    },
  };
}

module.exports = { createEpoch };
