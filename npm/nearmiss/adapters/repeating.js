"use strict";
// Jobs of queues that repeat. They are handed out by a database and by no timer, so it is the worker that lets them go by: it
// takes them, has the next one put in, and completes them, all but the call of the program's processor.

const { placeBelow } = require("../sut/timers/callers.js");
const { tell } = require("../sut/timers/told.js");
const { Promise } = require("../runtime/intrinsics.js");

/** Where the program's own code, below what runs, gives `library` a processor. */
exports.placeOfProcessor = function placeOfProcessor(library) {
  return placeBelow(placeOfProcessor, library);
};

/** A job of `library` is not run, whose processor was given at `place`: what the worker waits for, and what comes of it. */
exports.letGo = (library, place) => {
  tell(library, place);
  return new Promise((resolve) => resolve(undefined));
};
