// NEARMISS_COVERAGE where a signal ends the process, and the reporter of near misses.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { withFolder } from "./hosts.mjs";

const { nearMisses } = createRequire(import.meta.url)("nearmiss/near-misses");
const SERVER = `require("node:http").createServer(() => {}).listen(0, () => console.log("up", process.listenerCount("SIGTERM")));\n`;

/** Starts a program with coverage, sends it a signal when it is up; answers how it ended, what it printed and the files written. */
function ended(text, signal) {
  return withFolder(async (folder) => {
    fs.writeFileSync(path.join(folder, "package.json"), "{}");
    fs.writeFileSync(path.join(folder, "app.js"), text);
    const env = { ...process.env, NODE_OPTIONS: "", NEARMISS_CONTROL: "", NEARMISS_COVERAGE: path.join(folder, "out") };
    const args = ["--pending-deprecation", "--import", import.meta.resolve("nearmiss/register"), "app.js"];
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    child.stderr.on("data", (chunk) => (printed += chunk));
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      if (`${chunk}`.startsWith("up")) child.kill(signal);
    });
    const [code, by] = await once(child, "close");
    const written = fs.existsSync(path.join(folder, "out")) ? fs.readdirSync(path.join(folder, "out")).length : 0;
    return { code, by, printed, written };
  });
}

for (const signal of ["SIGTERM", "SIGINT"]) {
  test(`a server that ${signal} ends writes its coverage and ends by ${signal}; no listener is seen`, async () => {
    assert.deepEqual(await ended(SERVER, signal), { code: null, by: signal, printed: "up 0\n", written: 1 });
  });
}

test("a handler of the program's own decides alone how the process ends", async () => {
  const own = `process.once("SIGTERM", () => { console.log("mine"); setTimeout(() => process.exit(7), 20); });\n`;
  assert.deepEqual(await ended(own + SERVER, "SIGTERM"), { code: 7, by: null, printed: "up 1\nmine\n", written: 1 });
});

test("a handler that goes and sends the signal again, as libraries do, ends the process by it", async () => {
  const again = `const f = () => { process.removeListener("SIGTERM", f); process.kill(process.pid, "SIGTERM"); };\nprocess.on("SIGTERM", f);\n`;
  assert.deepEqual(await ended(again + SERVER, "SIGTERM"), { code: null, by: "SIGTERM", printed: "up 1\n", written: 1 });
});

test("near misses of a file that no test loaded are none: its coverage holds conditions in place of values", () => {
  const place = { start: { line: 1 } };
  const coverage = { path: "a.js", branchMap: { 0: { type: "if", loc: place, locations: [place, place] } }, b: { 0: [0, 0] } };
  assert.deepEqual(nearMisses({ ...coverage, nm: { s: [[2]], f: [], b: [[[2], [4]]], near: [[2, 4]] } }), []);
  assert.equal(nearMisses({ ...coverage, nm: { b: { 0: [0.5, 0] } } }).length, 1);
});
