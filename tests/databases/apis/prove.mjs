// Proves that each operation of an API with a database can succeed, and that a developer's rows hold every canary.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { caller, listed, runScript, withApi } from "./started.mjs";

/**
 * Runs `calls(call)` against the API on an empty database, and on one with a developer's rows.
 *
 * `url`: of the script itself, beside which the API is. `fresh()`: answers the variables that name an empty database,
 * and `text()`, all that is in it, or a promise of it. What takes imported rows is for `prove-faults.mjs`.
 */
export async function prove(url, fresh, calls) {
  const folder = path.dirname(fileURLToPath(url));
  const { own } = listed(folder);
  const canaries = JSON.parse(fs.readFileSync(path.join(folder, "canaries.json"), "utf8"));
  assert.equal(new Set(canaries).size, canaries.length, "a canary is there twice");
  for (const developer of [false, true]) {
    const { variables, text } = await fresh(developer);
    if (developer) runScript(folder, "developer", variables);
    const succeeded = new Set();
    await withApi(folder, variables, (origin) => calls(caller(origin, succeeded)));
    assert.deepEqual([...succeeded].sort(), own, "not all that is listed succeeded");
    const written = await text();
    const there = canaries.filter((canary) => written.includes(canary)).length;
    assert.equal(there, developer ? canaries.length : 0, "canaries are in the developer's rows, and nowhere else");
    console.log(`${developer ? "with a developer's rows" : "on an empty database"}: ${succeeded.size} operations succeed, ${there} canaries`);
  }
}
