// Functions that are there only once something of Node is loaded: they are known when the program calls them, and nothing is
// loaded for that.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

test("methods of classes that Node loads late are found when it has, not when the program has put others there", () => {
  const script = `
    const { functionOf } = require("./builtins.js");
    const get = { web: "Headers", method: "get" };
    const global = () => Object.getOwnPropertyDescriptor(globalThis, "Headers");
    const accessor = global();
    const none = functionOf(get);
    const same = global().get === accessor.get;
    class Own { get() {} }
    if (process.argv[1] === "replaced") globalThis.Headers = Own;
    const f = new Response().headers.get;
    const found = functionOf(get) === f;
    const kept = process.argv[1] === "replaced" ? globalThis.Headers === Own : global().get === accessor.get && Headers.prototype.get === f;
    const { prototype } = new Response().headers.constructor;
    prototype.get = function get() {};
    console.log(none, same, found, kept, functionOf(get));
  `;
  for (const how of ["replaced", "as it was"]) {
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", script, how], { cwd: new URL("../../npm/nearmiss/runtime/replacements/", import.meta.url), encoding: "utf8" });
    assert.equal(stdout.trim(), "undefined true true true undefined", stderr);
  }
});
