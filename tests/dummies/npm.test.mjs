// A replacement and an adapter that only tests know: each a folder that is put into a copy of the package, and one line in its
// registry. They fail when another file has to know of what is added.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { before, test } from "node:test";

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, "../..");
const FOLDER = path.join(ROOT, "target/dummies/npm");
const PACKAGE = path.join(FOLDER, "nearmiss");

/** Puts a dummy into the copy: its folder, and its line behind another one of a registry. */
function add(dummy, folder, registry, behind, line) {
  fs.cpSync(path.join(HERE, dummy), path.join(PACKAGE, folder), { recursive: true });
  const file = path.join(PACKAGE, registry);
  const text = fs.readFileSync(file, "utf8");
  assert.equal(text.split(behind).length, 2, `${registry} has one line ${behind}`);
  fs.writeFileSync(file, text.replace(behind, `${behind}\n${line}`));
}

/** Runs a program that is given the copy; answers what it prints, as JSON. */
function run(program, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", program], {
    cwd: FOLDER, encoding: "utf8", env: { ...process.env, NEARMISS_CONTROL: "", NEARMISS_OPTIONS: "", NEARMISS_PACKAGE: PACKAGE, ...env },
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

before(() => {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  const isCode = (file) => !file.endsWith(".wasm");
  fs.cpSync(path.join(ROOT, "npm/nearmiss"), PACKAGE, { recursive: true, filter: isCode });
  add("replacement", "runtime/replacements/array/slice", "runtime/replacements/index.js", "  array: [", '    require("./array/slice/index.js"),');
  add("adapter", "adapters/tickets_1", "adapters/index.js", "const ADAPTERS = [", '  { library: "tickets", major: 1, load: () => require("./tickets_1/index.js") },');
});

test("a replacement is a folder and a line", () => {
  const slots = run(`
    const { create, detachedBuffer } = require(process.env.NEARMISS_PACKAGE + "/runtime/index.js");
    const { probes, map } = create(detachedBuffer(64));
    const list = [1, 2];
    const seen = [[0], [2], [9]].map((args) => {
      map.slots.fill(0);
      probes.t(20, 21, list, list.slice, ...args);
      return [map.slots[21], map.slots[22]];
    });
    console.log(JSON.stringify(seen));
  `);
  const [[found], [near, missed], [far]] = slots;
  assert.deepEqual([found, missed], [1, 1]);
  assert.ok(0 < far && far < near && near < 1, `${far} ${near}`);
});

test("an adapter is a folder and a line", () => {
  const library = path.join(FOLDER, "node_modules/tickets");
  fs.mkdirSync(library, { recursive: true });
  fs.writeFileSync(path.join(library, "package.json"), '{ "name": "tickets", "version": "1.2.3" }');
  fs.writeFileSync(path.join(library, "index.js"), "exports.isTicket = (text) => /^T-\\d{4}$/.test(text);\n");
  const told = run(`
    const adapted = require(process.env.ADAPTED);
    adapted.install();
    const { isTicket } = require(${JSON.stringify(library)});
    const seen = ["_EM_1_XYZ_", "T-0042"].map((text) => {
      adapted.begin();
      const answer = isTicket(text);
      return { answer, targets: adapted.told().targets };
    });
    console.log(JSON.stringify({ seen, skipped: adapted.skipped }));
  `, { ADAPTED: path.join(ROOT, "tests/adapters/adapted.cjs") });
  const [refused, taken] = told.seen;
  assert.deepEqual(told.skipped, []);
  assert.deepEqual([refused.answer, taken.answer], [false, true]);
  const outcomes = ({ targets: { "tickets.isTicket": [yes, no] } }) => [yes === 1, no === 1];
  assert.deepEqual(outcomes(refused), [false, true]);
  assert.deepEqual(outcomes(taken), [true, false]);
});
