"use strict";
// moment 2: a function whose properties are the library's settings (`moment.now`, `moment.updateOffset`), which it reads where it
// is and the program sets on what it was handed: so what is handed out stands in front of it and has no properties of its own.

const { inFrontOf, patch, WHOLE, wrapped } = require("../exported.js");
const { formatSource, MOMENT } = require("../date_formats.js");
const { field, readAsDate, readAsFormat } = require("../texts.js");
const { arrayIsArray, dateGetTime, isDate, isProxy, reflectApply } = require("../../runtime/intrinsics.js");
const { arrayElements } = require("../../runtime/truthness/own_keys.js");

/** Formats of one call that are told. */
const MOST_FORMATS = 4;

/** What was read of `text`, by `format` or without. */
function tell(text, format, moment) {
  if (typeof text !== "string" || typeof moment !== "object" || moment === null) return;
  const read = field(moment, "_d");
  if (!isDate(read)) return;
  const time = dateGetTime(read);
  if (typeof format === "string") readAsFormat(text, formatSource(format, MOMENT), time);
  else if (arrayIsArray(format) && !isProxy(format)) {
    const formats = arrayElements(format, MOST_FORMATS);
    for (let i = 0; i < formats.length; i += 1) readAsFormat(text, formatSource(formats[i], MOMENT), time);
  } else readAsDate(text, time);
}

function told(args, call) {
  const moment = call();
  tell(args[0], args[1], moment);
  return moment;
}

const wrapStatic = (original) => wrapped(original, (self, args) => told(args, () => reflectApply(original, self, args)));

exports.files = { "moment.js": true };
exports.modules = {};

exports.adapt = (file, moment) => {
  if (typeof moment !== "function") return undefined;
  if (!patch(moment, "utc", wrapStatic) || !patch(moment, "parseZone", wrapStatic)) return undefined;
  return { [WHOLE]: inFrontOf(moment, told) };
};
