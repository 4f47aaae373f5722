// nearmiss/register with coverage: the example project, and what nyc and istanbul-reports make of the file that it writes.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { withCore } from "../register/with_core.mjs";
import { APP, EXPECTED, HOSTS, node, registerTables, summary, withFolder } from "./hosts.mjs";

const require = createRequire(import.meta.url);
const PROJECT = path.join(HOSTS, "register");
const OPTIONS = JSON.stringify({ root: APP });

/** Runs the project with coverage; answers the folder's one file. */
async function covered(folder, args = ["--import", "nearmiss/register", "entry.js"]) {
  const { stdout } = await node(PROJECT, args, { NEARMISS_COVERAGE: folder, NEARMISS_OPTIONS: OPTIONS });
  assert.deepEqual(JSON.parse(stdout).result, EXPECTED);
  const files = fs.readdirSync(folder);
  assert.equal(files.length, 1);
  assert.match(files[0], /^coverage-\d+\.json$/);
  return JSON.parse(fs.readFileSync(path.join(folder, files[0]), "utf8"));
}

test("the coverage of a process is written when it ends: counts of 0 and 1 at the original places", async () => {
  await withFolder(async (folder) => {
    const coverage = await covered(folder);
    const files = summary(coverage);
    assert.deepEqual(Object.keys(files).sort(), ["even.js", "main.js", "odd.js", "price.js", "shelf.ts", "stock.ts"].map((name) => `src/${name}`));
    assert.deepEqual(files["src/price.js"].branches, [19, 21]);
    const stock = coverage[path.join(APP, "src/stock.ts")];
    const lines = fs.readFileSync(stock.path, "utf8").split("\n");
    const textAt = ({ start, end }) => {
      if (start.line !== end.line) return `${lines[start.line - 1].slice(start.column)}...`;
      return lines[start.line - 1].slice(start.column, end.column);
    };
    const statements = Object.entries(stock.statementMap).map(([id, loc]) => [textAt(loc), stock.s[id]]);
    const full = statements.find(([text]) => text.startsWith("throw new RangeError"));
    assert.deepEqual(full, ['throw new RangeError("the shelf is full");', 1]);
    assert.ok(Object.values(stock.fnMap).some(({ name, loc }) => name === "total" && textAt(loc) === "{..."));
    assert.ok([...Object.values(stock.s), ...Object.values(stock.b).flat()].every((count) => count === 0 || count === 1));
  });
});

test("beside each arm stands how near it was", async () => {
  await withFolder(async (folder) => {
    const price = (await covered(folder))[path.join(APP, "src/price.js")];
    const arms = (line, type) => {
      const [id] = Object.entries(price.branchMap).find(([, branch]) => branch.type === type && branch.loc.start.line === line);
      return { counts: price.b[id], near: price.nm.b[id] };
    };
    // total > 1000 was met with totals of some ten: near, not covered.
    const tall = arms(23, "cond-expr");
    assert.deepEqual(tall.counts, [0, 1]);
    assert.ok(tall.near[0] > 0.02 && tall.near[0] < 1 && tall.near[1] === 1, `${tall.near}`);
    // "books" was asked for in vain.
    const books = arms(6, "switch");
    assert.deepEqual(books.counts, [1, 0, 1, 1]);
    assert.ok(books.near[1] > 0 && books.near[1] < 1, `${books.near}`);
  });
});

test("nyc report makes text, lcov and html of it", async () => {
  await withFolder(async (folder) => {
    const temp = path.join(folder, "temp");
    await covered(temp);
    const nyc = require.resolve("nyc/bin/nyc.js");
    const out = path.join(folder, "report");
    const reporters = ["--reporter=text", "--reporter=lcovonly", "--reporter=html"];
    const { stdout } = await node(APP, [nyc, "report", "--temp-dir", temp, "--report-dir", out, ...reporters]);
    assert.match(stdout, /price\.js +\| +100 \| +90\.47 \| +100 \| +100 \|/);
    assert.match(fs.readFileSync(path.join(out, "lcov.info"), "utf8"), /SF:src\/stock\.ts/);
    assert.match(fs.readFileSync(path.join(out, "price.js.html"), "utf8"), /branch not covered/);
  });
});

test("the reporter of near misses names the arms that were missed, the nearest first", async () => {
  await withFolder(async (folder) => {
    await covered(folder);
    const nyc = [require.resolve("nyc/bin/nyc.js"), "report", "--temp-dir", folder, "--reporter=nearmiss/near-misses"];
    const lines = (await node(APP, nyc)).stdout.trim().split("\n");
    assert.equal(lines.length, 2);
    assert.match(lines.join("\n"), /^0\.\d+  src\/price\.js:23  cond-expr, arm 1$/m);
    assert.match(lines.join("\n"), /^0\.\d+  src\/price\.js:9  switch, arm 2$/m);
    assert.ok(lines[0] > lines[1]);
  });
});

