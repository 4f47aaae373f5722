// Which files get probes, and which are named because they do not.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { here } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const filtered = { cwd: join(here, "apps", "filtered") };

test("by default all files of the project, and those outside are named", () =>
  withCore(async (core) => {
    await core.app("server.js", filtered);
    assert.deepEqual(core.files(), ["server.js", "src/kept.js", "src/left_out.js", "vendor/library.js"]);
    const skipped = await core.wait("skipped");
    assert.deepEqual(skipped.map((each) => each.file), ["../outside/beside.js"]);
    assert.match(skipped[0].reason, /outside the root/);
  }));

test("include and exclude globs", () =>
  withCore(async (core) => {
    const options = { include: ["src/**", "./vendor/"], exclude: ["**/left_*.js"] };
    await core.app("server.js", { ...filtered, options });
    assert.deepEqual(core.files(), ["src/kept.js", "vendor/library.js"]);
  }));

test("a glob that is none is said, and everything is included", () =>
  withCore(async (core) => {
    await core.app("server.js", { ...filtered, options: { include: ["src/[**"] } });
    const said = /include glob 'src\/\[\*\*'/;
    // What it prints may come after what it tells.
    for (let left = 500; left > 0 && !said.test(core.output); left -= 1) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.match(core.output, said);
  }));

test("a file that does not parse is V8's to refuse, and the rest has probes", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd: join(here, "apps", "broken") });
    const { answers } = await core.play(port, 1, ["/"]);
    assert.equal(answers[0].body, "SyntaxError");
    assert.deepEqual(core.files(), ["server.js"]);
    const skipped = await core.wait("skipped");
    assert.deepEqual(skipped.map((each) => each.file), ["broken.js"]);
  }));
