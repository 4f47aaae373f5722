// Programs compiled by us print what they print when TypeScript itself compiles them, with class fields that are
// defined and with class fields that are assigned.
//
// Known differences, both of swc and left out of the programs: TypeScript runs the decorators of instance members before
// those of static ones (swc goes by source order), and it aliases computed keys of assigned fields.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import ts from "typescript";

import { packageFolder } from "../../../register/fake_core.mjs";
import { PROGRAMS } from "./programs.mjs";

const native = createRequire(import.meta.url)(join(packageFolder, "native.js"));
const top = mkdtempSync(join(tmpdir(), "nearmiss-typescript-"));
after(() => rmSync(top, { recursive: true, force: true }));

const COMMON = {
  target: "es2022",
  module: "commonjs",
  esModuleInterop: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

function output(code, folder) {
  const file = join(folder, "program.cjs");
  writeFileSync(file, code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
  assert.equal(status, 0, `${stderr}\n--- of ---\n${code}`);
  return stdout;
}

for (const useDefineForClassFields of [true, false]) {
  const folder = join(top, useDefineForClassFields ? "defined" : "assigned");
  const compilerOptions = { ...COMMON, useDefineForClassFields };
  mkdirSync(folder);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, folder);
  for (const [name, program] of Object.entries(PROGRAMS)) {
    test(`${name}, fields ${useDefineForClassFields ? "defined" : "assigned"}`, () => {
      const theirs = ts.transpileModule(program, { compilerOptions: options }).outputText;
      const path = join(folder, "program.ts");
      const ours = native.lower(program, JSON.stringify({ path, language: "ts", module: "commonJs" })).code;
      const expected = output(theirs, folder);
      assert.notEqual(expected, "");
      assert.equal(output(ours, folder), expected, ours);
    });
  }
}
