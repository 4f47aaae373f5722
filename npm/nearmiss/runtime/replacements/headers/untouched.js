"use strict";
// Whether the built-ins that Node's `fetch` lists headers with are those that were there before the program: its code uses them
// as any program does, so it may only be called from here while nobody has put anything in their place.
const { objectGetOwnPropertyDescriptor, reflectOwnKeys } = require("../../intrinsics.js");

const PARTS = [
  [Map.prototype, "size"],
  [Map.prototype, "entries"],
  [Map.prototype, Symbol.iterator],
  [Object.getPrototypeOf(new Map().entries()), "next"],
  [Array.prototype, "push"],
  [Array.prototype, "sort"],
  [Array.prototype, Symbol.iterator],
  [Object.getPrototypeOf([].values()), "next"],
  [globalThis, "Array"],
];
/** Where what is new could be found, too: an element that is set, an option that is read. */
const INHERITED = [Array.prototype, Object.prototype];

const functionIn = (descriptor) => descriptor?.value ?? descriptor?.get;

const captured = [];
for (let i = 0; i < PARTS.length; i += 1) captured[i] = functionIn(objectGetOwnPropertyDescriptor(PARTS[i][0], PARTS[i][1]));
const counts = [];
for (let i = 0; i < INHERITED.length; i += 1) counts[i] = reflectOwnKeys(INHERITED[i]).length;

function isUntouched() {
  for (let i = 0; i < PARTS.length; i += 1) {
    if (functionIn(objectGetOwnPropertyDescriptor(PARTS[i][0], PARTS[i][1])) !== captured[i]) return false;
  }
  for (let i = 0; i < INHERITED.length; i += 1) if (reflectOwnKeys(INHERITED[i]).length !== counts[i]) return false;
  return true;
}

module.exports = { isUntouched };
