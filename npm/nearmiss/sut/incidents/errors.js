"use strict";
// Errors that nobody handles, and what ends the process.
//
// `uncaughtExceptionMonitor` changes nothing, whoever handles the error. A listener for rejections would keep Node from
// ending the process, so there is one of ours only while the program has one of its own. What asks for the end of the process
// calls `reallyExit` last, synchronously.

const { EventEmitter } = require("node:events");
const { placeOfCaller, placeOfError, textOf } = require("./place.js");

const { apply } = Reflect;
const { defineProperty, getOwnPropertyDescriptor } = Object;
const { on, prependListener, removeListener, listenerCount, getMaxListeners } = EventEmitter.prototype;
const REJECTION = "unhandledRejection";

let tell = () => {};
let listens = false;

/** An error that no code of the program has caught; what else there is of it, `process` decides afterwards. */
function uncaught(error) {
  tell("uncaught", placeOfError(error), textOf(error));
}

function rejected(reason) {
  tell("rejection", placeOfError(reason), textOf(reason));
}

/** Listens to rejections as long as the program does, and no longer. */
function follow() {
  const count = apply(listenerCount, process, [REJECTION]);
  if (!listens && count > 0 && hasRoom(count)) {
    listens = true;
    // Before those of the program: one of them may end the process.
    apply(prependListener, process, [REJECTION, rejected]);
    apply(on, process, ["removeListener", removed]);
  } else if (listens && count <= 1) {
    listens = false;
    apply(removeListener, process, ["removeListener", removed]);
    apply(removeListener, process, [REJECTION, rejected]);
  }
}

/** Alone, our listener would keep Node from ending the process: it goes with the program's last one, at once. */
function removed(event) {
  if (event === REJECTION) follow();
}

/** Whether one listener more makes Node warn of a leak. */
function hasRoom(count) {
  const most = apply(getMaxListeners, process, []);
  return most === 0 || count < most;
}

/** Puts a function in the place of `process.reallyExit` that tells who called `process.exit`. */
function watchExit() {
  const descriptor = getOwnPropertyDescriptor(process, "reallyExit");
  if (typeof descriptor?.value !== "function") return;
  const real = descriptor.value;
  let told = false;
  const { reallyExit } = {
    reallyExit(...args) {
      if (!told) {
        told = true;
        const place = placeOfCaller(reallyExit);
        if (place !== "") tell("ends", place, "process.exit");
      }
      return apply(real, this, args);
    },
  };
  for (const key of ["length", "name"]) defineProperty(reallyExit, key, getOwnPropertyDescriptor(real, key));
  defineProperty(process, "reallyExit", { __proto__: null, ...descriptor, value: reallyExit });
}

exports.install = (report) => {
  tell = report;
  apply(on, process, ["uncaughtExceptionMonitor", uncaught]);
  watchExit();
};
exports.requestBegan = follow;
exports.responseEnded = follow;
