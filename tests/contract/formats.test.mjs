// One suite in every format, module system and language: each passes as it is written, by the command that the writer
// names; and in each format it fails when the API changes.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import { runSuite } from "./harness/runners.mjs";
import { fromBody, fromLocation, runOnce, step } from "./harness/steps.mjs";
import { freshPackage, root, writeSuite } from "./harness/suite-writer.mjs";

const require = createRequire(import.meta.url);
const api = path.join(root, "tests", "contract", "api");

const json = (body) => ({ type: "application/json", body, operation: "POST:/notes" });
const post = (title, more = {}) => step("POST", "/notes", json(JSON.stringify({ title, ...more })));
const oneNote = (target) => step("GET", target, { operation: "GET:/notes/{id}" });
const get = (target) => step("GET", target);
const tags = Array.from({ length: 60 }, (_, index) => `a tag with the number ${index}`);
const key = { Credential: { user: "", slot: "NOTES_WORD" } };
/** He logs in on the running API: what logs in and what calls must mean the same one. */
const bob = {
  user: {
    name: "bob",
    headers: [],
    registration: null,
    login: {
      request: { server: null, method: "GET", target: [{ text: "/numbers" }], headers: [], body: null },
      gives: { token: { from: { body: "/big" }, sent: { header: "Authorization" }, template: "Bearer {token}" } },
    },
  },
  forgotten: false,
};
const ofBob = ["Authorization", [{ Credential: { user: "bob", slot: "Authorization" } }]];

/** Every kind of expectation, links, a user, large bodies with and without changes, faults without an answer. */
const cases = [
  { kind: "Success", calls: [post("a"), oneNote([{ Text: "/notes/" }, fromBody(0, "/id", "1")]), get("/notes")] },
  { kind: "Success", calls: [post("b"), oneNote([{ Text: "/notes/" }, fromLocation(0, "1")])] },
  { kind: "Success", calls: [post("large", { tags })] },
  { kind: "Success", calls: [post("large too", { tags }), post("x", { tags: [...tags, "more"] })] },
  { kind: "Success", calls: [get("/numbers")] },
  { kind: "Success", calls: [get("/text")] },
  { kind: "Success", calls: [get("/long")] },
  { kind: "Success", calls: [step("GET", "/signed", { headers: [["X-Word", [key]], ["X-List", "a"], ["X-List", "b"]] })] },
  { kind: "Success", calls: [get("/env")] },
  { kind: "Success", calls: [step("GET", "/notes", { user: "bob", headers: [ofBob] })] },
  { kind: "ClientError", calls: [step("POST", "/notes", json("{"))] },
  { kind: "ClientError", calls: [step("POST", "/notes", json("{}"))] },
  { kind: "Fault", calls: [post("x", { tags: 5 })], comments: ["Fault 100: HTTP Status 500"], faults: [{ call: 0, words: "at server.js:30" }] },
  { kind: "Fault", calls: [get("/hang")] },
  { kind: "Fault", calls: [get("/crash")] },
  { kind: "Fault", calls: [get("/broken-json")] },
].map((one) => ({ name: "", expectations: [], comments: [], ...one }));

const FORMATS = ["jest", "mocha", "node", "vitest"];
const combinations = FORMATS.flatMap((format) =>
  ["Cjs", "Esm"].flatMap((module) => ["Js", "Ts"].map((language) => ({ format, module, language }))),
);
const nameOf = ({ format, module, language }) => `format-${format}-${module}-${language}`.toLowerCase();

/** What the user of a runner has in his package beside the suite: tests of his own, elsewhere and named otherwise. */
const OWN = {
  jest: ["jest.config.json", JSON.stringify({ rootDir: "src", testRegex: "\\.spec\\.ts$" })],
  mocha: [".mocharc.json", JSON.stringify({ spec: "src/*.spec.js", require: "not-installed" })],
  vitest: ["vitest.config.mjs", 'export default { test: { include: ["src/**/*.spec.ts"], globals: false } };\n'],
};

function setUp(home, { format }) {
  mkdirSync(path.join(home, "src"), { recursive: true });
  if (format in OWN) writeFileSync(path.join(home, OWN[format][0]), OWN[format][1]);
}

/** The configuration that a suite brings along. */
const BROUGHT = { jest: ["jest.config.json"], vitest: ["vitest.config.mjs"] };

