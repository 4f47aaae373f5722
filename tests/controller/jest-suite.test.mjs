// A suite as EvoMaster's core writes it for white-box tests of JavaScript, on a driver of ours: it runs with Jest as it is.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { runJest } from "../contract/harness/suite-writer.mjs";
import { APIS, Core, ROOT, serve } from "./client.mjs";

const DRIVER = path.join(APIS, "odd/driver.js");
const RESET = "beforeEach(async () => { await controller.resetStateOfSUT(); });";

/** The frame of a suite, line for line what the core writes; the name comes from controllerInfo, the path from its option. */
const suiteOf = (fullName, driver) => `process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
const superagent = require("superagent");
const EM_HTTP_TIMEOUT_MS = 30000;
const EM = require("./EMTestUtils.js");
const ${fullName} = require("${driver}");
jest.setTimeout(60*1000);

const controller = new ${fullName}();
let baseUrlOfSut;

beforeAll(async () => {
  await controller.setupForGeneratedTest();
  baseUrlOfSut = await controller.startSut();
  expect(baseUrlOfSut).toBeTruthy();
});
afterAll(async () => { await controller.stopSut(); });
${RESET}

test("test_0_getOnCountReturns1", async () => {
  let res_0;
  res_0 = await superagent.get(baseUrlOfSut + "/count").set('Accept', "*/*").timeout(EM_HTTP_TIMEOUT_MS).ok(res => res.status);
  expect(res_0.status).toBe(200);
  expect(Number(res_0.text ?? res_0.body)).toBe(1);
});

test("test_1_getOnCountReturns1Again", async () => {
  let res_0;
  res_0 = await superagent.get(EM.resolveLocation(null, baseUrlOfSut + "/count")).set('Accept', "*/*").timeout(EM_HTTP_TIMEOUT_MS).ok(res => res.status);
  expect(res_0.status).toBe(200);
  expect(Number(res_0.text ?? res_0.body)).toBe(1);
});

test("test_2_getOnThrowsReturns500", async () => {
  let res_0;
  res_0 = await superagent.get(baseUrlOfSut + "/throws").set('Accept', "*/*").timeout(EM_HTTP_TIMEOUT_MS).ok(res => res.status);
  expect(res_0.status).toBe(500); // odd/server.js
});
`;

/** In the place of the file that the core puts beside its tests: the one function of it that this suite calls. */
const TEST_UTILS = "module.exports = { resolveLocation: (location, template) => location ?? template };\n";

/** A package with that suite, where Jest and superagent are found. */
function packageWith(name, suite) {
  const folder = path.join(ROOT, "target/controller", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = {
    "package.json": JSON.stringify({ name, private: true }),
    "EMTestUtils.js": TEST_UTILS,
    "EvoMaster_successes_Test.test.js": suite,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  return folder;
}

async function nameOfDriver() {
  const served = await serve([DRIVER]);
  const core = new Core(served);
  try {
    return (await core.controllerInfo()).fullName;
  } finally {
    core.close();
    await served.stop();
  }
}

test("a suite that the core writes is green on the driver, and needs its resets", async (t) => {
  const fullName = await nameOfDriver();
  assert.equal(fullName, "OddDriver");
  const relative = (folder) => path.relative(folder, DRIVER).split(path.sep).join("/");

  await t.test("as written", () => {
    const folder = path.join(ROOT, "target/controller/jest-suite");
    const run = runJest(packageWith("jest-suite", suiteOf(fullName, relative(folder))));
    assert.equal(run.code, 0, run.output);
    assert.equal(run.report.numPassedTests, 3);
    assert.equal(run.report.numTotalTests, 3);
    assert.doesNotMatch(run.output, /did not exit|force exited/, "stopSut leaves nothing open");
  });

  await t.test("without resets one test fails: the state is the driver's to reset", () => {
    const folder = path.join(ROOT, "target/controller/jest-suite-without-resets");
    const run = runJest(packageWith("jest-suite-without-resets", suiteOf(fullName, relative(folder)).replace(RESET, "")));
    assert.equal(run.code, 1, run.output);
    assert.equal(run.report.numFailedTests, 1);
  });
});
