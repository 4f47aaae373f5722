// Everything in `fixtures/bad/` is wrong in one way: the command line says what and where, and writes nothing.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { nearmiss } from "./command.mjs";
import { ROOT } from "./sut-process.mjs";

const BAD = path.join(ROOT, "fixtures/bad");
const API = path.join(BAD, "api");
const EXPECTED = JSON.parse(fs.readFileSync(path.join(BAD, "expected.json"), "utf8"));
const WRONG_USAGE = 2;

const top = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-bad-"));
after(() => fs.rmSync(top, { recursive: true, force: true }));

const START = ["--start", "node server.js"];
const SCHEMA = ["--openapi", "openapi.json"];
const SHORT = ["--calls", "20", "--seed", "1"];

/** What is typed for a file of each kind; it runs in the folder of the API. */
const COMMANDS = {
  config: (file) => ["fuzz", ...START, ...SCHEMA, ...SHORT, "--config", file],
  "config-alone": (file) => ["fuzz", ...SCHEMA, ...SHORT, "--config", file],
  "config-schema": (file) => ["fuzz", ...START, ...SHORT, "--config", file],
  "config-out": (file) => ["fuzz", ...START, ...SCHEMA, ...SHORT, "--config", file],
  seed: (file) => ["fuzz", ...START, ...SCHEMA, ...SHORT, "--seed-from", file],
  auth: (file) => ["fuzz", ...START, ...SCHEMA, ...SHORT, "--auth", file],
  schema: (file) => ["fuzz", ...START, ...SHORT, "--schema-only", "--openapi", file],
  "schema-url": (file) => ["fuzz", ...START, ...SHORT, "--schema-only", "--openapi", fs.readFileSync(file, "utf8").trim()],
  archive: (file) => ["fuzz", ...START, ...SCHEMA, ...SHORT, "--resume", file],
  merge: (file) => ["merge", file],
  init: (folder) => ["init", folder],
};
/** Where what is written goes, by the kind's command; `config-out` says it itself. */
const OUT = { merge: ["-o"], init: null, "config-out": null };

/** Names of all files below a folder, but what a search leaves for `explain`. */
const files = (folder) => {
  const all = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }).sort() : [];
  return all.filter((name) => !name.split(path.sep).includes(".nearmiss"));
};

let made = 0;
for (const [kind, command] of Object.entries(COMMANDS)) {
  const cases = Object.entries(EXPECTED).filter(([, expected]) => expected.kind === kind);
  describe(`${kind}: ${cases.length} cases`, () => {
    for (const [name, { words, code: wanted = WRONG_USAGE }] of cases) {
      it(`${name}: ${words.join(", ")}`, async () => {
        const before = files(BAD);
        const out = path.join(top, String((made += 1)));
        const to = OUT[kind] === undefined ? ["--out"] : OUT[kind];
        const args = [...command(path.join(BAD, name)), ...(to === null ? [] : [...to, out])];
        const { code, stderr, output } = await nearmiss(API, args);
        assert.equal(code, wanted, output);
        for (const word of words) assert.ok(stderr.includes(word), `it says ${word}:\n${output}`);
        assert.doesNotMatch(output, /^\s+at .*[:(]/m, "a message, not a trace");
        assert.doesNotMatch(output, /panicked|RUST_BACKTRACE|Node\.js v\d/);
        assert.deepEqual(files(BAD), before, "nothing is written beside it");
        // What is only a warning does not keep a suite from being written.
        if (wanted !== 0) assert.ok(!fs.existsSync(out), "nothing is written where it would go");
      });
    }
  });
}

describe("the table", () => {
  it("has every file of the folder, and there are enough of them", () => {
    const known = Object.keys(EXPECTED);
    const there = files(BAD).filter((file) => {
      const isFile = fs.statSync(path.join(BAD, file)).isFile();
      return isFile && !/^api\/|^config\/not-a-baseline|^expected\.json$|^README\.md$/.test(file);
    });
    const covered = (file) => known.some((name) => file === name || file.startsWith(`${name}/`));
    assert.deepEqual(there.filter((file) => !covered(file)), []);
    assert.ok(there.length >= 40, `${there.length} files`);
    assert.deepEqual([...new Set(Object.values(EXPECTED).map(({ kind }) => kind))].sort(), Object.keys(COMMANDS).sort());
  });

  it("has a wrong value for every option of a configuration", () => {
    const { OPTIONS } = createRequire(import.meta.url)("../../npm/nearmiss/config/options.js");
    const wrong = JSON.parse(fs.readFileSync(path.join(BAD, "config/wrong-types.json"), "utf8"));
    assert.deepEqual(Object.keys(wrong).sort(), Object.keys(OPTIONS).sort());
  });
});
