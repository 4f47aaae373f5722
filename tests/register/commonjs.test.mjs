// CommonJS under `--import` and `--require`: probes, the epoch, line numbers, and running without a core.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

import { FakeCore, here, registerFile, registerUrl, word } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const cwd = join(here, "apps", "cjs");

for (const nodeArgs of [["--import", registerUrl], ["--require", registerFile]]) {
  test(`a CommonJS app under ${nodeArgs[0]}`, () =>
    withCore(async (core) => {
      const { port } = await core.app("server.js", { cwd, nodeArgs });
      assert.deepEqual(core.files(), ["classify.js", "server.js"]);

      const small = await core.play(port, 1, ["/5"]);
      assert.deepEqual(small.answers.map((answer) => answer.body), ["small"]);
      const smallHits = core.covered("classify.js", small.hits);
      assert.ok(smallHits.has("branchTrue@2"), [...smallHits].join());
      assert.ok(!smallHits.has("branchFalse@2"));
      assert.ok(smallHits.has("statement@3"));
      assert.ok(!smallHits.has("statement@5"));

      const large = await core.play(port, 2, ["/50"]);
      const largeHits = core.covered("classify.js", large.hits);
      assert.ok(largeHits.has("branchFalse@2") && largeHits.has("statement@5"));
      assert.ok(!largeHits.has("branchTrue@2") && !largeHits.has("statement@3"));
    }));
}

test("instruments by NODE_OPTIONS, in children too", () =>
  withCore(async (core) => {
    const code = "require('node:child_process').spawn(process.execPath, ['server.js'], { stdio: 'inherit' })";
    const env = { NODE_OPTIONS: `--import ${registerUrl}` };
    const { port } = await core.app("-e", { cwd, env, nodeArgs: [], args: [code] });
    assert.deepEqual(core.files(), ["classify.js", "server.js"]);
    assert.equal(core.maps.length, 1, "the parent loads nothing of the project and must not say hello");
    const { hits } = await core.play(port, 1, ["/5"]);
    assert.ok(core.covered("classify.js", hits).has("branchTrue@2"));
  }));

test("npm start says nothing itself, the API does", () =>
  withCore(async (core) => {
    const code = "require('node:child_process').spawn('npm', ['start', '--silent'], { stdio: 'inherit' })";
    const env = { NODE_OPTIONS: `--import ${registerUrl}` };
    const { port, listening } = await core.app("-e", { cwd, env, nodeArgs: [], args: [code] });
    assert.equal(core.maps.length, 1);
    assert.equal(core.maps[0].hello.pid, listening.pid);
    assert.equal((await core.play(port, 1, ["/5"])).answers[0].body, "small");
  }));

test("says nothing while no file of the project is loaded", () =>
  withCore(async (core) => {
    const child = core.node(["--import", registerUrl, "-p", "1 + 1"], { cwd });
    assert.equal(await child.ended, 0);
    assert.match(core.output, /^2$/m);
    assert.deepEqual(core.requests, []);
  }));

test("closes the epoch after the last response only, and waits for what it has left behind", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd, options: { quietMs: 2_000 } });
    const two = await core.play(port, 1, ["/5", "/50"]);
    const hits = core.covered("classify.js", two.hits);
    assert.ok(hits.has("branchTrue@2") && hits.has("branchFalse@2"), "hits of both calls are in the test");

    const later = await core.play(port, 2, ["/later"]);
    assert.ok(core.covered("classify.js", later.hits).has("branchTrue@2"), "the timer's work belongs to the test");
    assert.equal(core.maps[0].get(word.NOT_QUIET), 0);

    const aborted = await core.play(port, 3, ["/abort"]);
    assert.ok(aborted.answers[0].error, "the connection was closed");
    assert.equal(core.maps[0].get(word.REQUESTS), 4);
    assert.equal(core.maps[0].get(word.RESPONSES), 4);
  }));

test("the wait is bounded", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd, options: { quietMs: 5 } });
    const later = await core.play(port, 1, ["/much-later"]);
    assert.equal(core.maps[0].get(word.NOT_QUIET), 1);
    assert.ok(later.waited < 500, `waited ${later.waited} ms`);
    // The timer is still there: it is not waited for a second time.
    await core.play(port, 2, ["/5"]);
    assert.equal(core.maps[0].get(word.NOT_QUIET), 0);
  }));

test("stays awake after a test until something is sent, bounded", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd });
    const [map] = core.maps;
    map.set(word.AWAKE, 1_000);
    await core.play(port, 1, ["/5"]);
    assert.equal((await core.order("idle")).idle, true, "it sleeps after a millisecond");

    map.set(word.AWAKE, 60_000_000);
    await core.play(port, 2, ["/5"]);
    let answered = false;
    const answer = core.order("idle").then((idle) => {
      answered = true;
      return idle;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(answered, false, "nothing else runs while it waits");
    map.set(word.SENT, map.get(word.SENT) + 1);
    assert.equal((await answer).idle, true);
  }));

test("keeps the lines of stack traces and obeys orders", () =>
  withCore(async (core) => {
    const { port, child } = await core.app("server.js", { cwd });
    const { answers } = await core.play(port, 1, ["/stack"]);
    assert.match(answers[0].body, /server\.js:17:\d+\)/);

    assert.deepEqual(await core.order("idle"), { id: 1, idle: true, works: false });
    assert.match((await core.order("reset")).error, /no driver/);
    assert.equal((await core.order("stop")).ok, true);
    assert.equal(await child.ended, 0);
  }));

test("is not idle while a request is under way", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd });
    const { get } = await import("./fake_core.mjs");
    const hanging = get(port, "/hang");
    while (core.maps[0].get(word.REQUESTS) === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    assert.equal((await core.order("idle")).idle, false);
    assert.equal((await get(port, "/release")).body, "released");
    await hanging;
    assert.equal((await core.order("idle")).idle, true);
  }));

test("a program runs the same without a core", () => {
  const code = "console.log(require('./classify').classify(3), typeof __nm)";
  const run = spawnSync(process.env.NODE_UNDER_TEST ?? process.execPath, ["--import", registerUrl, "-e", code], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NEARMISS_CONTROL: "" },
  });
  assert.equal(run.stderr, "");
  assert.equal(run.stdout, "small object\n");
});

test("a core that is gone is said once, and the program runs on", async () => {
  const core = await FakeCore.start();
  await core.close();
  const run = spawnSync(process.env.NODE_UNDER_TEST ?? process.execPath, ["--import", registerUrl, "-p", "require('./classify').classify(30)"], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NEARMISS_CONTROL: core.socket },
  });
  assert.match(run.stderr, /the core at .* does not answer/);
  assert.equal(run.stderr.match(/does not answer/g).length, 1);
  assert.equal(run.stdout, "large\n");
});
