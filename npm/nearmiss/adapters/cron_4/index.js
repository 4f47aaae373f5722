"use strict";
// cron 4: a job whose time went by while `start` looked for it (one that is due each second, on a busy machine) is run by `start`
// itself, at once and without a timer. Jobs of schedulers do not fire during a search; what calls `fireOnTick` by hand does.

const { patch, wrapped } = require("../exported.js");
const { placeBelow } = require("../../sut/timers/callers.js");
const { tell } = require("../../sut/timers/told.js");
const { Promise, WeakSet, reflectApply, weakSetAdd, weakSetDelete, weakSetHas } = require("../../runtime/intrinsics.js");

const LIBRARY = "cron";

/** The jobs whose `start` runs now. */
const starting = new WeakSet();

const wrapStart = (original) =>
  wrapped(original, (self, args) => {
    if (typeof self !== "object" || self === null) return reflectApply(original, self, args);
    weakSetAdd(starting, self);
    try {
      return reflectApply(original, self, args);
    } finally {
      weakSetDelete(starting, self);
    }
  });

const wrapFire = (original) =>
  wrapped(original, function letGo(self, args) {
    if (typeof self !== "object" || self === null || !weakSetHas(starting, self)) return reflectApply(original, self, args);
    tell(LIBRARY, placeBelow(letGo, LIBRARY));
    return new Promise((resolve) => resolve(undefined));
  });

exports.files = { "dist/job.js": true };
exports.modules = {};

exports.adapt = (file, { CronJob }) => {
  const prototype = CronJob?.prototype;
  if (typeof prototype?.start !== "function" || typeof prototype.fireOnTick !== "function") return undefined;
  return patch(prototype, "start", wrapStart) && patch(prototype, "fireOnTick", wrapFire) ? {} : undefined;
};
