// Files between tests: they begin anew with what the API remembers, in the search, in the runs after it and in the written suite.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import { nearmiss } from "./command.mjs";
import { runSuite } from "../quality/fuzz.mjs";
import { APIS, dataOf, project, serversOf } from "./kept-apis.mjs";

const LIMITS = { limitMs: 600_000 };
const LINES = APIS.find(({ name }) => name === "lines");
const SUITE = "nearmiss-tests";

const report = (dir) => JSON.parse(fs.readFileSync(path.join(dir, SUITE, "report.json"), "utf8"));

/** A search of the API whose errors tell of files and memory that are not of one time. */
async function searched(dir, ...args) {
  const { code, output } = await nearmiss(dir, ["fuzz", "--seed", "1", ...args], LIMITS);
  assert.equal(code, 0, output);
  return output;
}

const START = ["--start", "node server.cjs", "--openapi", "openapi.json"];

describe("between tests", () => {
  for (const [how, args] of [
    ["a restart", [...START, "--reset", "restart", "--workers", "1", "--calls", "40"]],
    ["a driver", ["--driver", "driver.cjs", "--calls", "300"]],
  ]) {
    it(`files are put back together with what ${how} resets`, async () => {
      const dir = project(LINES);
      const data = dataOf(LINES, dir);
      const output = await searched(dir, ...args);
      const { faults } = report(dir);
      assert.deepEqual(faults.totalNumber, 0, `${output}${JSON.stringify(faults)}`);
      assert.match(output, /1 file that the API wrote put back: data\/lines.txt/);
      assert.deepEqual(dataOf(LINES, dir), data);
      // A test that begins with an empty list finds the line that is in the project.
      const texts = fs.readdirSync(path.join(dir, SUITE)).filter((name) => name.endsWith(".test.js"));
      const text = texts.map((name) => fs.readFileSync(path.join(dir, SUITE, name), "utf8")).join("\n");
      assert.match(text, /count: 1 /, text);
      for (let i = 0; i < 2; i += 1) await runSuite(path.join(dir, SUITE));
      assert.deepEqual(dataOf(LINES, dir), data);
    });
  }

  it("without a reset files stay as the calls before have left them, as what is remembered does", async () => {
    const dir = project(LINES);
    const data = dataOf(LINES, dir);
    await searched(dir, ...START, "--workers", "1", "--calls", "300");
    // More lines than one test can add are an error of the API, and no count was ever that of another time.
    const messages = JSON.stringify(report(dir));
    for (const [, known, there] of messages.matchAll(/(\d+) lines are known, (\d+) are there/g)) assert.equal(known, there);
    assert.deepEqual(dataOf(LINES, dir), data);
  });
});

/** Starts the API as the written tests do, has it write, and does `then` ("stop"; else it stays until it is killed). */
const PROGRAM = `
  const sut = require("./support/sut.cjs");
  sut.start().then(async () => {
    await fetch(sut.url + "/lines", { method: "POST" });
    console.log(sut.running.child.pid);
    if (process.argv[1] === "stop") await sut.stop();
  });
`;
const tests = (out, then) => spawn(process.execPath, ["-e", PROGRAM, then], { cwd: out, stdio: ["ignore", "pipe", "inherit"] });

/** Kills tests in the midst, once their API has written; resolves when that has ended, too. */
async function killed(out, dir) {
  const child = tests(out, "stay");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  while (serversOf(dir).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("a written suite that is killed", () => {
  const ways = [
    ["the next run of the suite", (out) => once(tests(out, "stop"), "close")],
    ["nearmiss replay", (out) => nearmiss(path.dirname(out), ["replay", SUITE], LIMITS)],
    ["nearmiss clean", (out) => nearmiss(path.dirname(out), ["clean"], LIMITS)],
  ];
  let dir;
  before(async () => {
    dir = project(LINES);
    await searched(dir, ...START, "--workers", "1", "--calls", "40");
  });

  for (const [who, does] of ways) {
    it(`is made good by ${who}, and an edit after it stays`, async () => {
      const out = path.join(dir, SUITE);
      const file = path.join(dir, "data/lines.txt");
      for (const edited of [false, true]) {
        const data = dataOf(LINES, dir);
        await killed(out, dir);
        assert.equal(fs.readFileSync(file, "utf8"), "first\nanother\n");
        if (edited) fs.writeFileSync(file, "edited\n");
        await does(out);
        assert.equal(fs.readFileSync(file, "utf8"), edited ? "edited\n" : "first\n");
        fs.writeFileSync(file, "first\n");
        assert.deepEqual(dataOf(LINES, dir), data);
        assert.ok(!fs.existsSync(path.join(dir, ".nearmiss/kept")));
      }
    });
  }
});
