// `nearmiss replay`: a fault by its id is still there, and gone once the API is mended; tests that fail and tests that flicker.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";
import { fixture } from "./sut-process.mjs";

const from = fixture("explained");
const FILES = ["server.js", "openapi.json", "src/app.js", "src/refunds.js"];
const SUITE = "nearmiss-tests";
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** What the package says of its own tests, as Nest's starter does: it is not for ours. */
const OWN_TESTS = { jest: { rootDir: "src", testRegex: "\\.spec\\.js$" } };

/** A copy of the API with a suite, where the packages of this tree are found. */
function copy(manifest = OWN_TESTS) {
  const texts = FILES.map((name) => [name, fs.readFileSync(path.join(from, name), "utf8")]);
  const dir = project(Object.fromEntries(texts), { manifest, installed: false });
  fs.symlinkSync(modules, path.join(dir, "node_modules"));
  return dir;
}

let dir;
let report;
const source = () => fs.readFileSync(path.join(dir, "src/app.js"), "utf8");
const change = (text) => fs.writeFileSync(path.join(dir, "src/app.js"), text);

/** Runs the command with the API changed as `mend` says. */
async function replay(args, mend = (text) => text) {
  const original = source();
  change(mend(original));
  try {
    return await nearmiss(dir, ["replay", SUITE, ...args]);
  } finally {
    change(original);
  }
}

const mended = (text) => text.replace("order.lines.length", "(order.lines ?? []).length");

