// Written suites on a real API with real Jest: they pass as written, alone and in parallel, fail
// when the API changes, and leave no process behind.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import { assertGone } from "../controller/client.mjs";
import { fromBody, fromLocation, runOnce, step } from "./harness/steps.mjs";
import { freshPackage, root, runJest, writeSuite } from "./harness/suite-writer.mjs";

const require = createRequire(import.meta.url);
const api = path.join(root, "tests", "contract", "api");
const json = (body, more = {}) => ({ type: "application/json", body, ...more });

const post = (title, more = {}) =>
  step("POST", "/notes", json(JSON.stringify({ title, ...more }), { operation: "POST:/notes" }));
const oneNote = (target) => step("GET", target, { operation: "GET:/notes/{id}" });

const cases = [
  { kind: "Success", calls: [post("a"), oneNote([{ Text: "/notes/" }, fromBody(0, "/id", "1")])] },
  { kind: "Success", calls: [post("b \u2028 `${1}` \"'"), oneNote([{ Text: "/notes/" }, fromLocation(0, "1")])] },
  { kind: "Success", calls: [post("c"), step("GET", "/notes"), post("d", { tags: ["X"] })] },
  { kind: "Success", calls: [step("GET", "/numbers")] },
  { kind: "Success", calls: [step("GET", "/numbers")] },
  { kind: "Success", calls: [step("GET", "/text")] },
  { kind: "Success", calls: [step("GET", "/long")] },
  { kind: "Success", calls: [step("GET", "/moved")] },
  { kind: "Success", calls: [step("HEAD", "/notes")] },
  { kind: "Success", calls: [step("GET", "/env")] },
  { kind: "Success", calls: [step("GET", "/notes"), post("x"), step("GET", "/notes")] },
  { kind: "ClientError", calls: [step("POST", "/notes", json("{"))] },
  { kind: "ClientError", calls: [step("POST", "/notes", json("{}"))] },
  { kind: "ClientError", calls: [oneNote("/notes/nobody")] },
  {
    kind: "Fault",
    calls: [post("x", { tags: 5 })],
    comments: ["F100: HTTP Status 500 at api/server.js line 30\nsecond line \u2028 of it"],
  },
  { kind: "Fault", calls: [step("GET", "/broken-json")], comments: ["F101: the body is not JSON"] },
  { kind: "Fault", calls: [step("GET", "/hang")], comments: ["no answer"] },
  { kind: "Fault", calls: [step("GET", "/close")] },
  { kind: "Fault", calls: [step("GET", "/crash")] },
  { kind: "Success", calls: [step("GET", "/notes")] },
].map((one) => ({ name: "", expectations: [], comments: [], ...one }));

function suiteOf(folder, changes = {}) {
  const cwd = path.relative(folder, api);
  return {
    name: "the contract API",
    start: { Command: { command: "node server.js", cwd, env: [["MODE", "te \"st"]] } },
    reset: { Url: { method: "POST", target: "/reset" } },
    module: "Cjs",
    call_timeout_ms: 500,
    cases,
    ...changes,
  };
}

/** Writes a suite whose expectations come from two runs on the API. */
async function makeSuite(name, changes = () => ({}), type = "commonjs") {
  const home = freshPackage(name, type);
  const folder = path.join(home, "suite");
  const suite = suiteOf(folder, changes(folder));
  writeSuite(folder, suite);
  const sut = require(path.join(folder, "support", "sut.cjs"));
  const runs = [await runOnce(sut, suite.cases), await runOnce(sut, suite.cases)];
  return { home, folder, suite, runs, written: writeSuite(folder, suite, runs) };
}

function assertGreen(run, tests) {
  assert.equal(run.code, 0, run.output);
  assert.equal(run.report.numPassedTests, tests);
  assert.equal(run.report.numTotalTests, tests);
  assert.doesNotMatch(run.output, /did not exit|double callback|force exited/);
}

