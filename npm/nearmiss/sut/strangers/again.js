"use strict";
// Requests to services that fail and are made again and again in one call.

const incidents = require("../incidents/index.js");

/** As often nobody tries again who counts. */
const MOST = 30;
const MOST_KNOWN = 100;

/** The number of the call's request, and how often each request to a service failed in it. */
let of = -1;
let failed = new Map();

/** A request to a service has failed, during a call. */
exports.noteFailed = ({ origin, method, target, place }) => {
  const begun = incidents.owner()?.begun ?? -1;
  if (begun !== of) {
    of = begun;
    failed = new Map();
  }
  const key = `${method} ${origin}${target}`;
  const times = (failed.get(key) ?? 0) + 1;
  if (failed.size < MOST_KNOWN || failed.has(key)) failed.set(key, times);
  if (times === MOST) incidents.askedBadly("endless-retry", origin, place);
};
