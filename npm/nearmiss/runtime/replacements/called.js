"use strict";
// Of a function that calls another: which one, where that is known without its arguments.

/** None, or one that is found out by `through` only. */
const CALLS_NONE = 0;
/** What it is called on: `f.call(...)`. */
const CALLS_ITSELF = 1;
/** What it is given first: `Reflect.apply(f, ...)`. */
const CALLS_FIRST = 2;

module.exports = { CALLS_NONE, CALLS_ITSELF, CALLS_FIRST };
