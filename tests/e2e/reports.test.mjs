// All reports of one search: they tell of the same faults under the same names, and of the coverage that the suite has.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { coverageOfSuite } from "../quality/code-coverage.mjs";
import { SUTS } from "../quality/suts.mjs";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { ROOT } from "./sut-process.mjs";

const { ncs } = SUTS;
const CALLS = 3000;
/** Reports that are read here. */
const FILES = ["report.json", "junit.xml", "lcov.info", "report.md", "report.sarif"];
/** Share of the lines with statements on which lcov and V8 must agree: V8 counts by ranges, we by statements. */
const AGREED = 0.97;

const sorted = (names) => [...new Set(names)].sort();
const all = (text, pattern) => sorted([...text.matchAll(pattern)].map(([, found]) => found));

/** Files of a tracefile: hits by line, and the totals as they are told. */
function readLcov(text) {
  const files = new Map();
  for (const record of text.split("end_of_record\n").slice(0, -1)) {
    const fields = record.trimEnd().split("\n").map((line) => /^(\w+):(.*)$/.exec(line).slice(1));
    const numbers = Object.fromEntries(fields.filter(([name]) => /^(LF|LH|BRF|BRH|FNF|FNH)$/.test(name)));
    const lines = fields.filter(([name]) => name === "DA").map(([, value]) => value.split(",").map(Number));
    files.set(fields.find(([name]) => name === "SF")[1], { lines: new Map(lines), numbers });
  }
  return files;
}

async function search(label, env = {}) {
  const out = emptyOut(ncs.dir, label);
  const args = ["fuzz", ...ncs.entry, "--calls", String(CALLS), "--seed", "42", "--out", out, "--reports", "all"];
  const { code, output, stdout } = await nearmiss(ncs.dir, args, { limitMs: 300_000, env });
  assert.equal(code, 0, output);
  const text = (name) => fs.readFileSync(path.join(out, name), "utf8");
  return { out, stdout, text, report: JSON.parse(text("report.json")) };
}

describe("all reports of a search", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-reports-"));
  const jobSummary = path.join(folder, "summary.md");
  let found;
  let ids;
  before(async () => {
    fs.writeFileSync(jobSummary, "# The job\n");
    found = await search("reports", { GITHUB_STEP_SUMMARY: jobSummary });
    ids = sorted(found.report.nearmiss.faults.map(({ id }) => id));
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it("are written beside report.json, and told", () => {
    const shown = found.stdout.slice(found.stdout.indexOf("\nreports ")).split("\n").map((line) => line.slice(12));
    for (const name of FILES) {
      assert.ok(shown.includes(path.relative(ncs.dir, path.join(found.out, name))), `${name}\n${found.stdout}`);
      assert.notEqual(found.text(name), "");
    }
  });

  it("name each fault alike, as the suite does", () => {
    assert.ok(ids.length > 1 && ids.some((id) => id.startsWith("100-")), ids.join(" "));
    assert.deepEqual(all(writtenText(found.out), /^\/\/ Fault (\S+) \(.+\) in call \d+: /gm), ids);
    const { foundFaults, totalNumber } = found.report.faults;
    const contexts = foundFaults.flatMap(({ faultCategories }) => faultCategories).map(({ context }) => context);
    assert.equal(totalNumber, ids.length);
    assert.deepEqual(sorted(contexts.map((context) => /\[(\S+)\]$/.exec(context)[1])), ids);
    const [run] = JSON.parse(found.text("report.sarif")).runs;
    assert.deepEqual(sorted(run.results.map((result) => result.partialFingerprints["nearmissFaultId/v1"])), ids);
    assert.deepEqual(all(found.text("junit.xml"), /<testcase name="(\d+-[0-9a-f]+) [^>]*>\s*<failure /g), ids);
    assert.deepEqual(all(found.text("report.md"), /^\| `(\d+-[0-9a-f]+)` \| `/gm), ids);
  });

  it("lead to the test of a fault", () => {
    for (const { id, testCaseId } of found.report.nearmiss.faults) {
      const { filePath, startLine } = found.report.testCases.find((test) => test.id === testCaseId);
      const lines = found.text(filePath).split("\n");
      assert.match(lines[startLine - 1], /^test\(/);
      const above = lines.slice(0, startLine - 1).reverse();
      const comments = above.slice(0, above.findIndex((line) => !line.startsWith("//")));
      assert.ok(comments.some((line) => line.startsWith(`// Fault ${id} (`)), `${id} above ${filePath}:${startLine}`);
      assert.ok(found.text("report.md").includes(`](${filePath}#L${startLine})`));
    }
  });

  it("lead to the statement that threw, from the folder of the repository", () => {
    const [run] = JSON.parse(found.text("report.sarif")).runs;
    const thrown = run.results.filter(({ properties }) => properties.place.startsWith("Statement_"));
    assert.ok(thrown.length > 0);
    for (const { locations, properties } of thrown) {
      const { artifactLocation, region } = locations[0].physicalLocation;
      assert.ok(fs.existsSync(path.join(ROOT, artifactLocation.uri)), artifactLocation.uri);
      const [, file, line] = /^Statement_(.+)_(\d+)_\d+$/.exec(properties.place);
      assert.deepEqual([artifactLocation.uri, region.startLine], [`fixtures/suts/ncs/${file}`, Number(line)]);
    }
  });

  it("tell the coverage that report.json tells", () => {
    const files = [...readLcov(found.text("lcov.info")).values()];
    const sum = (name) => files.reduce((total, { numbers }) => total + Number(numbers[name]), 0);
    const { criteria } = found.report.extra[0];
    const told = (wanted) => criteria.find(({ name }) => name === wanted);
    for (const [name, found, hit] of [["lines", "LF", "LH"], ["branches", "BRF", "BRH"], ["functions", "FNF", "FNH"]]) {
      const { covered, total } = told(name);
      assert.ok(total > 10);
      assert.deepEqual([sum(hit), sum(found)], [covered, total], name);
    }
  });

  it("tell the lines that V8 sees when the suite runs", async () => {
    const missed = new Set((await coverageOfSuite(ncs, found.out)).missed);
    const lines = [...readLcov(found.text("lcov.info"))].flatMap(([file, record]) =>
      [...record.lines].map(([line, hits]) => [`${file}:${line}`, hits > 0]),
    );
    const differ = lines.filter(([line, covered]) => covered === missed.has(line));
    assert.ok(differ.length <= lines.length * (1 - AGREED), `${differ.length} of ${lines.length}: ${differ.join(" ")}`);
  });

  it("are shown by the job of a CI", () => {
    assert.equal(fs.readFileSync(jobSummary, "utf8"), `# The job\n${found.text("report.md")}`);
  });

  it("are the same for the same seed", async () => {
    const again = await search("reports");
    for (const name of FILES.filter((file) => file !== "report.json")) {
      assert.equal(again.text(name), found.text(name), name);
    }
  });
});

it("a report that there is not is named, with those that there are", async () => {
  const { code, stderr } = await nearmiss(ncs.dir, ["fuzz", ...ncs.entry, "--reports", "junit,pdf"]);
  assert.equal(code, 2);
  assert.match(stderr, /--reports pdf: there is no such report; known: .*json, junit, lcov, markdown, sarif, all/);
});
