// TypeScript: compiled by us, or by tsx and ts-node before or after us.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { here, registerUrl } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const require = createRequire(import.meta.url);
const cwd = join(here, "apps", "typescript");
const tsx = pathToFileURL(require.resolve("tsx")).href;
const tsNode = require.resolve("ts-node/register/transpile-only");
const ours = ["--import", registerUrl];

const ways = {
  "by us": ours,
  "by tsx, loaded before": ["--import", tsx, ...ours],
  "by tsx, loaded after": [...ours, "--import", tsx],
  "by ts-node, loaded before": ["--require", tsNode, ...ours],
};

for (const [name, nodeArgs, options] of [...Object.entries(ways), ["by the project's own TypeScript", ours, { compiler: "typescript" }]]) {
  test(`a CommonJS TypeScript app compiled ${name}`, () =>
    withCore(async (core) => {
      const { port } = await core.app("server.ts", { cwd, nodeArgs, options });
      assert.deepEqual(core.files(), ["book.ts", "server.ts", "shelf.ts"]);

      const few = await core.play(port, 1, ["/ab"]);
      const answer = JSON.parse(few.answers[0].body);
      assert.deepEqual([answer.genre, answer.count], ["Novel", 0]);
      assert.match(answer.line, /server\.ts:18:\d+\)/, "stack traces show the original line");
      const fewHits = core.covered("server.ts", few.hits);
      assert.ok(fewHits.has("branchFalse@15") && !fewHits.has("branchTrue@15"), [...fewHits].join());

      const more = await core.play(port, 2, ["/abcd", "/abcd"]);
      assert.deepEqual(more.answers.map((each) => JSON.parse(each.body).count), [1, 1]);
      const shelf = core.covered("shelf.ts", more.hits);
      assert.ok(shelf.has("branchTrue@16") && shelf.has("branchFalse@16"), [...shelf].join());
    }));
}

const esmWays = {
  "by us": ours,
  "by tsx, loaded before": ["--import", tsx, ...ours],
  "by tsx, loaded after": [...ours, "--import", tsx],
  "by us, behind a loader that guesses names": [...ours, "--import", pathToFileURL(join(here, "apps", "guessing_loader.mjs")).href],
};
for (const [name, nodeArgs, options] of [...Object.entries(esmWays), ["by the project's own TypeScript", ours, { compiler: "typescript" }]]) {
  test(`an ES module TypeScript app compiled ${name}`, () =>
    withCore(async (core) => {
      const { port } = await core.app("server.ts", { cwd: join(here, "apps", "typescript_esm"), nodeArgs, options });
      assert.deepEqual(core.files(), ["double.ts", "server.ts"]);
      const { answers, hits } = await core.play(port, 1, ["/4"]);
      const answer = JSON.parse(answers[0].body);
      assert.deepEqual([answer.value, answer.size], [8, "Small"]);
      assert.match(answer.line, /server\.ts:8:\d+\)/);
      assert.ok(core.covered("double.ts", hits).has("branchFalse@4"));
      assert.ok(core.covered("server.ts", hits).has("branchFalse@9"));
    }));
}

test("TypeScript runs without probes when the search says so", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.ts", { cwd, options: { instrument: false } });
    assert.deepEqual(core.files(), []);
    const { answers } = await core.play(port, 1, ["/abcd"]);
    assert.equal(JSON.parse(answers[0].body).count, 1);
    assert.equal(JSON.parse(answers[0].body).probes, "undefined", "the program sees no global of ours");
    assert.match(JSON.parse(answers[0].body).line, /server\.ts:18:\d+\)/);
  }));

test("TypeScript that does not parse is refused with its place, and named", () =>
  withCore(async (core) => {
    const child = core.node([...ours, "wrong.ts"], { cwd: join(here, "apps", "broken") });
    assert.notEqual(await child.ended, 0);
    assert.match(core.output, /SyntaxError: nearmiss cannot compile .*wrong\.ts: .*2:\d+/);
  }));

test("JavaScript that was built before has targets of the TypeScript that its map names", () =>
  withCore(async (core) => {
    const { port } = await core.app("out/server.js", { cwd: join(here, "apps", "built") });
    assert.deepEqual(core.files(), ["src/server.ts"]);
    const { answers, hits } = await core.play(port, 1, ["/x"]);
    assert.match(answers[0].body, /^X .*out\/server\.js:13:/, "without source maps, lines are those of the file that runs");
    const covered = core.covered("src/server.ts", hits);
    assert.ok(covered.has("branchTrue@8") && !covered.has("statement@9"), [...covered].join());
  }));

for (const entry of ["main.ts", "main.cts"]) {
  test(`\`imports\` and the own name of a package lead to TypeScript (${entry})`, () =>
    withCore(async (core) => {
      const child = core.node([...ours, entry], { cwd: join(here, "apps", "typescript_imports") });
      assert.equal(await child.ended, 0, core.output);
      assert.match(core.output, /^late early true$/m);
    }));
}
