// Resets that fail or get no answer, of the API of a driver, in written suites: how long they are waited for.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import { freshPackage, writeSuite } from "./harness/suite-writer.mjs";

const require = createRequire(import.meta.url);
/** How long what a driver has started goes on: nobody waits for that. */
const LEFT_OVER_SECONDS = 600;

/** The part of a written suite that starts and resets the API of a driver with this reset. */
function sutOf(name, reset, { answer = "response.end(String(process.pid))", how = "Driver" } = {}) {
  const home = freshPackage(name);
  const driver = `
const { spawn } = require("node:child_process");
const http = require("node:http");
module.exports = class {
  async startSut() {
    const server = http.createServer((request, response) => { ${answer}; });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return "http://127.0.0.1:" + server.address().port;
  }
  async stopSut() {}
  async resetStateOfSUT() { ${reset} }
};
`;
  writeFileSync(path.join(home, "driver.cjs"), driver);
  const folder = path.join(home, "suite");
  const start = { Driver: { path: "../driver.cjs", cwd: "..", env: [] } };
  writeSuite(folder, { name, start, reset: how, module: "Cjs", call_timeout_ms: 5000, cases: [] });
  return require(path.join(folder, "support", "sut.cjs"));
}

async function timed(what) {
  const began = Date.now();
  const error = await what().then(() => undefined, (error) => error);
  return { took: Date.now() - began, error };
}

test("a driver that ends is not waited for longer than that takes, though what it started holds its output", async () => {
  const sut = sutOf("driver-ends", `
    if (global.again) return;
    spawn("sleep", ["${LEFT_OVER_SECONDS}"], { stdio: "inherit" });
    setTimeout(() => process.exit(1), 100);
    throw new Error("on its way out");`);
  try {
    await sut.start();
    const before = sut.url;
    // The first test's reset finds an API that ends, and starts another.
    const { took, error } = await timed(() => sut.reset());
    assert.equal(error, undefined, error?.stack);
    assert.notEqual(sut.url, before);
    assert.ok(took < (1000 * LEFT_OVER_SECONDS) / 2, `${took} ms`);
  } finally {
    await sut.stop();
  }
});

test("a driver whose reset fails and who stays is waited for once", async () => {
  const sut = sutOf("driver-stays", `throw new Error("cannot be reset");`);
  try {
    await sut.start();
    const first = await timed(() => sut.reset());
    assert.match(first.error.message, /reset failed: Error: cannot be reset/);
    const second = await timed(() => sut.reset());
    assert.match(second.error.message, /reset failed: Error: cannot be reset/);
    assert.ok(second.took < first.took, `${first.took} ms, then ${second.took} ms`);
  } finally {
    await sut.stop();
  }
});

for (const how of ["Driver", { Url: { method: "POST", target: "/reset" } }]) {
  test(`an API that an earlier call blocks is not waited for: another is started (${JSON.stringify(how)})`, async () => {
    process.env.SUT_RESET_TIMEOUT_MS = "500";
    const answer = 'if (request.url === "/block") for (;;); else response.end(String(process.pid))';
    const sut = sutOf(`blocked-${typeof how}`, "", { answer, how });
    try {
      await sut.start();
      const pid = async () => (await fetch(`${sut.url}/pid`)).text();
      const before = await pid();
      await sut.reset();
      assert.equal(await pid(), before);
      await assert.rejects(fetch(`${sut.url}/block`, { signal: AbortSignal.timeout(100) }));
      const { error } = await timed(() => sut.reset());
      assert.equal(error, undefined, error?.stack);
      assert.notEqual(await pid(), before);
    } finally {
      delete process.env.SUT_RESET_TIMEOUT_MS;
      await sut.stop();
    }
  });
}
