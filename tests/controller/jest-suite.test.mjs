// A suite as EvoMaster's core writes it for white-box tests of JavaScript, on a driver of ours: it runs with Jest as it is.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { runJest } from "../contract/harness/suite-writer.mjs";
import { APIS, Core, ROOT, serve } from "./client.mjs";

const DRIVER = path.join(APIS, "odd/driver.js");
/** What the core calls its files, which is not what Jest looks for. */
const SUITE = "EvoMaster_successes_Test.js";
const NAMED = { args: ["--testRegex", "_Test\\.js$"] };
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
    [SUITE]: suite,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  return folder;
}

/** What the core is told that the driver is called, and what `serve` has said by then. */
async function nameOfDriver(driver = DRIVER, cwd = ROOT) {
  const served = await serve([driver], { cwd });
  const core = new Core(served);
  try {
    const { fullName } = await core.controllerInfo();
    return { fullName, said: served.output() };
  } finally {
    core.close();
    await served.stop();
  }
}

test("a suite that the core writes is green on the driver, and needs its resets", async (t) => {
  const { fullName, said } = await nameOfDriver();
  assert.equal(fullName, "OddDriver");
  assert.doesNotMatch(said, /cannot/, "nothing is amiss with it");
  const relative = (folder) => path.relative(folder, DRIVER).split(path.sep).join("/");

  await t.test("as written", () => {
    const folder = path.join(ROOT, "target/controller/jest-suite");
    const run = runJest(packageWith("jest-suite", suiteOf(fullName, relative(folder))), NAMED);
    assert.equal(run.code, 0, run.output);
    assert.equal(run.report.numPassedTests, 3);
    assert.equal(run.report.numTotalTests, 3);
    assert.doesNotMatch(run.output, /did not exit|force exited/, "stopSut leaves nothing open");
  });

  await t.test("without resets one test fails: the state is the driver's to reset", () => {
    const folder = path.join(ROOT, "target/controller/jest-suite-without-resets");
    const suite = suiteOf(fullName, relative(folder)).replace(RESET, "");
    const run = runJest(packageWith("jest-suite-without-resets", suite), NAMED);
    assert.equal(run.code, 1, run.output);
    assert.equal(run.report.numFailedTests, 1);
  });
});

/** A test of where the API runs. */
const STARTED = `
test("test_3_getOnStarted", async () => {
  const { body: [pid, kind] } = await superagent.get(baseUrlOfSut + "/started");
  expect(pid).not.toBe(process.pid);
  expect(kind).toBe(null);
});
`;

for (const [file, name, why] of [
  ["module.driver.mjs", "ModuleDriver", "it is an ES module"],
  ["typed.driver.ts", "TypedDriver", "it is TypeScript"],
  ["named.driver.js", "NamedDriver", "its module.exports is not the class"],
]) {
  test(`beside ${file}, which no suite of the core can require, \`serve\` writes a file that it can`, async () => {
    const label = file.replace(/\..*$/, "");
    const folder = path.join(ROOT, "target/controller/apart", label);
    rmSync(folder, { recursive: true, force: true });
    cpSync(path.join(APIS, "apart"), folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: label, private: true }));
    const { fullName, said } = await nameOfDriver(path.join(folder, file), folder);
    assert.equal(fullName, name);
    const beside = path.join(folder, `${label}.driver.evomaster.cjs`);
    assert.ok(said.includes(`cannot \`require\` ${path.join(folder, file)}: ${why}. They can ${beside},`), said);
    assert.match(said, /name that with --jsControllerPath$/m);
    assert.ok(readFileSync(beside, "utf8").includes(`module.exports = ${name};`));

    const suite = suiteOf(fullName, `../apart/${label}/${label}.driver.evomaster.cjs`) + STARTED;
    const run = runJest(packageWith(`jest-suite-${label}`, suite), NAMED);
    assert.equal(run.code, 0, run.output);
    assert.equal(run.report.numPassedTests, 4);
    assert.doesNotMatch(run.output, /did not exit|force exited/, "stopSut leaves nothing open");
    // As it is, it cannot be used: what is written is needed.
    const bare = runJest(packageWith(`jest-suite-${label}-bare`, suiteOf(fullName, `../apart/${label}/${file}`)), NAMED);
    assert.notEqual(bare.code, 0, bare.output);
  });
}
