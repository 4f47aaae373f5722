"use strict";
// A machine that has other work, or is throttled, is slow for seconds on end: a figure that is too high is measured again later.

/** Milliseconds before the first repeat; each later one waits that much longer than the one before. */
const WAIT_STEP = 1_500;

/** Waits before the repeat `again` (from 0). */
function waitForFastPhase(again) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_STEP * (again + 1));
}

module.exports = { waitForFastPhase };
