"use strict";
// How near a name was to one of a FormData: paper 002 Equation 3. Its entries are a list under a symbol, `{ name, value }` each.
const {
  arrayIsArray,
  isProxy,
  objectGetOwnPropertyDescriptor,
  reflectOwnKeys,
  symbolDescription,
} = require("../../intrinsics.js");
const { nearKeys } = require("../../truthness/collection.js");
const { MISS } = require("../../truthness/levels.js");
const { MOST_RANKED } = require("../../taint/index.js");

const ENTRIES = "state";

const own = (object, key) => objectGetOwnPropertyDescriptor(object, key)?.value;

/** The entries of what `FormData` takes for one of its own, a proxy too; null where they cannot be read. */
function entriesOf(form) {
  if (isProxy(form)) return null;
  const keys = reflectOwnKeys(form);
  for (let i = 0; i < keys.length; i += 1) {
    if (typeof keys[i] !== "symbol" || symbolDescription(keys[i]) !== ENTRIES) continue;
    const entries = own(form, keys[i]);
    return !isProxy(entries) && arrayIsArray(entries) ? entries : null;
  }
  return null;
}

function nearestField(taint, form, name) {
  if (typeof name !== "string") return MISS;
  const entries = entriesOf(form);
  if (entries === null) return MISS;
  const names = [];
  for (let i = 0; i < entries.length && names.length < MOST_RANKED; i += 1) {
    const entry = own(entries, i);
    const text = entry === null || typeof entry !== "object" || isProxy(entry) ? undefined : own(entry, "name");
    if (typeof text === "string") names[names.length] = text;
  }
  taint.lookup(name, names);
  return nearKeys(name, names, names.length);
}

module.exports = { nearestField };
