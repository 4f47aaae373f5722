// The echo contract: what is run is what is written. Each step of fixtures/suites/echo.json is sent
// by the written test and by the runner, and the raw bytes are those of `wire_head`. Only the port
// in the Host line may differ.
import assert from "node:assert/strict";
import { fork, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import { exampleProgram } from "../example-program.cjs";
import { example, freshPackage, root, runJest, writeSuite } from "./harness/suite-writer.mjs";

const require = createRequire(import.meta.url);
const { answer } = require("./echo-server.cjs");
const here = path.join(root, "tests", "contract");
const fixture = path.join(root, "fixtures", "suites", "echo.json");
const steps = JSON.parse(readFileSync(fixture, "utf8"));
const cases = casesOf(steps);
/** What calls carry, by user and slot; of nobody, by variable. */
const credentials = { bob: { "X-Api-Key": "k-é→ 1" }, "": { ECHO_WORD: "p@ss wörd/&?" } };
const bob = {
  user: { name: "bob", headers: [["X-Api-Key", [{ variable: { name: "ECHO_KEY", form: "plain" } }]]], registration: null, login: null },
  forgotten: false,
};
const expected = example("wire_bytes", { cases, host: "127.0.0.1:0", answer, credentials }).flat();

/** Steps that take something from an answer belong to one test with it; others stand alone. */
function casesOf(all) {
  const links = (one) => JSON.stringify(one).includes('"FromResponse"');
  const starts = all.flatMap((one, index) => (links(one) ? [] : [index]));
  return starts.map((start, index) => {
    const shift = (key, value) => (key === "call" ? value - start : value);
    const text = JSON.stringify(all.slice(start, starts[index + 1]), shift);
    return JSON.parse(text);
  });
}

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
    one.map(({ request: { Http } }) => ({ status: 200, headers, body: Http.method === "HEAD" ? "" : answer.body })),
  );
  const written = writeSuite(
    folder,
    {
      name: "echo",
      start: { Command: { command: "node echo-server.cjs", cwd: path.relative(folder, here), env: [["RECORD", record]] } },
      reset: "None",
      module: "Cjs",
      call_timeout_ms: 5000,
      users: { users: [bob] },
      cases: cases.map((one) => ({ name: "", kind: "Success", calls: one, expectations: [], comments: [] })),
    },
    [run, run],
  );
  const jest = runJest(home, {
    args: ["--runInBand"],
    env: { ECHO_KEY: credentials.bob["X-Api-Key"], ECHO_WORD: credentials[""].ECHO_WORD },
  });
  assert.equal(jest.code, 0, jest.output);
  assert.equal(jest.report.numPassedTests, cases.length);
  // Jest runs files in an order of its own, each with its own server: told apart by the port.
  const byPort = new Map();
  for (const line of readFileSync(record, "utf8").trim().split("\n")) {
    const { port, request } = JSON.parse(line);
    byPort.set(port, [...(byPort.get(port) ?? []), request]);
  }
  const byFile = new Map();
  for (const one of written.tests) {
    byFile.set(one.file, (byFile.get(one.file) ?? 0) + cases[one.case].length);
  }
  const target = steps[0].request.Http.target[0].Text;
  const isFirst = ([request]) => Number(request.startsWith(`GET ${target} HTTP`));
  const groups = [...byPort.values()].sort((a, b) => isFirst(b) - isFirst(a));
  assert.deepEqual(groups.map((group) => group.length), [...byFile.values()]);
  assertSame(groups.flat(), "the written test");
});

test("the runner sends these bytes", async () => {
  const home = freshPackage("echo-runner");
  const record = path.join(home, "record");
  writeFileSync(record, "");
  const values = path.join(home, "credentials.json");
  writeFileSync(values, JSON.stringify(credentials));
  const env = { ...process.env, RECORD: record };
  const server = fork(path.join(here, "harness", "echo-host.cjs"), { env });
  try {
    const port = await new Promise((resolve) => server.once("message", resolve));
    const run = spawnSync(exampleProgram("send"), [fixture, `127.0.0.1:${port}`, values], { encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr);
  } finally {
    server.kill();
  }
  const lines = readFileSync(record, "utf8").trim().split("\n");
  assertSame(lines.map((line) => JSON.parse(line).request), "the runner");
});
