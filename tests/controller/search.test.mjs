// Our own core drives an API through a controller: one of nearmiss, and one that speaks EvoMaster's protocol and nothing else.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import { once } from "node:events";
import path from "node:path";
import { test } from "node:test";
import { nearmiss, writtenText } from "../e2e/command.mjs";
import { run } from "../quality/fuzz.mjs";
import { ROOT, SUTS } from "../quality/suts.mjs";
import { request, serve } from "./client.mjs";
import { standIn } from "./stand-in.mjs";

const API = SUTS.taint;

const out = (label) => {
  const folder = path.join(API.dir, "nearmiss-tests", label);
  fs.rmSync(folder, { recursive: true, force: true });
  return folder;
};

const jest = (folder) => run(process.execPath, [path.join(ROOT, "node_modules/jest/bin/jest.js"), "--config", path.join(folder, "jest.config.json")], { cwd: folder, env: { ...process.env, CI: "true" } });

test("a search through `nearmiss serve` ends with a suite that the controller runs", async () => {
  const served = await serve(API.entry, { cwd: API.dir });
  const folder = out("controlled");
  try {
    const args = ["fuzz", "--controller", `http://127.0.0.1:${served.port}`, "--calls", "300", "--seed", "1", "--out", folder];
    const { code, output } = await nearmiss(API.dir, args);
    assert.equal(code, 0, output);
    const { nearmiss: own, totalTests } = JSON.parse(fs.readFileSync(path.join(folder, "report.json"), "utf8"));
    assert.ok(totalTests > 10, `${totalTests} tests`);
    assert.equal(own.stopped, "the budget is used up");
    assert.match(fs.readFileSync(path.join(folder, "support/start.json"), "utf8"), new RegExp(`"controller": "http://127.0.0.1:${served.port}"`));
    const green = await jest(folder);
    assert.equal(green.code, 0, green.stderr);
  } finally {
    await served.stop();
  }
  const red = await jest(folder);
  assert.notEqual(red.code, 0);
  assert.match(red.stderr, /The controller did not do PUT .*runSUT: .*It has to run while the tests do/);
});

test("of another controller what the protocol has words for is enough to reach what only taint reaches", async () => {
  const served = await serve(API.entry, { cwd: API.dir });
  const other = await standIn(served.port);
  const folder = out("foreign");
  const targets = path.join(folder, "targets.json");
  try {
    const search = async (calls, more = []) => {
      const args = ["fuzz", "--controller", `http://127.0.0.1:${other.port}`, "--calls", calls, "--seed", "1", "--out", folder, "--log-targets", targets, ...more];
      const { code, output } = await nearmiss(API.dir, args);
      assert.equal(code, 0, output);
      const { byTests, boot } = JSON.parse(fs.readFileSync(targets, "utf8"));
      return { inner: byTests.filter((key) => /^(Branch|Statement|Line)_/.test(key)).length, boot, output };
    };
    const { inner, boot, output } = await search("500");
    assert.ok(inner > 50, `targets of the driver are covered: ${inner}`);
    const searches = () => other.asked.filter(({ path: asked }) => asked === "/newSearch").length;
    assert.equal(searches(), 1);

    // What is told in the end: of lines and branches there are so many, of targets those that were told of; the start
    // covers, too.
    assert.ok(boot.length > 0 && boot.some((key) => key.startsWith("Line_")), boot.join());
    const { data } = JSON.parse((await request({ port: served.port, path: "/controller/api/infoSUT" })).text);
    const { numberOfLines, numberOfBranches } = data.unitsInfoDto;
    assert.match(output, /^targets +\d+\.\d %   \d+ of \d+ that the driver told$/m);
    assert.match(output, new RegExp(`^lines +\\d+\\.\\d %   \\d+ of ${numberOfLines}$`, "m"));
    assert.match(output, new RegExp(`^branches +\\d+\\.\\d %   \\d+ of ${numberOfBranches}$`, "m"));
    const lines = Number(/^lines .* (\d+) of/m.exec(output)[1]);
    assert.ok(lines > boot.filter((key) => key.startsWith("Line_")).length, output);

    // The tests were run by what they are run with, and so they are green.
    assert.match(output, /running the tests three times through support\/sut\.cjs of the suite/);
    assert.equal((await jest(folder)).code, 0);
    const since = other.asked.findLastIndex(({ path: asked }) => asked === "/testResults");
    const after = other.asked.slice(since + 1).filter(({ path: asked, body }) => asked === "/runSUT" && body.resetState);
    const tests = JSON.parse(fs.readFileSync(path.join(folder, "report.json"), "utf8")).totalTests;
    assert.ok(tests > 10 && after.length >= 4 * tests, `${after.length} resets for ${tests} tests`);
    assert.ok(after.every(({ body }) => JSON.stringify(body) === '{"run":true,"resetState":true}'), "all by the suite's own file");

    // The driver has told of its targets before, and does so again.
    const again = await search("100", ["--no-replay"]);
    assert.ok(again.inner > 50, `targets of the driver are covered: ${again.inner}`);
    assert.equal(searches(), 2);
    assert.ok(other.asked.some(({ path: asked }) => asked === "/newAction"));
    assert.ok(writtenText(folder).includes("test("));
  } finally {
    other.close();
    await served.stop();
  }
});

