"use strict";
// Holds connections of a process that is searched, replayed or verified (README), and tells the core what was refused, which databases were
// seen, and what cannot be held.

const { session } = require("../../register/session.js");
const incidents = require("../incidents/index.js");
const { placeOfCaller } = require("../incidents/place.js");

/** Destinations that are told: an input may name any. */
const MOST_TOLD = 100;

const told = new Set();

function tellOnce(request) {
  const text = JSON.stringify(request);
  const key = JSON.stringify({ ...request, place: "" });
  if (told.has(key) || told.size >= MOST_TOLD) return;
  told.add(key);
  // The program's own code asks: that is told also by a process that ends before it listens. What npm and the like want is told by
  // nobody.
  if (request.place) session.ask(text);
  else session.told(text);
}

/** One name for the loopback. */
const alike = (at) => at.replace(/^(?:127\.0\.0\.1|\[::1\])(?=:|$)/, "localhost");

/** Tells whether a database (`host:port`, or the path of a socket) is one that calls may change. */
const isInPlace = (rules, at) => (rules ?? []).map(alike).some((rule) => alike(at) === rule || alike(at).startsWith(`${rule}:`));

let isHeld = false;

/** Server that answers for services that the program calls, as soon as it calls one; else null. */
exports.services = null;

/** Loads who answers for services, when the first one is called. */
function services() {
  if (exports.services !== null) return exports.services;
  exports.services = require("../../setup/services/server.cjs");
  require("./services.js").watch(exports.services, tellOnce);
  return exports.services;
}

/** Holds this thread as the options of the search say, once. */
exports.install = () => {
  const rules = session.options.strangers;
  if (isHeld || !session.reports || rules === undefined || rules === null) return;
  isHeld = true;
  const { NEARMISS_CONTROL: control } = process.env;
  const { moved } = require("../listen.js");
  const listens = (port) => {
    for (const real of moved.values()) if (real === port) return true;
    return false;
  };
  require("./guard.cjs").install({
    hosts: rules.hosts,
    paths: [control],
    mark: `NEARMISS_CONTROL=${control}`,
    listens,
    placeOf: placeOfCaller,
    services: rules.services === true ? services : null,
    isLed: (to) => session.options.homes === true && require("../databases/led.js").isLed(to),
    refused: (to, place) => {
      tellOnce({ type: "stranger", to, place });
      incidents.stranger(to, place);
    },
    databaseSeen: (database, at, driver) => tellOnce({ type: "database", database, at, driver }),
    // What it does while it starts it does whenever the user starts it.
    holdsDatabases: (at) => rules.holdDatabases && session.epoch !== null && !session.epoch.isBoot() && !isInPlace(rules.inPlace, at),
  });
  if (rules.hosts !== null) require("./children.js").install((program, place) => tellOnce({ type: "unheld", program, place }));
};
