"use strict";
// Properties that a call puts on a prototype which all objects share.
//
// What an input can put there is data: a value that is no function, in a property that is listed. Functions and accessors that
// appear are a library's that was loaded late, and so is data that appears with them. What was put there is taken away when the
// test ends, so that later tests are not spoiled: this is the one thing that we undo.

const { session } = require("../../register/session.js");
const { reflectOwnKeys } = require("../../runtime/intrinsics.js");

const { getOwnPropertyDescriptor } = Object;
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

const OBJECT = Object.prototype;

let tell = () => {};
/** Own properties of each owner as they were: key to descriptor, without a prototype. */
let known = null;
/** What was told of this test already, as `Object.prototype x`. */
let told = new Set();

function remember() {
  known = [];
  for (let i = 0; i < OWNERS.length; i += 1) known[i] = propertiesOf(OWNERS[i][1]);
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
}

/** One that inherits from each owner: what is assigned to a prototype is listed. */
const HEIRS = [() => {}, [], Object(""), Object(0), Object(false), new Date(0), new Error("")];
const METHODS = ["toString", "valueOf", "hasOwnProperty"];

/** Whether the full look is worth its time after a single call: what is assigned is listed, or stands where a method was. */
function isSuspicious() {
  for (let i = 0; i < HEIRS.length; i += 1) for (const key in HEIRS[i]) if (key !== undefined) return true;
  for (let i = 0; i < METHODS.length; i += 1) {
    if (OBJECT[METHODS[i]] !== known[0][METHODS[i]]?.value) return true;
  }
  return false;
}

exports.install = (report) => {
  tell = report;
};
/** Before the first request of a test there is nothing that a call can have done. */
exports.requestBegan = () => {
  if (known === null) remember();
};
exports.responseEnded = () => {
  if (known !== null && isSuspicious()) look(false);
};
exports.testEnds = () => {
  look(true);
  told = new Set();
};
