// The echo contract: what is run is what is written. Each step of fixtures/suites/echo.json is sent
// by the written test and by the runner, and the raw bytes are those of `wire_head`. Only the port
// in the Host line may differ.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import { example, freshPackage, root, runJest, writeSuite } from "./harness/suite-writer.mjs";

const require = createRequire(import.meta.url);
const { answer } = require("./echo-server.cjs");
const here = path.join(root, "tests", "contract");
const cases = JSON.parse(readFileSync(path.join(root, "fixtures", "suites", "echo.json"), "utf8"));
const steps = cases.flat();
const expected = example("wire_bytes", { cases, host: "127.0.0.1:0", answer }).flat();

const withoutPort = (request) => request.replace(/^(Host: 127\.0\.0\.1:)\d+\r$/m, "$10\r");

function assertSame(requests, who) {
  assert.equal(requests.length, expected.length, `${who} sent ${requests.length} requests`);
  requests.forEach((request, index) => {
    assert.equal(withoutPort(request), expected[index], `${who}, step ${index}: ${JSON.stringify(steps[index])}`);
  });
}

test("the fixture is wide enough", () => {
  assert.ok(steps.length >= 60, `${steps.length} steps`);
  assert.ok(new Set(expected).size >= 60);
});

test("the written test sends these bytes", () => {
  const home = freshPackage("echo");
  const folder = path.join(home, "suite");
  const record = path.join(home, "record");
  const headers = answer.headers;
  const run = cases.map((one) =>
    one.map(({ Http }) => ({ status: 200, headers, body: Http.method === "HEAD" ? "" : answer.body })),
  );
  const written = writeSuite(
    folder,
    {
      name: "echo",
      start: { Command: { command: "node echo-server.cjs", cwd: path.relative(folder, here), env: [["RECORD", record]] } },
      reset: "None",
      module: "Cjs",
      call_timeout_ms: 5000,
      cases: cases.map((one) => ({ name: "", kind: "Success", steps: one, expectations: [], comments: [] })),
    },
    [run, run],
  );
  const jest = runJest(home, { args: ["--runInBand"] });
  assert.equal(jest.code, 0, jest.output);
  assert.equal(jest.report.numPassedTests, cases.length);
  // Jest runs files in an order of its own, each with its own server: told apart by the port.
  const lines = readFileSync(record, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const byPort = Map.groupBy?.(lines, ({ port }) => port) ?? groupByPort(lines);
  const files = [...new Set(written.tests.map(({ file }) => file))];
  const groups = [...byPort.values()].map((group) => group.map(({ request }) => request));
  assert.equal(groups.length, files.length);
  const wanted = files.map((file) =>
    written.tests.filter((one) => one.file === file).reduce((n, one) => n + cases[one.case].length, 0),
  );
  const first = cases[0][0].Http.target[0].Text;
  const inOrder = groups.sort((a, b) => Number(startsWith(b, first)) - Number(startsWith(a, first)));
  assert.deepEqual(inOrder.map((group) => group.length), wanted);
  assertSame(inOrder.flat(), "the written test");
});

const startsWith = (group, target) => group[0].startsWith(`GET ${target} HTTP`);

function groupByPort(lines) {
  const groups = new Map();
  for (const line of lines) groups.set(line.port, [...(groups.get(line.port) ?? []), line]);
  return groups;
}

const cli = path.join(root, "npm", "nearmiss", "bin", "nearmiss.js");
const hasRunner = () =>
  existsSync(cli) &&
  spawnSync(process.execPath, [cli, "internal-send", "--help"], { encoding: "utf8" }).status === 0;

test("the runner sends these bytes", { skip: hasRunner() ? false : "the command line is not built" }, async () => {
  const { fork } = await import("node:child_process");
  const home = freshPackage("echo-runner");
  const record = path.join(home, "record");
  writeFileSync(record, "");
  const server = fork(path.join(here, "harness", "echo-host.cjs"), { env: { ...process.env, RECORD: record } });
  try {
    const port = await new Promise((resolve) => server.once("message", resolve));
    const file = path.join(root, "fixtures", "suites", "echo.json");
    const run = spawnSync(process.execPath, [cli, "internal-send", file, "--base", `http://127.0.0.1:${port}`], { encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr);
  } finally {
    server.kill();
  }
  const lines = readFileSync(record, "utf8").trim().split("\n").map((line) => JSON.parse(line).request);
  assertSame(lines, "the runner");
});
