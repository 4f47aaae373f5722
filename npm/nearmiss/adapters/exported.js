"use strict";
// Wrapped functions and replaced exports that look like the library's own.

const { objectDefineProperty, objectGetOwnPropertyDescriptor, objectGetPrototypeOf, objectHasOwn } =
  require("../runtime/intrinsics.js");

const { create, freeze, getOwnPropertyDescriptors, isExtensible, isFrozen, isSealed, preventExtensions, seal, setPrototypeOf } =
  Object;
const { ownKeys } = Reflect;

/** `wrapper` with all that can be read of `original`: name, length, prototype, own properties. Only its text differs. */
function alike(wrapper, original) {
  const descriptors = getOwnPropertyDescriptors(original);
  const keys = ownKeys(descriptors);
  for (let i = 0; i < keys.length; i += 1) {
    const property = descriptors[keys[i]];
    // `isEmail.default === isEmail`
    if (property.value === original) property.value = wrapper;
    objectDefineProperty(wrapper, keys[i], property);
  }
  if (objectGetPrototypeOf(wrapper) !== objectGetPrototypeOf(original)) {
    setPrototypeOf(wrapper, objectGetPrototypeOf(original));
  }
  return wrapper;
}

/** A function that looks like `original` and calls `run(self, args)`, `args` being what it was called with. */
function wrapped(original, run) {
  const wrapper = objectHasOwn(original, "prototype")
    ? function wrapper() {
        return run(this, arguments);
      }
    : {
        wrapper() {
          return run(this, arguments);
        },
      }.wrapper;
  return alike(wrapper, original);
}

/** Puts `wrap(original)` in the place of a method, with the attributes that the property has. Answers whether it is there. */
function patch(object, name, wrap) {
  const property = objectGetOwnPropertyDescriptor(object, name);
  if (typeof property?.value !== "function" || !(property.writable || property.configurable)) return false;
  objectDefineProperty(object, name, { ...property, value: alike(wrap(property.value), property.value) });
  return true;
}

/** What an export looks like with another value. */
function withValue(descriptor, value) {
  if ("value" in descriptor) return { ...descriptor, value };
  return { ...descriptor, get: () => value };
}

/** The name of the replacement of all that a file exports. */
const WHOLE = "module.exports";

/** The exports of a CommonJS file with some replaced: in place where that is possible, else a copy that looks the same. */
function replaceExports(exports, replacements) {
  if (objectHasOwn(replacements, WHOLE)) return replacements[WHOLE];
  const descriptors = getOwnPropertyDescriptors(exports);
  const names = Object.keys(replacements);
  const inPlace = names.every((name) => descriptors[name]?.configurable || descriptors[name]?.writable);
  for (const name of names) descriptors[name] = withValue(descriptors[name], replacements[name]);
  if (inPlace) {
    for (const name of names) objectDefineProperty(exports, name, descriptors[name]);
    return exports;
  }
  const copy = create(objectGetPrototypeOf(exports), descriptors);
  if (isFrozen(exports)) freeze(copy);
  else if (isSealed(exports)) seal(copy);
  else if (!isExtensible(exports)) preventExtensions(copy);
  return copy;
}

module.exports = { alike, patch, replaceExports, wrapped, WHOLE };