test("istanbul-lib-coverage merges the files of two processes", async () => {
  await withFolder(async (folder) => {
    const { createCoverageMap } = require("istanbul-lib-coverage");
    const libReport = require("istanbul-lib-report");
    const reports = require("istanbul-reports");
    const map = createCoverageMap({});
    for (const name of ["first", "second"]) map.merge(await covered(path.join(folder, name)));
    const { statements, branches } = map.fileCoverageFor(path.join(APP, "src/price.js")).toSummary();
    assert.deepEqual([branches.covered, branches.total, statements.pct], [19, 21, 100]);
    reports.create("json-summary").execute(libReport.createContext({ dir: folder, coverageMap: map }));
    const written = JSON.parse(fs.readFileSync(path.join(folder, "coverage-summary.json"), "utf8"));
    assert.equal(written.total.functions.pct, 100);
  });
});

test("worker threads write a file of their own; a program that throws or exits writes its file too", async () => {
  await withFolder(async (folder) => {
    const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
    write("package.json", "{}");
    write("main.js", 'new (require("node:worker_threads").Worker)(`${__dirname}/worker.js`).on("exit", () => process.exit(0));\n');
    write("worker.js", "const a = 1;\n");
    const run = (out, file) =>
      node(folder, ["--import", import.meta.resolve("nearmiss/register"), file], { NEARMISS_COVERAGE: path.join(folder, out) });
    await run("workers", "main.js");
    const read = (out) => fs.readdirSync(path.join(folder, out)).map((name) => JSON.parse(fs.readFileSync(path.join(folder, out, name), "utf8")));
    const files = read("workers").flatMap((coverage) => Object.entries(coverage));
    assert.deepEqual(files.map(([file, { s }]) => [path.basename(file), s[0]]).sort(), [["main.js", 1], ["worker.js", 1]]);
    write("throws.js", "if (Math) throw new Error('x');\n");
    await assert.rejects(run("thrown", "throws.js"), /ended with 1/);
    assert.deepEqual(Object.values(read("thrown")[0])[0].b, { 0: [1, 0] });
  });
});

test("a folder that cannot be written is named, and the exit code says so", async () => {
  await withFolder(async (folder) => {
    const file = path.join(folder, "file");
    fs.writeFileSync(file, "");
    const env = { NEARMISS_COVERAGE: path.join(file, "below"), NEARMISS_OPTIONS: OPTIONS };
    await assert.rejects(node(PROJECT, ["--import", "nearmiss/register", "entry.js"], env), /ended with 1[^]*cannot be written to .*below/);
  });
});

test("a core numbers files that were instrumented ahead of time as it does any other", async () => {
  await withFolder(async (folder) => {
    const { transform } = require("nearmiss/transform");
    fs.writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    const texts = {};
    for (const name of ["even.js", "odd.js"]) {
      const filename = path.join(APP, "src", name);
      const request = { file: `src/${name}`, kind: "module", coverage: name === "odd.js" };
      texts[name] = transform(fs.readFileSync(filename, "utf8"), filename, request).code;
      fs.writeFileSync(path.join(folder, name), texts[name]);
    }
    fs.writeFileSync(path.join(folder, "main.js"), 'import { isEven } from "./even.js"; console.log(isEven(7));');
    const tables = await registerTables();
    await withCore(async (core) => {
      const env = { NEARMISS_CONTROL: core.socket, NEARMISS_OPTIONS: JSON.stringify({ root: folder }) };
      const { stdout } = await node(folder, ["--import", import.meta.resolve("nearmiss/register"), "main.js"], env);
      assert.equal(stdout, "false\n");
      const sent = [...core.tables.values()];
      assert.deepEqual(sent.map(({ file }) => file).sort(), ["main.js", "src/even.js", "src/odd.js"]);
      const targets = ({ slots }) => slots.filter(([kind]) => kind !== "root");
      for (const table of sent.filter(({ file }) => file !== "main.js")) assert.deepEqual(targets(table), targets(tables[table.file]));
      // The function that odd.js calls before even.js has run its first statement is seen.
      const even = sent.find(({ file }) => file === "src/even.js");
      const entered = even.slots.findIndex(([kind]) => kind === "function");
      assert.equal(core.maps[0].slot(even.base + entered), 1);
    });
  });
});
