"use strict";
// bullmq 5 and 6: jobs that repeat, those of job schedulers among them, do not reach the processor. A worker calls it by a
// method of its own, whether it is a function or a file, and starts by `run`, as a rule when it is made: there the program's
// own code is seen. So the class stays what it is, for who extends it, too.

const { patch, wrapped } = require("../exported.js");
const { letGo, placeOfProcessor } = require("../repeating.js");
const { WeakMap, reflectApply, weakMapGet, weakMapSet } = require("../../runtime/intrinsics.js");

const LIBRARY = "bullmq";
const UNKNOWN = { file: LIBRARY, line: 0 };

/** Where workers were started first; a worker that was paused starts again from elsewhere. */
const places = new WeakMap();

const wrapRun = (original) =>
  wrapped(original, (self, args) => {
    if (typeof self === "object" && self !== null && weakMapGet(places, self) === undefined) {
      weakMapSet(places, self, placeOfProcessor(LIBRARY));
    }
    return reflectApply(original, self, args);
  });

const wrapCall = (original) =>
  wrapped(original, (self, args) => {
    const job = args[0];
    if (!job?.repeatJobKey && !job?.opts?.repeat) return reflectApply(original, self, args);
    return letGo(LIBRARY, weakMapGet(places, self) ?? UNKNOWN);
  });

exports.files = { "dist/cjs/classes/worker.js": true };
exports.modules = {};

exports.adapt = (file, { Worker }) => {
  const prototype = Worker?.prototype;
  if (typeof prototype?.run !== "function" || typeof prototype.callProcessJob !== "function") return undefined;
  return patch(prototype, "run", wrapRun) && patch(prototype, "callProcessJob", wrapCall) ? {} : undefined;
};
