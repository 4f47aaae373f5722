"use strict";
// A kind of setup that only tests know: values of the store that tests/dummies/api/server.cjs keeps. It stands for any that is
// added: a program like this one, and a line in the list of kinds.

const store = globalThis[Symbol.for("toy store")];

/** Puts a value into the store. Answers its key. */
exports.put = (value) => {
  const key = `k${store.size + 1}`;
  store.set(key, value);
  return { key };
};