test("a controller that does for the search what it refuses the suite is noticed", async () => {
  const served = await serve(API.entry, { cwd: API.dir });
  // Once the search has stopped the API.
  const isOver = (asked) => asked.some(({ path: one, body }) => one === "/runSUT" && body.run === false);
  const refuses = ({ path: one }, asked) => one === "/infoSUT" && asked.some(({ path: two }) => two === "/testResults") && isOver(asked);
  const other = await standIn(served.port, { refuses });
  const folder = out("refused");
  try {
    const args = ["fuzz", "--controller", `http://127.0.0.1:${other.port}`, "--calls", "300", "--seed", "1", "--out", folder];
    const { code, output } = await nearmiss(API.dir, args);
    assert.equal(code, 0, output);
    assert.match(output, /warning: support\/sut\.cjs of the suite does not start or reset the API, .*GET .*infoSUT: broken/);
    const { warnings } = JSON.parse(fs.readFileSync(path.join(folder, "report.json"), "utf8"));
    assert.ok(warnings.some(({ message }) => message.includes("support/sut.cjs of the suite does not start")), "the report says it");
  } finally {
    other.close();
    await served.stop();
  }
});

test("a start that takes too long names the option that gives it more time", async () => {
  const served = await serve(API.entry, { cwd: API.dir });
  const other = await standIn(served.port, { holds: ({ path: one }) => one === "/runSUT" });
  try {
    const args = ["fuzz", "--controller", `http://127.0.0.1:${other.port}`, "--calls", "10", "--start-timeout", "500ms", "--out", out("slow")];
    const { code, output } = await nearmiss(API.dir, args);
    assert.equal(code, 3, output);
    assert.match(output, /the controller did not answer PUT \/runSUT within 0\.5 s\s+Give it more time with --start-timeout/);
  } finally {
    other.close();
    await served.stop();
  }
});

test("what is no controller, or cannot be with one, is said", async () => {
  const web = http.createServer((_, answer) => answer.end("<html>")).listen(0, "127.0.0.1");
  await once(web, "listening");
  const url = `http://127.0.0.1:${web.address().port}`;
  const cases = [
    [["--controller", "localhost"], 3, /--controller localhost is no address of a controller, such as http:\/\/localhost:40100/],
    [["--controller", "http://127.0.0.1:1"], 3, /the controller at http:\/\/127\.0\.0\.1:1 did not answer GET \/controllerInfo/],
    [["--controller", url], 3, /answered GET \/controllerInfo with 200 and what is not of the protocol/],
    [["--controller", url, "--workers", "2"], 2, /--workers: a controller runs one process of the API; leave it out with --controller/],
    [["--controller", url, "--reset", "restart"], 2, /--reset: the controller resets the API/],
    [["--controller", url, "--start", "node server.js"], 2, /cannot be used with/],
  ];
  try {
    for (const [args, wanted, message] of cases) {
      const { code, output } = await nearmiss(API.dir, ["fuzz", ...args, "--calls", "10", "--out", out("none")]);
      assert.equal(code, wanted, output);
      assert.match(output, message);
    }
  } finally {
    web.close();
  }
});
