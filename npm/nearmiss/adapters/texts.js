"use strict";
// What adapters of libraries without schemas tell of a text that they read: that it is to be a date, or of a form; of two values:
// what differs. All of it is for tainted texts (`runtime/taint`), and nothing of it reaches the program.

const { session } = require("../register/session.js");
const { Date, objectGetOwnPropertyDescriptor } = require("../runtime/intrinsics.js");
const { fact } = require("../runtime/generated/layout.js");
const { nearEqual } = require("../runtime/replacements/assert/unequal.js");
const { findTaint } = require("../runtime/taint/marker.js");

const whole = () => fact.REGEX_WHOLE;

/** What `tell(taint)` answers if there is who listens. */
function telling(tell) {
  const { runtime } = session;
  if (runtime === null) return undefined;
  try {
    return tell(runtime.taint);
  } catch {
    // As if nobody had looked.
    return undefined;
  }
}

/** `text` is read as the time `time` in milliseconds; NaN: it is no date. */
exports.readAsDate = (text, time) => {
  if (typeof text !== "string") return;
  telling((taint) => taint.dated(text, time, time === time ? new Date(time) : null));
};

/** `text` is not of the form that the expression `source` has for all of a text. */
function refused(text, source) {
  if (typeof text === "string") telling((taint) => taint.unmatched(text, whole, () => source, source.length));
}
exports.refused = refused;

/**
 * `text` is read as a date of the form `source` ("" where that is not known); `time`: what was read. A lenient library reads
 * the digits of a taint as a date, which was not meant.
 */
exports.readAsFormat = (text, source, time) => {
  if (typeof text !== "string" || source === "") return;
  if (time !== time || findTaint(text)?.exact) refused(text, source);
};

/** The library found two values to differ: answers how near they are to being equal. */
exports.differ = (a, b) => telling((taint) => nearEqual(taint, a, b));

/** The value of an own data property, else undefined; `object` is one that the library has made. */
exports.field = (object, name) => objectGetOwnPropertyDescriptor(object, name)?.value;
