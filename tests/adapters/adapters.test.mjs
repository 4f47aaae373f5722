// Each adapter: the library does what it does without us, and what it is given is told.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const { ADAPTERS } = require("../../npm/nearmiss/adapters/index.js");
const registered = new Set(ADAPTERS.map(({ library, major }) => `${library.split("/").pop()}_${major}`));

/** Lines that the cases print in a process of their own: `{ shown, told }`. */
function outcome(library, mode) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["run_cases.cjs", library, mode], {
    cwd: here,
    encoding: "utf8",
    env: { ...process.env, NEARMISS_CONTROL: "", NEARMISS_OPTIONS: "" },
  });
  assert.equal(status, 0, stderr);
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  return {
    shown: lines.filter((line) => line.told === undefined),
    told: Object.fromEntries(lines.filter((line) => line.told !== undefined).map((line) => [line.of, line.told])),
  };
}

for (const file of readdirSync(join(here, "cases"))) {
  const library = file.replace(/\.cjs$/, "");
  const { expected } = require(`./cases/${file}`);
  const skip = registered.has(library) ? false : "written, not yet in the registry of adapters";
  test(`${library}: the same with and without its adapter, and the search is told`, { skip }, () => {
    const plain = outcome(library, "plain");
    const adapted = outcome(library, "adapted");
    assert.ok(plain.shown.length >= 5, "there are cases");
    assert.deepEqual(adapted.shown, plain.shown);
    assert.deepEqual(adapted.told.skipped.skipped, [], "the version is known");
    for (const [name, { outcomes, schema, path, names, texts }] of Object.entries(expected)) {
      const { targets, facts, texts: others } = adapted.told[name] ?? { targets: {}, facts: [], texts: [] };
      const seen = Object.values(targets);
      if (texts === undefined) assert.ok(seen.length > 0, `${name}: nothing was seen`);
      else assert.deepEqual(others, texts, name);
      if (names !== undefined) assert.deepEqual(Object.keys(targets), names, name);
      for (const [h, other] of seen) {
        assert.ok(h > 0 && other > 0);
        if (outcomes !== undefined) assert.ok((h === 1) !== (other === 1), `${name}: ${h} and ${other} are no outcomes`);
      }
      if (outcomes !== undefined) assert.deepEqual(seen.map(([h]) => h === 1), outcomes, name);
      if (schema !== undefined) assert.deepEqual(facts[0]?.schema, schema, name);
      if (path !== undefined) assert.deepEqual(facts[0]?.taints[0], path, name);
    }
  });
}
