"use strict";
// Rate limiters of the program (README.md): what they count in memory is forgotten when a test begins, and each is told to the
// core once.

const { session } = require("../../register/session.js");
const { watchLoaded } = require("../../register/commonjs.js");
const { watching } = require("./counts.cjs");

/** Limiters and limits that are told: a program may have one for each user. */
const MOST_TOLD = 100;

const told = new Set();
let limiters = null;
/** The test whose calls are counted. */
let lastTest = -1;

function tell({ library, elsewhere, limit }) {
  const { epoch } = session;
  const operation = epoch !== null && epoch.isOpen() ? epoch.operation() - 1 : -1;
  const key = `${library} ${elsewhere} ${limit} ${operation >= 0}`;
  if (told.has(key) || told.size >= MOST_TOLD) return;
  told.add(key);
  session.told(JSON.stringify({ type: "limiter", library, elsewhere, limit, operation: operation < 0 ? undefined : operation }));
}

exports.install = () => {
  limiters = watching(tell);
  watchLoaded(limiters.loaded);
};

/** Forgets what was counted. */
exports.forget = () => limiters?.forget();

/**
 * A request begins. The first one of a test finds nothing counted, and neither does one that belongs to none, such as a login. Of a
 * process without probes, in which no test is open, the core orders that.
 */
exports.requestBegan = (test) => {
  if (limiters === null || !session.instruments || (test === lastTest && session.epoch.isOpen())) return;
  lastTest = test;
  limiters.forget();
};
