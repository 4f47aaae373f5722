// Functions that are there only once something of Node is loaded: they are known when the program calls them, and nothing is
// loaded for that.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const RUNTIME = new URL("../../npm/nearmiss/runtime/", import.meta.url);

/** What a script prints that has the runtime, and asks whether `Headers.prototype.get` is `known`. */
function printed(script) {
  const prelude = `
    const { create, detachedBuffer } = require("./index.js");
    const { functionOf } = require("./replacements/builtins.js");
    const { probes } = create(detachedBuffer(64));
    const known = () => functionOf({ web: "Headers", method: "get" });
    const loaded = () => process.moduleLoadList.some((name) => name.includes("undici"));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", prelude + script], { cwd: RUNTIME, encoding: "utf8" });
  assert.equal(stderr, "");
  return stdout.trim();
}

test("the runtime does not load what the program has not", () => {
  assert.equal(printed(`const own = { get: function get() { return 5; } }; console.log(probes.t(20, 21, own, own.get), known(), loaded());`), "5 undefined false");
});

test("a method is known once its class is there, and what the program reads stays as it was", () => {
  const script = (first) => `
    const { headers } = new ${first}();
    const found = known() === headers.get;
    const { value, get } = Object.getOwnPropertyDescriptor(globalThis, "Headers");
    console.log(found, value === headers.constructor || typeof get === "function", Headers === headers.constructor);
  `;
  for (const first of ["Response", "(Headers, Response)"]) assert.equal(printed(script(first)), "true true true", first);
});

test("what the program has put in the place of a class or a method is none of ours", () => {
  assert.equal(printed(`new Response(); globalThis.Headers = class { get() {} }; console.log(known());`), "undefined");
  assert.equal(printed(`new Response(); globalThis.Headers = new Proxy(Headers, { getOwnPropertyDescriptor() { console.log("trap"); } }); console.log(known());`), "undefined");
  assert.equal(printed(`Headers.prototype.get = function get() {}; console.log(known());`), "undefined");
  assert.equal(printed(`new Response(); Object.defineProperty(globalThis, "Headers", { get() { console.log("read"); } }); console.log(known());`), "undefined");
});
