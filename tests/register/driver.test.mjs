// Drivers in three module systems, and what is said when a driver is not one.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { get, here, hostFile, registerUrl } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const cwd = join(here, "apps", "drivers");
const start = (core, file) => core.node(["--import", registerUrl, hostFile, file], { cwd });

const drivers = {
  "esm/driver.mjs": (port) => ({
    baseUrl: `http://127.0.0.1:${port}`,
    problem: { openapi: `http://127.0.0.1:${port}/openapi.json` },
    auth: [],
    notRequired: "it is an ES module",
  }),
  "cjs/driver.js": (port) => ({ notRequired: null, baseUrl: `http://127.0.0.1:${port}`, problem: { openapi: "openapi.json" }, auth: [] }),
  "typescript/driver.ts": (port) => ({
    baseUrl: `http://127.0.0.1:${port}/api/`,
    problem: { openapi: "openapi.json" },
    auth: [{ name: "admin", headers: { authorization: "Basic YWRtaW46YWRtaW4=" } }],
    notRequired: "it is TypeScript",
  }),
};

for (const [file, expected] of Object.entries(drivers)) {
  test(`the driver ${file}`, () =>
    withCore(async (core) => {
      const child = start(core, file);
      const [ready] = await core.wait("ready");
      const [listening] = await core.wait("listening");
      const { type, ...said } = ready;
      assert.deepEqual(said, { name: "Driver", ...expected(listening.port) });
      assert.equal(listening.wanted, 3000);
      assert.deepEqual(core.files(), ["app.cjs"], "the driver itself has no probes");

      await core.wait("orders");
      assert.equal((await get(listening.port, "/")).body, "1");
      assert.equal((await get(listening.port, "/")).body, "2");
      assert.equal((await core.order("reset")).ok, true);
      assert.equal((await get(listening.port, "/")).body, "1");
      assert.equal((await core.order("stop")).ok, true);
      assert.equal(await child.ended, 0);
    }));
}

const wrong = {
  "cjs/no_method.js": /exports no driver: a class with startSut, stopSut, resetStateOfSUT, getProblemInfo/,
  "cjs/throws.js": /the database is away/,
  "cjs/absent.js": /Cannot find module .*absent\.js/,
};
for (const [file, message] of Object.entries(wrong)) {
  test(`the driver ${file} is refused with a message`, () =>
    withCore(async (core) => {
      const child = start(core, file);
      const [failed] = await core.wait("failed");
      assert.match(failed.message, message);
      assert.equal(await child.ended, 3);
    }));
}
