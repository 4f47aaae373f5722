"use strict";
// Properties that a call puts on a prototype which all objects share.
//
// What an input can put there is data: a value that is no function, in a property that is listed. Functions and accessors that
// appear are a library's that was loaded late. What was put there is taken away again, so that later tests are not spoiled:
// this is the one thing that we undo.

const { reflectOwnKeys } = require("../../runtime/intrinsics.js");

const { defineProperty, getOwnPropertyDescriptor } = Object;
const { deleteProperty } = Reflect;

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

function remember() {
  known = [];
  for (let i = 0; i < OWNERS.length; i += 1) known[i] = propertiesOf(OWNERS[i][1]);
}

function propertiesOf(owner) {
  const all = { __proto__: null };
  const keys = reflectOwnKeys(owner);
  for (let k = 0; k < keys.length; k += 1) all[keys[k]] = getOwnPropertyDescriptor(owner, keys[k]);
  return all;
}

/** Whether a property is what an input can make: listed data. */
const isData = (descriptor) => descriptor !== undefined && "value" in descriptor && typeof descriptor.value !== "function";

function look() {
  if (known === null) return;
  for (let i = 0; i < OWNERS.length; i += 1) {
    const name = OWNERS[i][0];
    const owner = OWNERS[i][1];
    const keys = reflectOwnKeys(owner);
    for (let k = 0; k < keys.length; k += 1) {
      const key = keys[k];
      const before = known[i][key];
      const now = getOwnPropertyDescriptor(owner, key);
      if (before === undefined) {
        if (isData(now) && now.enumerable) {
          deleteProperty(owner, key);
          tell("prototype-pollution", name, `${name} has a new property ${String(key)}`);
        } else known[i][key] = now;
      } else if ("value" in before && before.value !== now.value) {
        if (isData(now) && typeof before.value === "function") {
          defineProperty(owner, key, before);
          tell("prototype-pollution", name, `${String(key)} of ${name} is another one`);
        } else known[i][key] = now;
      }
    }
  }
}

/** Inherits from the two prototypes that are most easily reached. */
const HEIR = () => {};
const METHODS = ["toString", "valueOf", "hasOwnProperty"];

/** Whether the full look is worth its time after a single call: what is assigned is listed, or stands where a method was. */
function isSuspicious() {
  for (const key in HEIR) if (key !== undefined) return true;
  for (let i = 0; i < METHODS.length; i += 1) {
    if (OBJECT[METHODS[i]] !== known[0][METHODS[i]].value) return true;
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
  if (known !== null && isSuspicious()) look();
};
exports.testEnds = look;
