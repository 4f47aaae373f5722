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

const API = SUTS.taint;

const out = (label) => {
  const folder = path.join(API.dir, "nearmiss-tests", label);
  fs.rmSync(folder, { recursive: true, force: true });
  return folder;
};

/** A controller of another tool's: everything of the protocol is answered by ours, and nothing of what is only ours is there. */
async function foreign(port) {
  const asked = [];
  const server = http.createServer(async (sent, answer) => {
    const chunks = [];
    for await (const chunk of sent) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    asked.push({ method: sent.method, url: sent.url, body });
    if (sent.url.includes("nearmiss")) {
      answer.writeHead(404, { "content-type": "application/json" });
      answer.end(JSON.stringify({ data: null, error: "no such endpoint" }));
      return;
    }
    const { host, ...headers } = sent.headers;
    const got = await request({ port, method: sent.method, path: sent.url, headers, body });
    const kind = got.headers["content-type"];
    answer.writeHead(got.status, kind ? { "content-type": kind } : {});
    answer.end(got.text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { asked, port: server.address().port, close: () => (server.closeAllConnections(), server.close()) };
}

const jest = (folder) => run(process.execPath, [path.join(ROOT, "node_modules/jest/bin/jest.js"), "--config", path.join(folder, "jest.config.json")], { cwd: folder, env: { ...process.env, CI: "true" } });

test("a search through `nearmiss serve` ends with a suite that the controller runs", async () => {
  const served = await serve(API.entry, { cwd: API.dir });
  const folder = out("controlled");
  try {
    const args = ["fuzz", "--controller", `http://127.0.0.1:${served.port}`, "--calls", "2000", "--seed", "1", "--out", folder];
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
  const other = await foreign(served.port);
  const folder = out("foreign");
  const targets = path.join(folder, "targets.json");
  try {
    const keys = async (calls) => {
      const args = ["fuzz", "--controller", `http://127.0.0.1:${other.port}`, "--calls", calls, "--seed", "1", "--out", folder, "--log-targets", targets];
      const { code, output } = await nearmiss(API.dir, args);
      assert.equal(code, 0, output);
      const { byTests } = JSON.parse(fs.readFileSync(targets, "utf8"));
      return byTests.filter((key) => /^(Branch|Statement|Line)_/.test(key)).length;
    };
    const inner = await keys("3000");
    assert.ok(inner > 50, `targets of the driver are covered: ${inner}`);
    const searches = () => other.asked.filter(({ url }) => url.endsWith("/newSearch")).length;
    assert.equal(searches(), 1);
    // The driver has told of its targets before, and does so again.
    const again = await keys("1000");
    assert.ok(again > 50, `targets of the driver are covered: ${again}`);
    assert.equal(searches(), 2);
    const isKnown = ({ method, body }) => method === "GET" || !("nearmiss" in JSON.parse(body));
    assert.ok(other.asked.filter(({ url }) => !url.includes("nearmiss")).every(isKnown), "no member that the protocol does not have");
    assert.ok(other.asked.some(({ url }) => url.endsWith("/newAction")));
    assert.ok(writtenText(folder).includes("test("));
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
