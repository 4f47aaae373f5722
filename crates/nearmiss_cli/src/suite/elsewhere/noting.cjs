"use strict";
// Loaded into the API: notes the names of the variables of its environment that it reads.

if (process.env.SUT_ADDRESS_FILE) {
  const { appendFileSync } = require("node:fs");
  const file = process.env.NAMES_OF_VARIABLES;
  const real = process.env;
  const seen = new Set();
  const note = (name) => {
    if (typeof name !== "string" || seen.has(name) || !Object.hasOwn(real, name)) return;
    seen.add(name);
    appendFileSync(file, `${name}\n`);
  };
  process.env = new Proxy(real, {
    get(target, name) {
      note(name);
      return target[name];
    },
    has(target, name) {
      note(name);
      return name in target;
    },
    // By itself it would define what is set, which variables refuse that are there.
    set(target, name, value) {
      target[name] = value;
      return true;
    },
  });
}
