"use strict";
// dayjs 1: every day is read by `parse` of the class, which plug-ins replace; the one that knows formats is seen as well.

const { patch, WHOLE, wrapped } = require("../exported.js");
const { formatSource, MOMENT } = require("../date_formats.js");
const { field, readAsDate, readAsFormat } = require("../texts.js");
const { dateGetTime, isDate, isProxy, reflectApply } = require("../../runtime/intrinsics.js");

const CUSTOM_FORMAT = "plugin/customParseFormat.js";
const own = (object, name) => (typeof object === "object" && object !== null && !isProxy(object) ? field(object, name) : undefined);

/** Wraps `parse(config)`; `tell(text, format, time)`. */
const wrapParse = (tell) => (original) =>
  ({
    parse(config) {
      const text = own(config, "date");
      const format = own(own(config, "args"), 1);
      const result = reflectApply(original, this, arguments);
      const read = own(this, "$d");
      if (typeof text === "string" && isDate(read)) tell(text, format, dateGetTime(read));
      return result;
    },
  }).parse;

const wrapPlain = wrapParse((text, format, time) => readAsDate(text, time));

const wrapFormatted = wrapParse((text, format, time) => {
  // Without a format it asks the one before it, and with several itself.
  if (typeof format === "string") readAsFormat(text, formatSource(format, MOMENT), time);
});

const wrapPlugin = (original) =>
  wrapped(original, (self, args) => {
    const result = reflectApply(original, self, args);
    if (typeof args[1] === "function") patch(args[1].prototype, "parse", wrapFormatted);
    return result;
  });

exports.files = { "dayjs.min.js": true, [CUSTOM_FORMAT]: true };
exports.modules = {};

exports.adapt = (file, exported) => {
  if (typeof exported !== "function") return undefined;
  if (file === CUSTOM_FORMAT) return { [WHOLE]: wrapPlugin(exported) };
  return patch(exported.prototype, "parse", wrapPlain) ? {} : undefined;
};
