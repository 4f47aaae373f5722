// Every adapter on inputs that nobody has thought of (inputs.cjs): answers, errors, what is read of an input and in which
// order, and what becomes of it, are those of the library without us.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);
const { ADAPTERS } = require("../../../npm/nearmiss/adapters/index.js");
const { CREATE } = require("./calls.cjs");

/** Adapters that are not called with an input: they see to it that others know where a framework has put it. */
const FRAMEWORKS = ["@feathersjs/transport-commons", "@nestjs/core", "elysia", "fastify", "koa"];
/** Adapters of queues are given no inputs; tests/register/bull.test.mjs is theirs. */
const isSchedule = ({ schedules }) => schedules === true;

/** Adapters of versions that are not installed: each is that of another version, too. */
const OTHER_VERSIONS = ["@nestjs/common 12", "bcrypt 5", "bcryptjs 2"];

async function outcome(mode) {
  const { stdout } = await promisify(execFile)(process.execPath, ["run.cjs", mode], {
    cwd: import.meta.dirname ?? new URL(".", import.meta.url).pathname,
    env: { ...process.env, NEARMISS_CONTROL: "", NEARMISS_OPTIONS: "" },
    maxBuffer: 1 << 28,
  });
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  return { calls: lines.filter(({ told }) => told === undefined), told: lines.filter(({ told }) => told !== undefined) };
}

test("odd inputs: libraries answer, throw, read and change what they do without their adapters", async () => {
  const [plain, adapted] = await Promise.all([outcome("plain"), outcome("adapted")]);
  const differing = [];
  for (const [at, line] of plain.calls.entries()) {
    const other = adapted.calls[at];
    if (JSON.stringify(line) !== JSON.stringify(other)) differing.push(`- ${JSON.stringify(line)}\n+ ${JSON.stringify(other)}`);
  }
  assert.equal(differing.length, 0, `${differing.length} differ\n${differing.slice(0, 20).join("\n")}`);
  assert.equal(adapted.calls.length, plain.calls.length);
  for (const { library, told, skipped } of adapted.told) {
    assert.ok(told > 0, `${library}: nothing was seen`);
    assert.deepEqual(skipped, [], library);
  }
});

test("odd inputs: each adapter of a library is called", () => {
  // What is told for rows tests/adapters/rows.test.mjs looks at.
  const called = (adapter) =>
    !isSchedule(adapter) && !FRAMEWORKS.includes(adapter.library) && !adapter.forRows && !OTHER_VERSIONS.includes(`${adapter.library} ${adapter.major}`);
  const registered = ADAPTERS.filter(called).map(({ library, major }) => `${library.split("/").pop()}_${major}`);
  assert.deepEqual(Object.keys(CREATE).sort(), registered.sort());
});
