// TypeScript under `node --import nearmiss/register`: compiled by ourselves, by tsx and by ts-node, as CommonJS and as
// ES modules. Each program prints the same as it does in plain tsx, its stack traces name original lines, and its
// targets lie on the lines that the comments in the sources name.
//
// NODE_UNDER_TEST=/path/to/node runs the programs in another Node.js.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { FakeCore, registerUrl } from "../../register/fake_core.mjs";

const APPS = join(import.meta.dirname, "apps");
const FILES = ["src/main.ts", "src/validation.ts"];
const node = process.env.NODE_UNDER_TEST ?? process.execPath;
const OURS = ["--import", registerUrl];
const TSX = ["--import", pathToFileURL(import.meta.resolve("tsx").replace("file://", "")).href];
const TS_NODE = ["--require", "ts-node/register"];

const HOSTS = [
  { name: "our own compiler", app: "commonjs", args: OURS, metadata: true },
  { name: "our own compiler", app: "esm", args: OURS, metadata: true },
  { name: "tsx before us", app: "commonjs", args: [...TSX, ...OURS] },
  { name: "tsx before us", app: "esm", args: [...TSX, ...OURS] },
  { name: "tsx after us", app: "commonjs", args: [...OURS, ...TSX] },
  { name: "tsx after us", app: "esm", args: [...OURS, ...TSX], metadata: true },
  { name: "ts-node", app: "commonjs", args: [...TS_NODE, ...OURS], metadata: true },
];

/** Lines (1-based) of a source whose closing comment holds a letter, by letter. */
function marks(app, file) {
  const lines = { S: new Set(), F: new Set(), B: new Set(), N: new Set() };
  readFileSync(join(APPS, app, file), "utf8").split("\n").forEach((line, i) => {
    const letters = / \/\/ ([SFBN]( [SFBN])*)$/.exec(line)?.[1].split(" ") ?? [];
    const isBlank = /^\s*(\/\/.*|\/?\*.*|that are|nothing\. \*\/|\}?\)?;?)$/.test(line);
    for (const letter of isBlank ? ["N"] : letters) lines[letter].add(i + 1);
  });
  return lines;
}

const LETTER_OF = { statement: "S", function: "F", branchTrue: "B", branchFalse: "B" };

/** Lines of a target table by letter. */
function reported(core, file) {
  const table = [...core.tables.values()].find((candidate) => candidate.file === file);
  assert.ok(table, `no table for ${file}, only ${core.files()}\n${core.output}`);
  const lines = { S: new Set(), F: new Set(), B: new Set() };
  for (const [kind, line] of table.slots) if (kind in LETTER_OF) lines[LETTER_OF[kind]].add(line);
  return lines;
}

const plainOutput = new Map();
function plain(app) {
  if (!plainOutput.has(app)) {
    const args = [...TSX, "--enable-source-maps", "src/main.ts"];
    const { status, stdout, stderr } = spawnSync(node, args, { cwd: join(APPS, app), encoding: "utf8" });
    assert.equal(status, 0, stderr);
    plainOutput.set(app, stdout);
  }
  return plainOutput.get(app);
}

for (const { name, app, args, metadata } of HOSTS) {
  test(`${app}, ${name}`, async () => {
    const core = await FakeCore.start();
    try {
      const child = core.node([...args, "src/main.ts"], { cwd: join(APPS, app) });
      let stdout = "";
      child.stdout.on("data", (chunk) => (stdout += chunk));
      assert.equal(await child.ended, 0, core.output);
      assert.deepEqual(core.requests.filter((request) => request.type === "skipped"), []);

      const seen = JSON.parse(stdout);
      assert.equal(seen.trace, "main.ts:33 main.ts:56");
      const expected = JSON.parse(plain(app));
      // esbuild, inside tsx, has no emitDecoratorMetadata. As ES modules, files reach us before a tsx that was installed
      // after us.
      assert.deepEqual(seen, metadata ? { ...expected, type: "Number" } : expected);

      assert.deepEqual(core.files(), FILES);
      for (const file of FILES) {
        const wanted = marks(app, file);
        const found = reported(core, file);
        for (const letter of ["S", "F", "B"]) {
          const missing = [...wanted[letter]].filter((line) => !found[letter].has(line));
          assert.deepEqual(missing, [], `${letter} of ${file} on lines ${[...found[letter]]}`);
          // esbuild says that its export preamble stems from the first line.
          const preamble = name.startsWith("tsx") && app === "commonjs" ? 1 : 0;
          const made = [...found[letter]].filter((line) => wanted.N.has(line) && line !== preamble);
          assert.deepEqual(made, [], `${letter} of ${file} where there is nothing`);
        }
      }
    } finally {
      await core.close();
    }
  });
}
