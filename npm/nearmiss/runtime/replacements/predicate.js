"use strict";
// Methods that ask a callback about one element after another. What the callback says goes through its own probes,
// which leave behind how near the last predicate was: that is read after each of its calls.
const { reflectApply, TypeError } = require("../intrinsics.js");
const { EMPTY_COLLECTION, MISS, h, lift } = require("../truthness/levels.js");
const { callNamesProbe } = require("../probes/uncallable.js");
const { callError, withoutFrame } = require("../stack.js");
const { lengthOf } = require("../truthness/own_keys.js");

const { apply: functionApply, call: functionCall } = Function.prototype;
const { some } = Array.prototype;

/** Of what these cannot call V8 names the caller, which must not be ours. */
const callsAnother = (f) => f === functionCall || f === functionApply || f === reflectApply;

/**
 * Answers what the engine says where it calls a callback itself that comes to no function before any code runs
 * (`call` that is bound to a number): in its place it has named our call. Null where the error is another one.
 */
function wordsOfEngine(error, callback, self, element) {
  if (!callNamesProbe(error, callback)) return null;
  try {
    reflectApply(some, [element], [callback, self]);
  } catch (own) {
    return own.message;
  }
  return null;
}

/**
 * What to call in place of a callback: one that does what the program's does, and remembers of its answers how many
 * came (`asked`), whether one was truthy (`yes`), the nearest falsy one to true (`near`) and of the last truthy one how
 * near it was to false (`away`).
 */
function watch(callback) {
  if (typeof callback !== "function" || callsAnother(callback)) return null;
  const seen = { callback, asked: 0, yes: false, near: MISS, last: MISS, away: MISS };
  function asked() {
    h[0] = MISS;
    h[1] = MISS;
    let answer;
    try {
      answer = reflectApply(callback, this, arguments);
    } catch (error) {
      const said = wordsOfEngine(error, callback, this, arguments.length > 0 ? arguments[0] : undefined);
      throw said === null ? callError(error, asked, callback) : withoutFrame(new TypeError(said), asked);
    }
    seen.asked += 1;
    if (answer) {
      seen.yes = true;
      // Where the last predicate said something else than the callback it was about something else.
      seen.away = h[0] === 1 ? h[1] : MISS;
    } else {
      seen.last = h[1] === 1 ? h[0] : MISS;
      if (seen.last > seen.near) seen.near = seen.last;
    }
    return answer;
  }
  seen.callback = asked;
  return seen;
}

/** An element that the callback accepts was sought in vain: the nearest one counts. */
const nearestAnswer = (self, callback, thisArgument, seen) => (lengthOf(self) === 0 ? EMPTY_COLLECTION : seen === null ? MISS : seen.near);

/** Paper 001 section 4.1, containsAll: how many were accepted, and how near the one was that ended it. */
function share(self, callback, thisArgument, seen) {
  const length = lengthOf(self);
  if (seen === null || length === 0) return MISS;
  return lift((seen.asked - 1 + seen.last) / length);
}

const lastAway = (self, callback, thisArgument, seen) => (seen === null || seen.away === MISS ? MISS : seen.away);

module.exports = { watch, nearestAnswer, share, lastAway };
