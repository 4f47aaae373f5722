"use strict";
// luxon 3: the static methods of `DateTime` that read a text.

const { patch } = require("../exported.js");
const { formatSource, LUXON } = require("../date_formats.js");
const { field, readAsDate, readAsFormat } = require("../texts.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

/** Formats that have no letters of their own in the call. */
const FIXED = {
  fromSQL: "yyyy-MM-dd HH:mm:ss",
  fromRFC2822: "dd LLL yyyy HH:mm:ss ZZZ",
};

/** The time that was read, in milliseconds; NaN for none, which the library may also throw. */
function timeOf(read) {
  if (typeof read !== "object" || read === null || field(read, "invalid") !== null) return NaN;
  const time = field(read, "ts");
  return typeof time === "number" ? time : NaN;
}

/** Wraps a method; `tell(text, format, time)`. */
const wrapReading = (tell) => (original) =>
  ({
    read(text, format) {
      let result;
      try {
        result = reflectApply(original, this, arguments);
        return result;
      } finally {
        if (typeof text === "string") tell(text, format, timeOf(result));
      }
    },
  }).read;

const wrapIso = wrapReading((text, options, time) => readAsDate(text, time));
const wrapFormat = wrapReading((text, format, time) => readAsFormat(text, formatSource(format, LUXON), time));
const wrapFixed = (format) => wrapReading((text, options, time) => readAsFormat(text, formatSource(format, LUXON), time));

exports.files = { "build/node/luxon.js": true };
exports.modules = { "build/es6/luxon.mjs": ["DateTime"] };

exports.adapt = (file, { DateTime }) => {
  if (typeof DateTime !== "function" || !patch(DateTime, "fromISO", wrapIso)) return undefined;
  // `fromString` calls it.
  if (!patch(DateTime, "fromFormat", wrapFormat)) return undefined;
  for (const name of Object.keys(FIXED)) patch(DateTime, name, wrapFixed(FIXED[name]));
  return {};
};
