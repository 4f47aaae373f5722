"use strict";
// What adapters tell the runtime: a validation begins, and how it ends. Nothing of it reaches the program.

const { session } = require("../register/session.js");
const { belongs, holds, querySent } = require("../runtime/validation/place.js");
const { isNativeError, isProxy, objectGetOwnPropertyDescriptor, objectGetPrototypeOf, promiseThen } =
  require("../runtime/intrinsics.js");

/** The value of an own data property of anything, else undefined; no code of the program runs. */
function ownField(object, name) {
  if ((typeof object !== "object" && typeof object !== "function") || object === null || isProxy(object)) return undefined;
  return objectGetOwnPropertyDescriptor(object, name)?.value;
}
exports.ownField = ownField;

/**
 * A validation of `input` against `schema` begins. `adapter` is `{ library, describe(schema) }`, see README.md. Answers a
 * record for {@link end}, or null where nobody wants to know.
 */
exports.begin = (adapter, schema, input) => {
  const { runtime } = session;
  return runtime === null ? null : runtime.validations.begin(adapter, schema, input);
};

/** The validation of the record ended: `valid`, or undefined when that cannot be said. */
exports.end = (record, valid) => {
  if (record !== null) session.runtime.validations.end(record, valid);
};

/** The validation of the record goes on, and only the program will learn how it ends. */
exports.leave = (record) => {
  if (record !== null) session.runtime.validations.leave(record);
};

/** A framework keeps what it has parsed of a request of Node on `holder`, as `body`, `query`, `params` or `cookies`. */
exports.holds = holds;

/**
 * A framework holds all of a part of its requests against a schema, and the part is not to be recognised: it is
 * copied before.
 */
exports.belongs = belongs;

/** The query of a request of Node as it was sent. */
exports.querySent = querySent;

/**
 * A framework hands on what it has read of a request: of `query`, `headers`, `cookies` or `body` what stands there under
 * `name`, or all of it ("").
 */
exports.given = (request, part, name, value) => {
  const { inputs } = session;
  if (inputs === null || typeof request !== "object" || request === null || isProxy(request)) return;
  try {
    inputs.given(request, part, name, value);
  } catch {
    // As if nobody had looked.
  }
};

/** Whether an error is an instance of the library's class of this name; nothing of the program runs. */
exports.isOfClass = (error, name) => {
  if (!isNativeError(error) || isProxy(error)) return false;
  const known = ownField(objectGetPrototypeOf(error), "constructor");
  return typeof known === "function" && ownField(known, "name") === name;
};

/** Whether an object inherits from a prototype, as far as that shows without running code of the program. */
exports.inherits = (object, prototype) => {
  if (typeof object !== "object" || object === null) return false;
  let at = object;
  while (at !== null && !isProxy(at)) {
    at = objectGetPrototypeOf(at);
    if (at === prototype) return true;
  }
  return false;
};

/**
 * Calls `valid(value)` once a promise is fulfilled. Only for promises that the library itself waits for: a handler of ours
 * makes a rejected one count as handled.
 */
const whenDone = (promise, done) => {
  promiseThen(promise, done, () => {});
};
exports.whenDone = whenDone;

const isPromise = (value) => typeof value === "object" && value !== null && value instanceof Promise;

/**
 * Calls `done(value)` with what a library answered, or with what the promise of it comes to: the library waits for
 * that, too.
 */
exports.whenThere = (answer, done) => {
  if (isPromise(answer)) whenDone(answer, done);
  else done(answer);
};

