"use strict";
// What is told to the core of waits and jobs that were suppressed, once each.

const { session } = require("../../register/session.js");
const { Set, setAdd, setHas } = require("../../runtime/intrinsics.js");

const told = new Set();

/** `what` was suppressed, which `file` asks for in `line`, or a library of that name (0). */
exports.tell = (what, { file, line }) => {
  const place = line > 0 ? `${file}:${line}` : file;
  if (setHas(told, `${what} ${place}`)) return;
  setAdd(told, `${what} ${place}`);
  session.suppressed(what, place);
};
