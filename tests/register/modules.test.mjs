// ES modules: a cycle whose hoisted functions run first, CommonJS imported from them, express, workers.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { here, registerFile, registerUrl, word } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const app = (name) => ({ cwd: join(here, "apps", name) });

for (const nodeArgs of [["--import", registerUrl], ["--require", registerFile]]) {
  test(`an ES module app with a cycle under ${nodeArgs[0]}`, () =>
    withCore(async (core) => {
      const { port } = await core.app("server.js", { ...app("esm"), nodeArgs });
      assert.deepEqual(core.files(), ["cycle_a.js", "cycle_b.js", "server.js", "shape.cjs"]);
      assert.equal(core.maps.length, 1);
      const boot = core.covered("cycle_a.js", core.maps[0].drain());
      assert.ok(boot.has("branchTrue@4"), "the hoisted function ran before its module and was seen");

      const { answers, hits } = await core.play(port, 1, ["/"]);
      assert.deepEqual(JSON.parse(answers[0].body), { early: "over", later: "under", shape: "square" });
      assert.ok(core.covered("cycle_a.js", hits).has("branchFalse@4"));
      assert.ok(!core.covered("cycle_a.js", hits).has("branchTrue@4"));
      assert.ok(core.covered("shape.cjs", hits).has("branchFalse@2"), "CommonJS that is imported has probes");
    }));
}

test("an Express app", () =>
  withCore(async (core) => {
    const { port, listening } = await core.app("server.js", app("express"));
    assert.equal(listening.wanted, 8080);
    const { answers, hits } = await core.play(port, 1, ["/items/none", "/boom"]);
    assert.deepEqual(answers.map((answer) => answer.status), [404, 500]);
    const covered = core.covered("server.js", hits);
    assert.ok(covered.has("branchTrue@5") && !covered.has("branchFalse@5"));
    assert.equal(core.maps[0].get(word.THROWN), 1);
    assert.deepEqual(core.files(), ["server.js"], "libraries are left alone");
    const later = await core.play(port, 2, ["/items/7"]);
    assert.ok(core.covered("server.js", later.hits).has("branchFalse@5"));
  }));

for (const name of ["worker", "worker_esm"]) {
  test(`a worker thread has its own map and the same bases: ${name}`, () =>
    withCore(async (core) => {
      const { port } = await core.app("server.js", app(name));
      const { answers } = await core.play(port, 1, ["/7"]);
      assert.equal(answers[0].body, "49");
      const hellos = await core.wait("hello", 2);
      assert.equal(new Set(hellos.map((hello) => hello.pid)).size, 1);
      assert.deepEqual(hellos.map((hello) => hello.thread === 0).sort(), [false, true]);
      assert.deepEqual(core.files(), ["server.js", "squares.js"]);
      const workers = core.maps.find((map) => map.hello.thread !== 0);
      assert.ok(core.covered("squares.js", workers.drain()).has("branchFalse@4"));
      assert.equal((await core.wait("listening")).length, 1);
    }));
}
