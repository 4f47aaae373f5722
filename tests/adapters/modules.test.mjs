// Adapters of ES modules, by the hooks that this Node has; switches; versions that are not known.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { get } from "../register/fake_core.mjs";
import { withCore } from "../register/with_core.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const cwd = join(here, "apps", "zod_esm");

/** The answer of the app without us. */
async function plainly(path) {
  const child = spawn(process.execPath, ["server.mjs", "0"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(Number(data))));
    return await get(port, path);
  } finally {
    child.kill();
  }
}

test("ES modules of a library look as they are, and are seen through", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.mjs", { cwd });
    assert.deepEqual(JSON.parse((await get(port, "/look")).body), JSON.parse((await plainly("/look")).body));
    const { answers, hits } = await core.play(port, 1, ["/?name=_EM_3_XYZ_"]);
    assert.deepEqual(JSON.parse(answers[0].body), [false, false]);
    const texts = core.requests.filter((request) => request.type === "schema").map((request) => JSON.parse(request.text));
    assert.deepEqual(texts.map((schema) => schema.properties.name), [
      { type: "string", minLength: 20 },
      { type: "string", maxLength: 3 },
    ]);
    const asked = core.requests.filter((request) => request.type === "validation");
    assert.deepEqual(asked.map(({ operation, input }) => [operation, input]), [[0, true], [0, true]]);
    for (const { base } of core.validations.values()) {
      assert.equal(hits.get(base + 1), 1);
      assert.ok(hits.get(base) > 0 && hits.get(base) < 1);
    }
  }));

test("adapters can be switched off", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.mjs", { cwd, options: { adapters: false } });
    await core.play(port, 1, ["/?name=_EM_3_XYZ_"]);
    assert.deepEqual(core.requests.filter((request) => request.type === "schema"), []);
  }));

test("a version that is not known is left alone and named", () =>
  withCore(async (core) => {
    const folder = mkdtempSync(join(tmpdir(), "nearmiss-adapters-"));
    try {
      const library = join(folder, "node_modules", "zod");
      mkdirSync(join(library, "v4", "core"), { recursive: true });
      writeFileSync(join(library, "package.json"), '{ "name": "zod", "version": "9.1.0", "main": "v4/core/parse.cjs" }');
      writeFileSync(join(library, "v4", "core", "parse.cjs"), "exports.parse = (schema, value) => value;");
      writeFileSync(
        join(folder, "server.js"),
        'const { parse } = require("zod"); const { parse: again } = require("zod");' +
          'require("node:http").createServer((q, r) => r.end(`${parse === again} ${parse}`)).listen(0);',
      );
      const { port } = await core.app("server.js", { cwd: folder });
      assert.equal((await get(port, "/")).body, "true (schema, value) => value");
      const [{ file, reason }, ...more] = await core.wait("skipped");
      assert.equal(file, "zod 9.1.0");
      assert.match(reason, /no adapter for this version; known: 4, 3/);
      assert.deepEqual(more, []);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }));