describe("replay", () => {
  before(async () => {
    dir = copy();
    const args = ["--start", "node server.js", "--openapi", "openapi.json", "--calls", "600", "--seed", "1"];
    const run = await nearmiss(dir, ["fuzz", ...args, "--quiet"]);
    assert.equal(run.code, 0, run.output);
    report = JSON.parse(fs.readFileSync(path.join(dir, SUITE, "report.json"), "utf8"));
  });

  const fault = () => report.nearmiss.faults.find(({ code }) => code === 100);
  it("reproduces a fault by its id", async () => {
    const { id } = fault();
    assert.match(id, /^100-[0-9a-f]{8}$/);
    const run = await replay(["--fault", id]);
    assert.equal(run.code, 0, run.output);
    const { startLine, filePath } = report.testCases.find(({ id: test }) => test === fault().testCaseId);
    assert.match(run.stdout, new RegExp(`^${id} {2}still there {2}GET:/api/order, HTTP Status 500 {2}${SUITE}/${filePath}:${startLine}$`, "m"));
    assert.match(run.stdout, /^1 tests were run: 1 hold, 0 do not$/m);
  });

  it("says that it is gone once the API is mended", async () => {
    const run = await replay(["--fault", fault().id], mended);
    assert.equal(run.code, 1, run.output);
    assert.match(run.stdout, new RegExp(`^${fault().id} {2}gone {9}GET:/api/order, .*faults\\.test\\.js:\\d+\n {4}\\S`, "m"));
  });

  it("runs a whole suite, and says which tests fail", async () => {
    const whole = await replay([]);
    assert.equal(whole.code, 0, whole.output);
    assert.match(whole.stdout, new RegExp(`^running ${report.totalTests} of ${report.totalTests} tests with jest$`, "m"));
    const changed = await replay(["--quiet"], (text) => text.replace('fare: "full"', 'fare: "none"'));
    assert.equal(changed.code, 1, changed.output);
    assert.match(changed.stdout, new RegExp(`^fails: .*GET /api/number 200.* {2}${SUITE}/\\S+:\\d+\n {4}\\S`, "m"));
    assert.doesNotMatch(changed.stdout, /still there|^fails: GET \/api\/string \d+ {2}/m);
  });

  it("runs the files of an API with a database one after another", async () => {
    // How they are run is looked at, and not what they expect.
    const shared = copy({ dependencies: { pg: "8" } });
    const args = ["--start", "node server.js", "--openapi", "openapi.json", "--calls", "100", "--seed", "1"];
    const run = await nearmiss(shared, ["fuzz", ...args, "--no-replay", "--quiet"]);
    assert.equal(run.code, 0, run.output);
    const file = (name) => JSON.parse(fs.readFileSync(path.join(shared, SUITE, name), "utf8"));
    assert.equal(file("jest.config.json").maxWorkers, 1);
    assert.equal(file("support/start.json").inBand, true);
    const again = await nearmiss(shared, ["replay", SUITE]);
    assert.equal(again.code, 0, again.output);
    assert.equal(JSON.parse(fs.readFileSync(path.join(dir, SUITE, "jest.config.json"), "utf8")).maxWorkers, undefined);
  });

  it("runs tests by a part of their name, several times, and names those that flicker", async () => {
    const alone = await replay(["--test", "/api/truthiness"]);
    assert.equal(alone.code, 0, alone.output);
    assert.doesNotMatch(alone.stdout, /still there/);
    const state = path.join(dir, "calls");
    fs.rmSync(state, { force: true });
    // Every second start of the API answers otherwise. A test that fails alone is run once more with its file.
    const flickers = (text) =>
      text.replace('log: "nothing"', 'log: odd ? "nothing" : "something"').replace(
        "const PRICES",
        `const fs = require("node:fs");\nfs.appendFileSync(${JSON.stringify(state)}, "x");\nconst odd = fs.statSync(${JSON.stringify(state)}).size % 3 !== 2;\nconst PRICES`,
      );
    const run = await replay(["--times", "3"], flickers);
    assert.equal(run.code, 1, run.output);
    assert.match(run.stdout, new RegExp(`^flickers: .*GET /api/truthiness 200.* {2}${SUITE}/\\S+:\\d+: passed [12] of 3 times$`, "m"));
  });

  it("refuses what is no suite, no fault, no test, and names packages that are missing", async () => {
    const { id } = fault();
    const cases = [
      [["replay", "nowhere"], /there is no folder nowhere; give the folder of a suite/],
      [["replay", "src"], /src\/report\.json: .*the report that `nearmiss fuzz` writes with a suite is needed/],
      [["replay", SUITE, "--fault", "100-00000000"], new RegExp(`--fault 100-00000000: there is no such fault in the report; known: .*${id}`)],
      [["replay", SUITE, "--test", "PATCH"], /--test "PATCH": no name of a test holds it; there are \d+ tests, such as "/],
      [["replay", SUITE, "--runner", "ava"], /'ava'[\s\S]*jest, mocha, node, vitest/],
    ];
    for (const [args, message] of cases) {
      const run = await nearmiss(dir, args);
      assert.equal(run.code, 2, run.output);
      assert.match(run.stderr, message);
    }
    const bare = project({}, { installed: false });
    fs.cpSync(path.join(dir, SUITE), path.join(bare, SUITE), { recursive: true });
    const missing = await nearmiss(bare, ["replay", SUITE]);
    assert.equal(missing.code, 2, missing.output);
    assert.match(missing.stderr, /packages that are not installed: jest, superagent; install them with: npm install --save-dev jest superagent/);
  });
});

/** Formats whose runner is installed. */
const FORMATS = ["vitest", "node", "mocha"].filter((name) => name === "node" || fs.existsSync(path.join(modules, name)));

describe("suites of other formats", () => {
  for (const format of FORMATS) {
    it(`are run with ${format}, a fault by itself and all tests`, async () => {
      const suite = `tests-${format}`;
      const args = ["--start", "node server.js", "--openapi", "openapi.json", "--calls", "300", "--seed", "1", "--format", format, "--out", suite];
      const fuzzed = await nearmiss(dir, ["fuzz", ...args, "--quiet"]);
      assert.equal(fuzzed.code, 0, fuzzed.output);
      const written = JSON.parse(fs.readFileSync(path.join(dir, suite, "report.json"), "utf8"));
      const { id } = written.nearmiss.faults.find(({ code }) => code === 100);
      const alone = await nearmiss(dir, ["replay", suite, "--fault", id]);
      assert.equal(alone.code, 0, alone.output);
      assert.match(alone.stdout, new RegExp(`^running 1 of ${written.totalTests} tests with ${format}\\n${id} {2}still there `, "m"));
      const whole = await nearmiss(dir, ["replay", suite]);
      assert.equal(whole.code, 0, whole.output);
      assert.match(whole.stdout, new RegExp(`^${written.totalTests} tests were run: ${written.totalTests} hold, 0 do not$`, "m"));
      const original = source();
      change(mended(original));
      const gone = await nearmiss(dir, ["replay", suite, "--fault", id]);
      change(original);
      assert.equal(gone.code, 1, gone.output);
      assert.match(gone.stdout, new RegExp(`^${id} {2}gone .*\\n {4}\\S`, "m"));
    });
  }
});
