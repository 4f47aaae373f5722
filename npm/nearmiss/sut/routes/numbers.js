"use strict";
// Numbers of routes: the core's, the same for the same routes in every process. Asked for once a route.

const { session } = require("../../register/session.js");

/** Routes that are asked for: a program that makes them anew for each request must not wait for the core each time. */
const MOST_ASKED = 4_096;

/** By what stands for a route in its framework. */
const numbers = new WeakMap();
let asked = 0;

/** Tells whether a route is that of another framework, below the one that has it. */
let isHidden = () => false;
exports.leaveOut = (hidden) => {
  isHidden = hidden;
};

/** The number of what serves these routes (`found` of a framework), 0 where the core gives none. */
exports.ask = (routes) => {
  if (asked >= MOST_ASKED || routes.every(isHidden)) return 0;
  asked += 1;
  return session.ask(JSON.stringify({ type: "route", routes }))?.route ?? 0;
};

/** The number of a route for which an object of its framework stands; `routes()`: what it serves. */
exports.numberOf = (route, routes) => {
  const known = numbers.get(route);
  if (known !== undefined) return known;
  const number = exports.ask(routes());
  numbers.set(route, number);
  return number;
};
