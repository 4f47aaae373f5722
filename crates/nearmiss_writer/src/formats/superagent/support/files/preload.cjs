"use strict";
// Loaded into the API. It notes which files of the project the API writes, and keeps what they hold before that, in the folder that
// SUT_FILES names; kept.cjs puts them back.

const { watch } = require("./calls.cjs");
const journal = require("./journal.cjs");
const { keeper } = require("./originals.cjs");

const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;

/** Puts `make(real)` in the place of functions that `holder` has, with what else can be seen of them. */
function replace(holder, names, make) {
  for (const name of names) {
    const descriptor = getOwnPropertyDescriptor(holder, name);
    if (typeof descriptor?.value !== "function") continue;
    const value = make(descriptor.value);
    for (const key of ownKeys(descriptor.value)) defineProperty(value, key, getOwnPropertyDescriptor(descriptor.value, key));
    defineProperty(holder, name, { ...descriptor, value });
  }
}

const throwing = (real, look) =>
  ({
    method(...args) {
      look(args[0], undefined, args);
      return apply(real, this, args);
    },
  }).method;

const kept = JSON.parse(process.env.SUT_FILES);
journal.begin({ ...kept, keepsAll: true }, setTimeout, keeper(kept));
watch(journal, { replace, throwing });
exports.listens = journal.listens;
exports.opensCopy = journal.opensCopy;
