// Timers of a search while the program has replaced the built-ins that one might use for that: none of them is called for us.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("../../npm/nearmiss/", import.meta.url));

const PROGRAM = `
const { session } = require(${JSON.stringify(join(PACKAGE, "register", "session.js"))});
const requests = require(${JSON.stringify(join(PACKAGE, "sut", "requests.js"))});
// A call of a test is under way.
session.epoch = { isOpen: () => true, current: () => 1 };
session.root = __dirname;
const suppressed = [];
session.suppressed = (what, place) => void (suppressed[suppressed.length] = what + " at " + place);
requests.underWay = () => 1;
require(${JSON.stringify(join(PACKAGE, "sut", "timers", "index.js"))}).install();

const wait = require("node:timers/promises").setTimeout;
const write = process.stdout.write.bind(process.stdout);
const called = [];
const NativePromise = Promise;
function replace(holder, name) {
  const f = function () { called[called.length] = name; throw new Error(name); };
  Object.defineProperty(holder, name, { value: f, configurable: true, writable: true });
}
function use() {
  setTimeout(() => {}, "60000");
  setInterval(() => {}, 60001).unref();
  const waits = wait(60000);
  return Object.getPrototypeOf(waits) === NativePromise.prototype;
}
for (const name of ["startsWith", "lastIndexOf", "indexOf", "slice", "split", "endsWith"]) replace(String.prototype, name);
for (const name of ["has", "add"]) replace(Set.prototype, name);
for (const name of ["Promise", "Number", "Set"]) replace(globalThis, name);
const path = require("node:path");
for (const name of ["relative", "join"]) replace(path, name);
let same = false;
try { same = use(); } catch (error) { called[called.length] = error.stack; }
let text = "" + same + " " + called.length;
for (let i = 0; i < called.length; i += 1) text += " " + called[i];
for (let i = 0; i < suppressed.length; i += 1) text += "\\n" + suppressed[i];
write(text);
process.reallyExit(0);
`;

test("who asks for a timer is found out, and it is capped, with nothing that the program has replaced", () => {
  const folder = mkdtempSync(join(tmpdir(), "nearmiss-timers-"));
  try {
    const file = join(folder, "program.cjs");
    writeFileSync(file, PROGRAM);
    const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    const lines = stdout.split("\n");
    assert.equal(lines[0], "true 0", stderr);
    assert.deepEqual(
      lines.slice(1).map((line) => line.replace(/:\d+$/, "")),
      ["setTimeout capped at 1000 ms at program.cjs", "setInterval capped at 1000 ms at program.cjs", "setTimeout capped at 1000 ms at program.cjs"],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
