"use strict";
// A class of a driver that is looked at when one is made of it.

const { apply, construct } = Reflect;
const { defineProperty, getOwnPropertyDescriptor } = Object;

/**
 * Makes what takes the place of a class, or of a function that makes objects: `make(args, create)` is called instead,
 * and makes the object by `create(args)`. Statics, prototype and `instanceof` are those of the class.
 */
exports.classStandIn = (Class, make) => {
  const standIn = new Proxy(Class, {
    apply: (target, self, args) => make(args, (given) => apply(target, self, given)),
    construct: (target, args, made) => make(args, (given) => construct(target, given, made === standIn ? target : made)),
  });
  const made = getOwnPropertyDescriptor(Class.prototype ?? {}, "constructor");
  // `new database.constructor(file)`
  if (made?.value === Class && made.writable) defineProperty(Class.prototype, "constructor", { ...made, value: standIn });
  return standIn;
};
