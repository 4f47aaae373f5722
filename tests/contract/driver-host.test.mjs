// The host of drivers in written suites, on its own: drivers as users write them, outside of this
// workspace, where the package nearmiss is not installed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

import { root } from "./harness/suite-writer.mjs";

const support = path.join(root, "crates", "nearmiss_writer", "src", "formats", "superagent", "support");
const methods = `
  async startSut() { return "http://127.0.0.1:1/base"; }
  async stopSut() {}
  async resetStateOfSUT() { if (this.broken) throw new Error("cannot be reset"); this.broken = true; }`;

/** Loads a driver of that text in a fresh package and answers what the host says to orders. */
async function talk(name, text, { packages = [], type = "commonjs" } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "driver-host-"));
  cpSync(support, path.join(folder, "support"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type }));
  writeFileSync(path.join(folder, name), text);
  mkdirSync(path.join(folder, "node_modules"));
  for (const one of packages) {
    symlinkSync(path.join(root, "node_modules", one), path.join(folder, "node_modules", one));
  }
  const host = spawn(process.execPath, [path.join(folder, "support", "driver-host.mjs"), path.join(folder, name)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const say = (order, id) =>
    new Promise((resolve, reject) => {
      host.once("message", resolve).once("exit", (code) => reject(new Error(`exited with ${code}`)));
      host.send({ id, order });
    });
  try {
    return [await say("start", 1), await say("reset", 2), await say("reset", 3), await say("stop", 4)];
  } finally {
    host.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertObeyed([start, reset, failed, stop]) {
  assert.deepEqual(start, { id: 1, url: "http://127.0.0.1:1" });
  assert.deepEqual(reset, { id: 2 });
  assert.match(failed.error, /cannot be reset/);
  assert.deepEqual(stop, { id: 4 });
}

test("a CommonJS driver with nearmiss's base class needs no nearmiss", async () => {
  const text = `const { SutDriver } = require("nearmiss"); module.exports = class extends SutDriver {${methods}};`;
  assertObeyed(await talk("driver.js", text));
  assertObeyed(await talk("driver.cjs", text.replace("module.exports =", "exports.Mine ="), { type: "module" }));
});

test("an ES module driver with nearmiss's base class needs no nearmiss", async () => {
  const text = `import { SutDriver } from "nearmiss"; export default class extends SutDriver {${methods}}`;
  assertObeyed(await talk("driver.mjs", text));
  assertObeyed(await talk("driver.js", text, { type: "module" }));
});

test("a TypeScript driver with nearmiss's base class needs tsx only", async () => {
  const text = `import { SutDriver } from "nearmiss"; enum E { A } export default class extends SutDriver { private broken?: boolean = !!E.A; ${methods}}`;
  for (const type of ["commonjs", "module"]) {
    assertObeyed(await talk("driver.ts", text, { packages: ["tsx"], type }));
  }
});

test("a file that is no driver is named", async () => {
  const [start] = await talk("driver.js", "module.exports = { startSut() {} };");
  assert.match(start.error, /driver\.js has no default export that is a class with startSut/);
});

test("TypeScript without a loader is explained", { skip: Boolean(process.features.typescript) }, async () => {
  const [start] = await talk("driver.ts", `export default class {${methods}}`);
  assert.match(start.error, /driver\.ts is TypeScript: add "tsx"/);
});