test("a suite of a start command", async (t) => {
  const made = await makeSuite("command");
  const source = (file) => readFileSync(path.join(made.folder, file), "utf8");

  await t.test("passes in parallel and in band", () => {
    assertGreen(runJest(made.home, { args: ["--maxWorkers=2"] }), cases.length);
    assertGreen(runJest(made.home, { args: ["--runInBand"] }), cases.length);
  });

  await t.test("has unique names that say what is shown, and true line numbers", () => {
    const names = made.written.tests.map(({ name }) => name);
    assert.equal(new Set(names).size, cases.length);
    assert.equal(names[0], 'POST /notes 201, then GET /notes/{id} 200: title="a"');
    assert.equal(names[4], "GET /numbers 200 (2)");
    assert.equal(names[16], "GET /hang timeout");
    for (const one of made.written.tests) {
      const lines = source(one.file).split("\n");
      assert.ok(lines[one.startLine - 1].startsWith(`test(`), one.name);
      assert.equal(lines[one.endLine - 1], "}, LIMIT_MS);");
    }
  });

  await t.test("keeps faults in a file of their own, with the fault named", () => {
    assert.match(source("faults.test.js"), /\/\/ F100: HTTP Status 500 at api\/server\.js line 30\n\/\/ second line \\u2028 of it\ntest\("POST \/notes 500/);
    assert.doesNotMatch(source("success.test.js"), /F100/);
    assert.match(source("faults.test.js"), /left out: the body from character \d+ on \(a stack trace\)/);
  });

  await t.test("says what differs between runs", () => {
    assert.match(source("success.test.js"), /\/\/ left out: \/createdAt, \/token differ between runs/);
    assert.match(source("success.test.js"), /\/\/ left out: \/all has 300 items, of which the first 5 and the last are compared/);
  });

  await t.test("follows no redirect and asks nothing twice", () => {
    assert.match(source("success.test.js"), /\.redirects\(0\)\s*\.ok\(\(\) => true\)/);
    assert.match(source("success.test.js"), /GET \/moved 302/);
    assert.doesNotMatch(source("success.test.js") + source("support/sut.cjs"), /retry/);
  });

  await t.test("is the same in every byte when written again", () => {
    assert.deepEqual(writeSuite(made.folder, made.suite, made.runs), made.written);
  });

  await t.test("parses", () => {
    for (const { path: file } of made.written.files.filter((file) => /js$/.test(file.path))) {
      const check = spawnSync(process.execPath, ["--check", path.join(made.folder, file)], { encoding: "utf8" });
      assert.equal(check.status, 0, check.stderr);
    }
  });

  await t.test("fails when the API changes", () => {
    const run = runJest(made.home, { env: { CHANGED: "!" } });
    assert.equal(run.code, 1);
    const failed = run.report.numFailedTests;
    assert.ok(failed >= 3 && failed < cases.length, `${failed} failed`);
  });

  await t.test("ends every process, and lets the API write its coverage", async () => {
    const coverage = path.join(made.home, "coverage");
    const pids = path.join(made.home, "pids");
    mkdirSync(coverage);
    assertGreen(runJest(made.home, { env: { NODE_V8_COVERAGE: coverage, PID_FILE: pids } }), cases.length);
    const started = readFileSync(pids, "utf8").trim().split("\n").map(Number);
    assert.ok(started.length >= 3, "each file has its own process");
    for (const pid of started) await assertGone(pid);
    const covered = readdirSync(coverage).filter((file) =>
      readFileSync(path.join(coverage, file), "utf8").includes("tests/contract/api/server.js"),
    );
    assert.ok(covered.length >= 3, `${covered.length} coverage files`);
  });
});

const few = cases.filter(({ calls }) => !/hang|close|crash/.test(JSON.stringify(calls)));

test("an API behind npm and a shell is found, reset by restart, and stopped", async () => {
  const { home } = await makeSuite("npm", (folder) => ({
    start: { Command: { command: "true && npm run --silent start", cwd: path.relative(folder, api), env: [["MODE", "npm"]] } },
    reset: "Restart",
    cases: few.slice(0, 3),
  }));
  const pids = path.join(home, "pids");
  assertGreen(runJest(home, { env: { PID_FILE: pids } }), 3);
  const started = readFileSync(pids, "utf8").trim().split("\n").map(Number);
  assert.equal(started.length, 3, "one process for each test");
  for (const pid of started) await assertGone(pid);
});

test("a driver is loaded in a child and obeys", async () => {
  const { home } = await makeSuite("driver", (folder) => ({
    start: { Driver: { path: path.relative(folder, path.join(api, "driver.mjs")), cwd: path.relative(folder, api), env: [] } },
    reset: "Driver",
    cases: few,
  }));
  assertGreen(runJest(home), few.length);
});

test("a driver in TypeScript is loaded with the user's tsx", async () => {
  const { home, written } = await makeSuite("driver-ts", (folder) => ({
    start: { Driver: { path: path.relative(folder, path.join(api, "driver-typed.ts")), cwd: path.relative(folder, api), env: [] } },
    reset: "Driver",
    cases: few.slice(0, 3),
  }));
  assert.deepEqual(written.devDependencies, ["jest", "superagent", "tsx"]);
  assertGreen(runJest(home), 3);
});

test("without a reset, a broken connection keeps the state, a crash or a hang does not", async () => {
  const list = step("GET", "/notes");
  const { home, folder } = await makeSuite("no-reset", () => ({
    reset: "None",
    cases: [
      { kind: "Success", calls: [post("kept"), list] },
      { kind: "Success", calls: [step("GET", "/close"), list] },
      { kind: "Success", calls: [post("more"), step("GET", "/crash"), list] },
      { kind: "Success", calls: [list, post("again"), step("GET", "/hang"), list] },
      { kind: "Success", calls: [list] },
    ].map((one) => ({ name: "", expectations: [], comments: [], ...one })),
  }));
  const source = readFileSync(path.join(folder, "success.test.js"), "utf8");
  assert.match(source, /GET \/notes 200 after GET \/close broken connection/);
  assert.match(source, /GET \/notes broken connection after POST \/notes and GET \/crash broken connection/);
  assertGreen(runJest(home), 5);
});

test("a test after whose answer the API ends waits for that end", async () => {
  const { home, folder } = await makeSuite("ends-later", () => ({
    reset: "None",
    cases: [
      { kind: "Success", calls: [step("GET", "/crash-later")], ends_api: true },
      { kind: "Success", calls: [step("GET", "/notes")] },
    ].map((one) => ({ name: "", expectations: [], comments: [], ...one })),
  }));
  const file = path.join(folder, "success.test.js");
  assert.match(readFileSync(file, "utf8"), /toBe\(202\)[\s\S]*?\n {2}expect\(await sut\.ended\(\)\)\.toBe\(true\);/);
  assertGreen(runJest(home), 2);
});

test("an ESM package gets ES modules", async () => {
  const made = await makeSuite("esm", () => ({ module: "Esm", cases: few }), "module");
  assert.match(readFileSync(path.join(made.folder, "success.test.js"), "utf8"), /^import request from "superagent";$/m);
  assertGreen(runJest(made.home, { esm: true }), few.length);
});

test("an API that does not start is explained", () => {
  const attempt = (name, command, env = {}) => {
    const home = freshPackage(name);
    const folder = path.join(home, "suite");
    const start = { Command: { command, cwd: path.relative(folder, api), env: [] } };
    writeSuite(folder, suiteOf(folder, { start, cases: few.slice(0, 1) }));
    const run = runJest(home, { env });
    assert.equal(run.code, 1);
    return run.output;
  };
  const missing = attempt("missing", "node missing.js");
  assert.match(missing, /The API exited with code 1 before it listened/);
  assert.match(missing, /Start command: node missing\.js/);
  assert.match(missing, /Cannot find module/);
  const silent = attempt("silent", "sleep 30", { SUT_START_TIMEOUT_MS: "300" });
  assert.match(silent, /The API did not listen within 300 ms/);
  assert.match(silent, /It printed nothing/);
});

test("of two servers SUT_PORT chooses the one that wanted that port", async () => {
  const { home } = await makeSuite("two-servers", (folder) => ({
    start: { Command: { command: "node server.js", cwd: path.relative(folder, api), env: [["EXTRA", "1"], ["SUT_PORT", "3000"]] } },
    cases: few.slice(0, 2),
  }));
  assertGreen(runJest(home), 2);
  const first = await makeSuite("two-servers-first", (folder) => ({
    start: { Command: { command: "node server.js", cwd: path.relative(folder, api), env: [["EXTRA", "1"]] } },
    reset: "None",
    cases: few.slice(0, 1),
  }));
  assert.match(first.written.tests[0].name, /418/);
});

test("a fixed port that is taken does not matter", async () => {
  const { createServer } = await import("node:http");
  const other = createServer((request, response) => response.end("somebody else"));
  await new Promise((resolve) => other.listen(3000, resolve).once("error", resolve));
  try {
    const { home } = await makeSuite("taken", () => ({ cases: few.slice(0, 2) }));
    assertGreen(runJest(home), 2);
  } finally {
    other.close();
  }
});
