// Proves that operations which read imported rows can succeed, and that each fault seeded behind such rows is there.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { caller, listed, withApi } from "./started.mjs";

const FAULTS = 10;

/** Reads faults.json, whose lines must be those of the files, and stand in FAULTS.md too. */
export function readFaults(folder) {
  const faults = JSON.parse(fs.readFileSync(path.join(folder, "faults.json"), "utf8"));
  const rows = fs.readFileSync(path.join(folder, "FAULTS.md"), "utf8").split("\n");
  for (const { id, operation, file, line, text } of faults) {
    const source = fs.readFileSync(path.join(folder, file), "utf8").split("\n");
    assert.equal(source[line - 1].trim(), text, `${id}: ${file}:${line} is another line`);
    const [row] = rows.filter((words) => words.startsWith(`| ${id} |`));
    const told = [`\`${file}:${line}\``, `\`${operation}\``].every((words) => row?.includes(words));
    assert.ok(told, `FAULTS.md does not tell of ${id}`);
  }
  assert.equal(new Set(faults.map(({ id }) => id)).size, FAULTS, `${FAULTS} faults`);
  return new Map(faults.map((fault) => [fault.id, fault]));
}

/**
 * Runs `scenario({ call, fault, sql })` against the API on a database in which only its migrations and seeds were.
 *
 * `fresh()`: answers the variables that name an empty database, and `sql(text)`, which runs SQL beside the API.
 * `fault(id, request)` calls the operation of a fault and wants the status that the list has for it.
 */
export async function proveFaults(url, fresh, scenario) {
  const folder = path.dirname(fileURLToPath(url));
  const { imported } = listed(folder);
  const faults = readFaults(folder);
  const { variables, sql } = await fresh();
  const [succeeded, seen] = [new Set(), new Set()];
  await withApi(folder, variables, async (origin) => {
    const call = caller(origin, succeeded);
    const told = caller(origin, new Set());
    const fault = async (id, request) => {
      const { operation, status } = faults.get(id) ?? assert.fail(`${id} is in no list`);
      seen.add(id);
      return told(operation.replace(":", " "), { ...request, expect: status });
    };
    await scenario({ call, fault, sql });
  });
  const reached = imported.filter((name) => succeeded.has(name));
  assert.deepEqual(reached, imported, "not all that takes imported rows succeeded");
  assert.deepEqual([...seen].sort(), [...faults.keys()].sort(), "not all faults were shown");
  console.log(`with imported rows: ${reached.length} operations succeed, ${seen.size} faults are there`);
}
