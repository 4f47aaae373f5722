"use strict";
// Properties that a call puts on a prototype which all objects share.
//
// What an input can put there is data: a value that is no function, in a property that is listed. Functions and accessors that
// appear are a library's that was loaded late, and so is data that appears with them. What was put there is taken away when the
// test ends, so that later tests are not spoiled: this is the one thing that we undo.

const { session } = require("../../register/session.js");
const { reflectOwnKeys } = require("../../runtime/intrinsics.js");

const { getOwnPropertyDescriptor, keys: objectKeys } = Object;
const { defineProperty, deleteProperty } = Reflect;

const OWNERS = [
  ["Object.prototype", Object.prototype],
  ["Array.prototype", Array.prototype],
  ["Function.prototype", Function.prototype],
  ["String.prototype", String.prototype],
  ["Number.prototype", Number.prototype],
  ["Boolean.prototype", Boolean.prototype],
  ["Date.prototype", Date.prototype],
  ["Error.prototype", Error.prototype],
];

/** Methods, beside those of objects, that are looked at after each test. */
const METHODS_A_TEST = 12;

let tell = () => {};
/** Own properties of each owner as they were: key to descriptor, without a prototype. */
let known = null;
/** The same for a quick look, for each owner: how many properties it has, how many of them are listed, and its methods by name. */
const counts = [];
const listed = [];
const methods = [];
/** The owner that the next quick look looks at more closely, and the first of its methods that it looks at. */
let turn = 0;
let from = 0;
/** What was told of this test already, as `Object.prototype x`. */
let told = new Set();

function remember() {
  known = [];
  for (let i = 0; i < OWNERS.length; i += 1) known[i] = propertiesOf(OWNERS[i][1]);
  summarise();
}

/** Makes what a quick look compares with of what is known. */
function summarise() {
  for (let i = 0; i < OWNERS.length; i += 1) {
    const all = reflectOwnKeys(known[i]);
    const names = [];
    const values = [];
    counts[i] = all.length;
    listed[i] = 0;
    for (let k = 0; k < all.length; k += 1) {
      const { enumerable, value } = known[i][all[k]];
      if (enumerable && typeof all[k] === "string") listed[i] += 1;
      if (typeof value !== "function") continue;
      names[names.length] = all[k];
      values[values.length] = value;
    }
    methods[i] = { names, values };
  }
}

/** A descriptor that inherits nothing: it is read and used while a prototype may hold anything. */
function descriptorOf(owner, key) {
  const descriptor = getOwnPropertyDescriptor(owner, key);
  return descriptor === undefined ? undefined : { __proto__: null, ...descriptor };
}

function propertiesOf(owner) {
  const all = { __proto__: null };
  const keys = reflectOwnKeys(owner);
  for (let k = 0; k < keys.length; k += 1) all[keys[k]] = descriptorOf(owner, keys[k]);
  return all;
}

/** Whether a property is what an input can make: listed data. */
const isData = (descriptor) => descriptor !== undefined && "value" in descriptor && typeof descriptor.value !== "function";

/** Whether functions or accessors have appeared: a library was loaded, whose data is as it should be. */
function isLibrary(owner, before) {
  const keys = reflectOwnKeys(owner);
  for (let k = 0; k < keys.length; k += 1) {
    if (before[keys[k]] === undefined && !isData(descriptorOf(owner, keys[k]))) return true;
  }
  return false;
}

function tellOnce(name, key, detail) {
  const id = `${name} ${String(key)}`;
  if (told.has(id)) return;
  told.add(id);
  tell("prototype-pollution", name, detail);
}

/** Looks at all owners; `undoes`: takes away what was put there. Outside of a test what appears is the program's own. */
function look(undoes) {
  if (known === null) return;
  if (!session.epoch?.isOpen()) return remember();
  for (let i = 0; i < OWNERS.length; i += 1) {
    const name = OWNERS[i][0];
    const owner = OWNERS[i][1];
    if (isLibrary(owner, known[i])) {
      known[i] = propertiesOf(owner);
      continue;
    }
    const keys = reflectOwnKeys(owner);
    for (let k = 0; k < keys.length; k += 1) {
      const key = keys[k];
      const before = known[i][key];
      const now = descriptorOf(owner, key);
      if (before === undefined) {
        if (now.enumerable) {
          tellOnce(name, key, `${name} has a new property ${String(key)}`);
          // What cannot be taken away is told once.
          if (undoes && !deleteProperty(owner, key)) known[i][key] = now;
        } else known[i][key] = now;
      } else if ("value" in before && before.value !== now.value) {
        if (isData(now) && typeof before.value === "function") {
          tellOnce(name, key, `${String(key)} of ${name} is another one`);
          if (undoes && !defineProperty(owner, key, before)) known[i][key] = now;
        } else known[i][key] = now;
      }
    }
  }
  summarise();
}

/** Whether what is assigned has appeared on an owner: it is listed. */
function isListed() {
  for (let i = 0; i < OWNERS.length; i += 1) if (objectKeys(OWNERS[i][1]).length !== listed[i]) return true;
  return false;
}

/**
 * Whether another value stands where an owner had one of these of its methods. What the descriptor of an accessor inherits is no
 * method that we know.
 */
function isReplaced(i, first, end) {
  const owner = OWNERS[i][1];
  const { names, values } = methods[i];
  for (let k = first; k < end && k < names.length; k += 1) {
    if (getOwnPropertyDescriptor(owner, names[k])?.value !== values[k]) return true;
  }
  return false;
}

/** Whether an owner has more or fewer properties than are known. */
const isGrown = (i) => reflectOwnKeys(OWNERS[i][1]).length !== counts[i];

/** Whether anything has changed that the next test would trip over: what is assigned is listed, and what all objects have. */
const hasChangedForAll = () => isListed() || isReplaced(0, 0, Infinity);

/** The same of what is looked at in turns: methods that are replaced elsewhere, and what a library adds without listing it. */
function hasChangedInTurn() {
  const i = turn;
  const first = from;
  from += METHODS_A_TEST;
  if (from >= methods[i].names.length) {
    from = 0;
    turn = i + 1 < OWNERS.length ? i + 1 : 0;
  }
  return (first === 0 && isGrown(i)) || isReplaced(i, first, first + METHODS_A_TEST);
}

exports.install = (report) => {
  tell = report;
};
/** Before the first request of a test there is nothing that a call can have done. */
exports.requestBegan = () => {
  if (known === null) remember();
};
exports.responseEnded = () => {
  if (known !== null && hasChangedForAll()) look(false);
};
/** A full look takes as long as a short call: it copies some hundreds of descriptors. */
exports.testEnds = () => {
  if (known !== null && (!session.epoch?.isOpen() || hasChangedForAll() || hasChangedInTurn())) look(true);
  if (told.size > 0) told = new Set();
};