let runs;
/** The outcomes of two runs, the same for every format. */
async function outcomes(sut, suite) {
  process.env.NOTES_WORD = "open";
  runs ??= [await runOnce(sut, suite.cases), await runOnce(sut, suite.cases)];
  return runs;
}

/** Writes the suite; answers its package, its folder and what the writer said. */
async function make(combination) {
  const { format, module, language } = combination;
  const home = freshPackage(nameOf(combination), module === "Esm" ? "module" : "commonjs");
  const folder = path.join(home, "suite");
  setUp(home, combination);
  const suite = {
    name: "the contract API",
    start: { Command: { command: "node server.js", cwd: path.relative(folder, api), env: [] } },
    reset: { Url: { method: "POST", target: "/reset" } },
    module,
    language,
    transformer: format === "jest" && language === "Ts" ? "@swc/jest" : null,
    base: "http://localhost:3000",
    call_timeout_ms: 500,
    users: { users: [bob] },
    cases,
  };
  writeSuite(folder, suite, [], format);
  const expected = await outcomes(require(path.join(folder, "support", "sut.cjs")), suite);
  return { home, folder, written: writeSuite(folder, suite, expected, format) };
}

const env = { NOTES_WORD: "open" };

for (const combination of combinations) {
  const { format, module, language } = combination;
  test(`${nameOf(combination)} passes by its command`, async () => {
    const { home, folder, written } = await make(combination);
    const ending = language === "Ts" ? ".test.ts" : ".test.js";
    const brought = ["support", ...(BROUGHT[format] ?? [])];
    const files = readdirSync(folder);
    for (const name of brought) assert.ok(files.includes(name), name);
    assert.deepEqual(files.filter((name) => !brought.includes(name)).sort(), ["client-errors", "faults", "success"].map((stem) => stem + ending));
    assert.match(written.runCommand, /^(\S+=\S+ )?(npx |node )/);

    const green = runSuite(format, home, written.runCommand, { env });
    assert.equal(green.code, 0, green.output);
    assert.equal(green.passed, cases.length, green.output);

    if (module === "Cjs" || language === "Js") return;
    const red = runSuite(format, home, written.runCommand, { env: { ...env, CHANGED: "!" } });
    assert.notEqual(red.code, 0);
    assert.ok(red.failed >= 3 && red.failed < cases.length, `${red.failed} failed\n${red.output}`);
  });
}

test("suites pass with files one after another, side by side, and without isolation", async () => {
  for (const [format, ...ways] of [
    ["mocha", "--parallel", "--no-parallel"],
    ["vitest", "--no-file-parallelism", "--pool=threads", "--no-isolate --globals"],
  ]) {
    const { home, written } = await make({ format, module: "Cjs", language: "Js" });
    for (const args of ways) {
      const run = runSuite(format, home, written.runCommand, { env, args });
      assert.equal(run.code, 0, `${format} ${args}\n${run.output}`);
      assert.equal(run.passed, cases.length, `${format} ${args}\n${run.output}`);
    }
  }
});

test("an API is started with the environment of whoever starts the tests", async () => {
  const before = Object.keys(process.env);
  for (const format of FORMATS) {
    const { home, folder, written } = await make({ format, module: "Cjs", language: "Js" });
    const start = path.join(folder, "support", "start.json");
    const spec = JSON.parse(readFileSync(start, "utf8"));
    const seen = path.join(home, "environment");
    spec.command = `node -e "fs.writeFileSync('${seen}', JSON.stringify(Object.keys(process.env)))" && node server.js`;
    mkdirSync(path.dirname(seen), { recursive: true });
    writeFileSync(start, JSON.stringify(spec));
    const green = runSuite(format, home, written.runCommand, { env });
    assert.equal(green.code, 0, `${format}\n${green.output}`);
    assert.ok(existsSync(seen));
    const known = new Set([...before, ...Object.keys(env), "CI", "NO_COLOR", "NODE_OPTIONS", "OLDPWD", "PWD", "SHLVL", "_"]);
    const added = JSON.parse(readFileSync(seen, "utf8")).filter((name) => !known.has(name) && !name.startsWith("SUT_"));
    assert.deepEqual(added, [], format);
  }
});
