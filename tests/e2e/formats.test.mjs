// The formats and languages of written suites from the command line: what is chosen is written, the closing lines say how it
// is run and what it needs, and so run it is green.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { runInNewContext } from "node:vm";
import { runSuite } from "../contract/harness/runners.mjs";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { project } from "./projects.mjs";
import { fixture } from "./sut-process.mjs";

const ncs = fixture("ncs");
const SEARCH = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--seed", "1"];

/** The command of the closing lines. */
const commandOf = ({ stdout }) => /^run with +(.*)$/m.exec(stdout)[1];

describe("each format is written, named and run", () => {
  for (const [format, language] of [["jest", "js"], ["mocha", "ts"], ["node", "js"], ["vitest", "ts"]]) {
    it(`${format} in ${language}`, async () => {
      const out = emptyOut(ncs, `format-${format}`);
      const run = await nearmiss(ncs, [...SEARCH, "--calls", "50", "--format", format, "--language", language, "--out", out]);
      assert.equal(run.code, 0, run.output);
      const suite = runSuite(format, ncs, commandOf(run));
      assert.equal(suite.code, 0, suite.output);
      const { totalTests, testFilePaths } = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
      assert.equal(suite.passed, totalTests, suite.output);
      assert.ok(testFilePaths.length >= 2 && testFilePaths.every((file) => file.endsWith(`.test.${language}`)));
    });
  }
});

it("tests of one operation are told apart, and a fault has its curl line", async () => {
  const out = emptyOut(ncs, "format-names");
  const run = await nearmiss(ncs, [...SEARCH, "--calls", "1500", "--no-replay", "--out", out]);
  assert.equal(run.code, 0, run.output);
  const text = writtenText(out);
  const names = [...text.matchAll(/^test\((.*), async/gm)].map(([, name]) => runInNewContext(name));
  assert.equal(new Set(names).size, names.length);
  const numbered = names.filter((name) => /\(\d+\)$/.test(name));
  assert.ok(names.length >= 20 && numbered.length <= names.length / 20, names.join("\n"));
  assert.ok(Math.max(...names.map((name) => name.length)) < 250, names.join("\n"));
  const faults = text.split("\n").filter((line) => line.startsWith("// Fault ")).length;
  const lines = [...text.matchAll(/^\/\/ (curl -i .*)$/gm)].map(([, line]) => line);
  assert.ok(faults > 0 && lines.length > 0);
  // The port that the API's code asks for.
  assert.ok(lines.every((line) => line.includes("'http://localhost:8701/api/")), lines.join("\n"));
});

describe("what is asked for wrongly is said before anything starts", () => {
  const start = ["fuzz", "--start", "node no-such-file.js"];

  it("an unknown format or language on the command line", async () => {
    const dir = project({});
    const format = await nearmiss(dir, [...start, "--format", "ava"]);
    assert.equal(format.code, 2);
    assert.match(format.stderr, /'ava'[\s\S]*jest, mocha, node, vitest/);
    const language = await nearmiss(dir, [...start, "--language", "dart"]);
    assert.equal(language.code, 2);
    assert.match(language.stderr, /'dart'[\s\S]*js, ts/);
  });

  it("an unknown format or language in the configuration", async () => {
    const dir = project({ "nearmiss.config.json": JSON.stringify({ format: "ava", language: "dart" }) });
    const run = await nearmiss(dir, start);
    assert.equal(run.code, 2);
    assert.match(run.stderr, /format is 'ava', but must be "jest", "mocha", "node" or "vitest"/);
    assert.match(run.stderr, /language is 'dart', but must be "js" or "ts"/);
  });

  it("TypeScript for a runner that does not read it in this package", async () => {
    const dir = project({}, { manifest: { devDependencies: { typescript: "*" } } });
    const run = await nearmiss(dir, [...start, "--language", "ts"]);
    assert.equal(run.code, 2);
    assert.match(run.stderr, /jest reads TypeScript only with one of ts-jest, @swc\/jest, @babel\/preset-typescript/);
  });
});

describe("the language follows the package", () => {
  const server = `require("node:http").createServer((request, response) => {
    if (request.url === "/a") return response.end("a");
    response.writeHead(404).end();
  }).listen(3000);`;
  const search = ["fuzz", "--start", "node server.cjs", "--calls", "40", "--seed", "1"];

  it("TypeScript where Vitest meets a tsconfig.json and typescript; what is missing is named", async () => {
    const manifest = { devDependencies: { typescript: "*", vitest: "*" } };
    const dir = project({ "server.cjs": server, "tsconfig.json": "{}" }, { manifest });
    const run = await nearmiss(dir, [...search, "--format", "vitest"]);
    assert.equal(run.code, 0, run.output);
    assert.ok(fs.readdirSync(path.join(dir, "nearmiss-tests")).some((name) => name.endsWith(".test.ts")));
    assert.match(run.stdout, /^missing +npm install --save-dev superagent$/m);
    assert.match(run.stdout, /^run with +npx vitest run --root nearmiss-tests$/m);
  });

  it("JavaScript where the runner has no loader; from the configuration", async () => {
    const manifest = { devDependencies: { typescript: "*" } };
    const config = JSON.stringify({ format: "node" });
    const dir = project({ "server.cjs": server, "tsconfig.json": "{}", "nearmiss.config.json": config }, { manifest });
    const run = await nearmiss(dir, search);
    assert.equal(run.code, 0, run.output);
    assert.ok(fs.readdirSync(path.join(dir, "nearmiss-tests")).some((name) => name.endsWith(".test.js")));
    assert.match(run.stdout, /^run with +node --test nearmiss-tests\/\*\.test\.js$/m);
  });
});
