"use strict";
// date-fns 4: a file for each function. What is given to any of them as a date goes through `toDate`; `isMatch` is `parse`.

const { wrapped } = require("../exported.js");
const { DATE_FNS, formatSource } = require("../date_formats.js");
const { readAsDate, readAsFormat } = require("../texts.js");
const { dateGetTime, isDate, reflectApply } = require("../../runtime/intrinsics.js");

const tellDate = (args, time) => readAsDate(args[0], time);
const READERS = {
  toDate: tellDate,
  parseISO: tellDate,
  parseJSON: tellDate,
  parse: (args, time) => readAsFormat(args[0], formatSource(args[1], DATE_FNS), time),
};

const wrapReader = (original, tell) =>
  wrapped(original, (self, args) => {
    const date = reflectApply(original, self, args);
    if (typeof args[0] === "string" && isDate(date)) tell(args, dateGetTime(date));
    return date;
  });

const names = Object.keys(READERS);
const named = (extension, value) => Object.fromEntries(names.map((name) => [`${name}.${extension}`, value(name)]));

exports.files = named("cjs", () => true);
exports.modules = named("js", (name) => [name, "default"]);

exports.adapt = (file, exported) => {
  const name = file.slice(0, file.indexOf("."));
  const original = exported[name];
  if (typeof original !== "function") return undefined;
  const reader = wrapReader(original, READERS[name]);
  return exported.default === original ? { [name]: reader, default: reader } : { [name]: reader };
};
