"use strict";
// Frames of the stack below a function of ours, where they can be asked for without any code of the program running.

const { captureStackTrace } = Error;
const { defineProperty, getOwnPropertyDescriptor } = Object;
const { deleteProperty } = Reflect;

/** Tells whether an own property of `Error` may be put aside for a moment without any code of the program running. */
function isPlain(descriptor) {
  return descriptor === undefined || ("value" in descriptor && descriptor.writable && descriptor.configurable);
}

/** The first `most` call sites below the function `above`, or null where the program has made `Error` its own. */
exports.sitesBelow = (above, most) => {
  const limit = getOwnPropertyDescriptor(Error, "stackTraceLimit");
  const prepare = getOwnPropertyDescriptor(Error, "prepareStackTrace");
  if (!isPlain(limit) || !isPlain(prepare)) return null;
  let sites = null;
  const take = (_, all) => {
    sites = all;
    return "";
  };
  const set = (key, value) => defineProperty(Error, key, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
  const restore = (key, descriptor) => (descriptor === undefined ? deleteProperty(Error, key) : defineProperty(Error, key, { __proto__: null, ...descriptor }));
  try {
    set("stackTraceLimit", most);
    set("prepareStackTrace", take);
    const holder = {};
    captureStackTrace(holder, above);
    // The sites are made when the stack is first asked for.
    void holder.stack;
  } finally {
    restore("stackTraceLimit", limit);
    restore("prepareStackTrace", prepare);
  }
  return sites;
};
