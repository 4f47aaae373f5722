// Whatever is wrong with the schema, the start command or the API: a message that says what and
// where, the right exit code, and what was found so far is written.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { commandLine, runSuite } from "../quality/fuzz.mjs";
import { emptyOut, nearmiss, ownCopy, savedTimes, start, writtenText } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const START = ["--start", "node server.js"];
const SHORT = ["--calls", "150", "--seed", "1", "--call-timeout", "1s"];
const FINISHED = 0;
const WRONG_USAGE = 2;
const NOT_STARTED = 3;

/** Whether a process still runs that was started in this folder. */
function leftOver(dir) {
  return fs.readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readlinkSync(`/proc/${pid}/cwd`) === dir && Number(pid) !== process.pid;
    } catch {
      return false;
    }
  });
}

async function assertNothingLeftOver(dir) {
  // Ended processes need a moment to be gone.
  for (let i = 0; i < 40 && leftOver(dir).length > 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.deepEqual(leftOver(dir), [], "no process of the API is left over");
}

describe("wrong usage and schemas that cannot be used", () => {
  const dir = ownCopy(fixture("ncs"), "wrong-usage");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-schemas-"));
  const schema = (name, text) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
  };

  const CASES = [
    ["no way to start", ["fuzz"], /--start/],
    ["an unknown option", ["fuzz", "--speed", "9"], /--speed/],
    ["a budget that is no number", ["fuzz", ...START, "--calls", "many"], /many/],
    ["a time that is none", ["fuzz", ...START, "--time", "soon"], /soon/],
    ["a directory that is missing", ["fuzz", ...START, "--cwd", "nowhere"], /nowhere/],
    ["a driver that is missing", ["fuzz", "--driver", "nobody.js"], /nobody\.js/],
    ["nothing but a schema, and none", ["fuzz", ...START, ...SHORT, "--schema-only"], /--openapi/],
    ["a schema that is missing", ["fuzz", ...START, ...SHORT, "--openapi", "missing.json"], /missing\.json/],
    ["a schema URL that is not answered", ["fuzz", ...START, ...SHORT, "--openapi", "http://localhost:8701/nothing.json"], /nothing\.json[\s\S]*404|404[\s\S]*nothing\.json/],
    ["a schema that is neither JSON nor YAML", ["fuzz", ...START, ...SHORT, "--openapi", schema("broken.json", '{"openapi": "3.0.3", [')], /broken\.json/],
    ["a schema that is no OpenAPI", ["fuzz", ...START, ...SHORT, "--openapi", schema("list.yaml", "- a\n- b\n")], /list\.yaml/],
    ["a schema without operations", ["fuzz", ...START, ...SHORT, "--openapi", schema("none.json", '{"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{}}')], /none\.json|no operation/],
  ];
  for (const [name, args, message] of CASES) {
    it(`${name}: exit code ${WRONG_USAGE} and a message that names it`, async () => {
      const { code, stderr, output } = await nearmiss(dir, args);
      assert.equal(code, WRONG_USAGE, output);
      assert.match(stderr, message);
      assert.doesNotMatch(output, /panicked|RUST_BACKTRACE|\bat .*\.js:\d+/, "a message, not a trace");
      await assertNothingLeftOver(dir);
    });
  }

  it("a reference to nothing is a warning that names it, and the rest goes on", async () => {
    const document = JSON.parse(fs.readFileSync(path.join(dir, "openapi.json"), "utf8"));
    document.paths["/api/triangle/{a}/{b}/{c}"].get.parameters[0].schema = { $ref: "#/components/schemas/Absent" };
    const file = schema("dangling.json", JSON.stringify(document));
    const out = emptyOut(dir, "dangling");
    const { code, output } = await nearmiss(dir, ["fuzz", ...START, ...SHORT, "--openapi", file, "--no-replay", "--out", out]);
    assert.equal(code, FINISHED, output);
    assert.match(output, /Absent/);
    assert.match(writtenText(out), /\/api\/remainder\//);
  });
});

describe("start commands that do not start an API", () => {
  it("one that exits: exit code 3, with its code and what it printed", async () => {
    const dir = fixture("bad/exits-at-once");
    const { code, stderr, output } = await nearmiss(dir, ["fuzz", ...START, ...SHORT, "--openapi", "openapi.json"]);
    assert.equal(code, NOT_STARTED, output);
    assert.match(stderr, /settings\.json/, "what the API printed is shown");
    assert.match(stderr, /\b3\b/, "its exit code is shown");
  });

  it("a command that does not exist: exit code 3, named", async () => {
    const dir = fixture("ncs");
    const { code, stderr, output } = await nearmiss(dir, ["fuzz", "--start", "nodde server.js", ...SHORT, "--openapi", "openapi.json"]);
    assert.equal(code, NOT_STARTED, output);
    assert.match(stderr, /nodde/);
  });

  it("one that never listens: exit code 3 after the time it is given", async () => {
    const dir = fixture("bad/never-listens");
    const args = ["fuzz", ...START, ...SHORT, "--openapi", "openapi.json", "--start-timeout", "2s"];
    const { code, stderr, output } = await nearmiss(dir, args);
    assert.equal(code, NOT_STARTED, output);
    assert.match(stderr, /listen/);
    await assertNothingLeftOver(dir);
  });

  it("one that listens twice: says which server is tested, and how to choose", async () => {
    const dir = fixture("bad/listens-twice");
    const out = emptyOut(dir, "first");
    const { code, output } = await nearmiss(dir, ["fuzz", ...START, ...SHORT, "--openapi", "openapi.json", "--out", out]);
    assert.equal(code, FINISHED, output);
    assert.match(output, /8712/);
    assert.match(output, /--port/);
    assert.match(writtenText(out), /the number|large/);
    await assertNothingLeftOver(dir);
  });
});

describe("APIs that misbehave while they are tested", () => {
  /**
   * Name, what is said about it, whether calls of the bad part can be kept as tests, and a seed with which one of its few
   * calls is answered: what hangs is seldom called again.
   */
  const CASES = [
    ["exits-on-path", /\/quit\/[\s\S]*exited with code 1|exited with code 1[\s\S]*\/quit\//, true],
    ["throws-in-timer", /the API exited with code 1/, true],
    ["loops-forever", /\/spin\/\{n\}: no whole answer within 500 ms/, true, 3],
    ["answers-50-mb", /\/dump\/\{n\}: an answer of more than 1024 KiB/, true],
    ["streams-without-end", /\/events\/\{n\}: no whole answer within 500 ms/, false],
    ["closes-connections", /\/hangup\/\{n\}: the API closed the connection/, true],
  ];
  for (const [name, message, kept, seed = 1] of CASES) {
    it(`${name}: it is said, the search goes on, its suite is written and passes`, async () => {
      const dir = fixture(`bad/${name}`);
      const out = emptyOut(dir, "suite");
      const calls = ["--calls", "60", "--seed", String(seed), "--call-timeout", "500ms"];
      const { code, stderr, output } = await nearmiss(dir, ["fuzz", ...START, ...calls, "--openapi", "openapi.json", "--out", out]);
      assert.equal(code, FINISHED, output);
      assert.match(stderr, message);
      const text = writtenText(out);
      assert.match(text, /\/ok\//, "the part that works is tested");
      assert.match(text, /toBe\("(small|large|the number)"\)/, "its answers are kept");
      if (name === "throws-in-timer") {
        assert.match(text, /sut\.ended\(\)/, "the test waits until the API has ended");
      }
      if (kept) {
        assert.match(text, /\/(quit|later|spin|dump|hangup)\//, "so is the part that does not");
      }
      const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
      const used = report.problemDetails.rest.evaluatedHttpCalls;
      assert.ok(used >= 60, `the whole budget was used, not ${used} calls`);
      await assertNothingLeftOver(dir);
      await runSuite(out);
    });
  }

  it("an API behind a wrapper that ends after it: how it ended is said all the same", async () => {
    const dir = fixture("bad/exits-on-path");
    const out = emptyOut(dir, "wrapped");
    const wrapped = ["--start", "node server.js; code=$?; sleep 0.4; exit $code", ...SHORT];
    const { code, stderr, output } = await nearmiss(dir, ["fuzz", ...wrapped, "--openapi", "openapi.json", "--no-replay", "--out", out]);
    assert.equal(code, FINISHED, output);
    assert.match(stderr, /the API exited with code 1 in mid-search/);
    await assertNothingLeftOver(dir);
  });

  it("a source file that does not parse is left as it is and named", async () => {
    const dir = fixture("bad/source-does-not-parse");
    const out = emptyOut(dir, "suite");
    const { code, output } = await nearmiss(dir, ["fuzz", ...START, ...SHORT, "--openapi", "openapi.json", "--out", out]);
    assert.equal(code, FINISHED, output);
    assert.match(output, /legacy\.js/);
    assert.match(writtenText(out), /without the old code: SyntaxError/, "the API still sees V8's own error");
  });
});

describe("ends from outside", () => {
  it("`nearmiss fuzz | head`: the closed pipe ends nothing, the suite is written", async () => {
    const dir = fixture("ncs");
    const out = emptyOut(dir, "piped");
    const command = `"${process.execPath}" "${commandLine()}" fuzz --start "node server.js" --openapi openapi.json --calls 200 --no-replay --seed 1 --out "${out}" 2>&1 | head -n 1; exit "\${PIPESTATUS[0]}"`;
    const { stdout } = await promisify(execFile)("bash", ["-c", command], { cwd: dir, timeout: 900_000 });
    assert.equal(stdout.trimEnd().split("\n").length, 1);
    assert.match(writtenText(out), /\/api\//);
    assert.ok(fs.existsSync(path.join(out, "report.json")));
  });

  it("Ctrl-C in mid-search: the suite so far is written and passes", async () => {
    const dir = ownCopy(fixture("ncs"), "interrupted-api");
    const out = emptyOut(dir, "interrupted");
    const archive = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-interrupted-")), "archive.json");
    const args = ["fuzz", ...START, "--openapi", "openapi.json", "--time", "10m", "--seed", "1", "--out", out, "--archive", archive];
    const { child, result, done } = start(dir, args);
    await savedTimes(archive, 1);
    assert.equal(child.exitCode, null, `it still searches\n${result.output}`);
    child.kill("SIGINT");
    const { code, output } = await done;
    assert.ok(code === FINISHED || code === 130, `${code}\n${output}`);
    assert.match(writtenText(out), /\/api\/triangle\//);
    await assertNothingLeftOver(dir);
    await runSuite(out);
  });

  it("--fail-on-fault: exit code 1 when there is a fault, the suite all the same", async () => {
    const dir = fixture("books");
    const out = emptyOut(dir, "failing");
    const args = ["fuzz", "--driver", "driver.ts", "--calls", "300", "--no-replay", "--seed", "1", "--out", out, "--fail-on-fault"];
    const { code, output } = await nearmiss(dir, args);
    assert.equal(code, 1, output);
    assert.match(writtenText(out), /500/);
  });
});
