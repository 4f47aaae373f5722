// `nearmiss explain`: which predicate was missed, by which values and how far, and what stands in the way of what was never reached.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { emptyOut, nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("explained");
const API = ["--start", "node server.js", "--openapi", "openapi.json"];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-explain-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const source = fs.readFileSync(path.join(dir, "src/app.js"), "utf8").split("\n");
/** The line of `src/app.js` that holds a text. */
const at = (text) => {
  const line = source.findIndex((one) => one.includes(text)) + 1;
  assert.ok(line > 0, text);
  return line;
};

/** The tests of the archive: what was tried is what stands here, and nothing else. */
const TESTS = [
  [["number", { age: 3 }], ["number", { age: 60 }]],
  [["string", { word: "accordeon" }]],
  [["string", { word: "ACCORDION" }]],
  [["pattern", { code: "AB-1234" }]],
  [["truthiness", { other: "x" }]],
  [["property", { item: "tables" }]],
  [["chain", { vip: "yes", quota: 5 }]],
  [["chain", { vip: "no", quota: 5 }]],
  [["impossible", { n: 19 }]],
  [["order", {}]],
];

const archive = path.join(folder, "archive.json");
const tests = TESTS.map((calls) => ({
  calls: calls.map(([name, inputs]) => ({
    operation: `GET:/api/${name}`,
    inputs: Object.fromEntries(Object.entries(inputs).map(([key, value]) => [`query:${key}`, value])),
  })),
}));
const full = at('{ fare: "full" }');
const pad = (line) => String(line).padStart(5, "0");
fs.writeFileSync(
  archive,
  JSON.stringify({
    nearmiss: "archive",
    version: 2,
    tool: "0.1.0",
    api: "sut-explained",
    seed: 1,
    calls: 11,
    draws: 0,
    operations: [...new Set(tests.flatMap(({ calls }) => calls.map(({ operation }) => operation)))].sort(),
    tests,
    covered: { [`Statement_src/app.js_${pad(full)}_0`]: 0 },
    near: tests.map((_, test) => ({ test, targets: 1 })),
  }),
);

async function explained(target, args = []) {
  const run = await nearmiss(dir, ["explain", target, ...API, "--resume", archive, ...args]);
  assert.equal(run.code, 0, run.output);
  return run.stdout;
}

describe("explain", () => {
  it("names the predicate of a branch, the nearest values and how near they were", async () => {
    const line = at("age > 64");
    const expected = `Branch_at_src/app.js_at_line_${pad(line)}_position_0_trueBranch
near miss: \`age > 64\` was never true, evaluated 2 times by 1 test; the nearest came to 0.497

  src/app.js:${line}
  ${line} |     if (age > 64) {
     |         ^^^^^^^^

the nearest of what was tried:
  60 > 64                                   off by 4
      GET /api/number?age=60  -> 200  (call 2 of 2)
  3 > 64                                    off by 61
      GET /api/number?age=3  -> 200  (call 1 of 2)
`;
    for (const target of [`src/app.js:${line}`, `app.js:${line}:true`, expected.split("\n")[0]]) {
      assert.ok((await explained(target)).startsWith(expected), target);
    }
  });

  it("says it in words of texts, patterns, truthiness, keys and chains", async () => {
    const cases = [
      ['word === "accordion"', /"accordeon" === "accordion" +1 of 9 characters differs\n +GET \/api\/string\?word=accordeon {2}-> 200\n.*they differ in case only/],
      [".test(code)", /\/\^\[A-Z\]\{3\}-\\d\{4\}\$\/\.test\("AB-1234"\) +the expression does not match/],
      ["if (settings.debug)", /`settings\.debug` was never true.*\n +null +was null\n/s],
      ["PRICES[item]", /`PRICES\[item\]` never found anything.*\{"table":31,"chair":12\}\["tables"\] +its keys are table, chair/s],
      ["vip && quota", /operand 2 of 2: 5 === 7 +off by 2\n.*quota=5.*\n +operand 1 of 2: false +was false\n/],
      ["price ?? null", /`price` was always null or undefined/],
      ["order.lines.length", /entered by 1 test, but never completed.*it was left by TypeError: Cannot read properties of undefined \(reading 'length'\)\n +GET \/api\/order {2}-> 500/s],
    ];
    for (const [text, words] of cases) assert.match(await explained(`app.js:${at(text)}`), words);
  });

  it("says what stands in the way of what was never reached", async () => {
    const seat = await explained(`app.js:${at("refund(quota)")}`);
    assert.match(seat, /^never reached$/m);
    assert.match(seat, new RegExp(`^in the way: on line ${at("vip && quota")} \`vip && quota === 7\` was never true$`, "m"));
    assert.match(seat, /5 === 7 +off by 2/, "and explains that");
    const inside = await explained("refunds.js:4:true");
    assert.match(inside, /^in the way: the function refund on line 3 is never called$/m);
    const behind = await explained(`app.js:${at("return { count }")}`);
    assert.match(behind, /in the way: the statement on line \d+ is entered, but never completed: TypeError: Cannot read/);
  });

  it("says which test covers what is covered, and what the start covers", async () => {
    assert.match(await explained(`app.js:${full}`), /^covered by a test$.*^ {4}GET \/api\/number\?age=3 {2}-> 200$/ms);
    assert.match(await explained(`app.js:${at("const PRICES")}`), /^covered while the API starts$/m);
  });

  it("prints the same as JSON", async () => {
    const { targets, tests: run, calls } = JSON.parse(await explained(`app.js:${at("age > 64")}`, ["--json"]));
    assert.deepEqual([run, calls], [TESTS.length, 11]);
    const [{ state, outcome, code, evaluations, nearest }] = targets;
    assert.deepEqual([state, outcome, evaluations, code.text], ["near", true, 2, "age > 64"]);
    assert.deepEqual(nearest[0].operands, ["60", "64"]);
    assert.deepEqual(nearest[0].call, { line: "GET /api/number?age=60", call: 2, of: 2, status: 200 });
    const [blocked] = JSON.parse(await explained(`app.js:${at("refund(quota)")}`, ["--json"])).targets;
    assert.equal(blocked.inTheWay.explanation.nearest[0].words, "off by 2");
  });

  it("refuses what it does not know, with the nearest that there is", async () => {
    const cases = [
      [["explain", "ap.js:3", ...API, "--resume", archive], /no file of the API that has targets is named ap\.js; the nearest names: src\/app\.js/],
      [["explain", "app.js:2", ...API, "--resume", archive], /nothing with a target stands on line 2 of src\/app\.js; the nearest lines: src\/app\.js:\d/],
      [["explain", "Branch_at_src/app.js_at_line_00012", ...API, "--resume", archive], /there is no target Branch_at_src\/app\.js_at_line_00012; the nearest names: Branch_at_src\/app\.js_at_line_00012_position_0_trueBranch/],
      [["explain", "app.js:12", ...API, "--resume", "nowhere.json"], /the archive .*nowhere\.json: /],
      [["explain", "app.js:12", "--resume", archive], /how does the API start\? .*--start/],
      [["explain"], /TARGET/],
    ];
    for (const [args, message] of cases) {
      const run = await nearmiss(dir, args);
      assert.equal(run.code, 2, run.output);
      assert.match(run.stderr, message);
    }
  });
});

describe("what the last search knew", () => {
  it("is kept in the API's folder, out of version control, and explained from there", async () => {
    const files = ["server.js", "openapi.json", "src/app.js", "src/refunds.js"];
    const api = project(Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(dir, name), "utf8")])));
    const target = `app.js:${at("rest > 12")}:true`;
    const before = await nearmiss(api, ["explain", target, ...API]);
    assert.equal(before.code, 2);
    assert.match(before.stderr, /there is no .*\.nearmiss\/last\.archive\.json; run `nearmiss fuzz` first, or name an archive with --resume/);

    const search = ["fuzz", ...API, "--calls", "400", "--no-replay", "--quiet"];
    const fuzzed = await nearmiss(api, [...search, "--out", path.join(folder, "out")]);
    assert.equal(fuzzed.code, 0, fuzzed.output);
    assert.match(fs.readFileSync(path.join(api, ".nearmiss/.gitignore"), "utf8"), /^\*$/m);
    const run = await nearmiss(api, ["explain", target, ...API]);
    assert.equal(run.code, 0, run.output);
    assert.match(run.stdout, /`rest > 12` was never true, evaluated \d+ times? by \d+ tests?;.*\n {2}\d > 12 +off by \d+\n {6}GET \/api\/impossible\?n=/s);
    assert.match(run.stdout, /from \d+ tests of \.nearmiss\/last\.archive\.json$/m);

    // A search with an archive of its own leaves the same.
    const own = path.join(folder, "own.json");
    const again = await nearmiss(api, [...search, "--seed", "2", "--archive", own, "--out", path.join(folder, "own")]);
    assert.equal(again.code, 0, again.output);
    assert.equal(fs.readFileSync(path.join(api, ".nearmiss/last.archive.json"), "utf8"), fs.readFileSync(own, "utf8"));
  });

  it("is no reason to fail where it cannot be kept", async () => {
    const api = project({ "server.js": `require("node:http").createServer((q, s) => s.end("{}")).listen(8722);`, ".nearmiss": "a file" });
    const out = emptyOut(api, "out");
    const run = await nearmiss(api, ["fuzz", "--start", "node server.js", "--calls", "20", "--no-replay", "--out", out]);
    assert.equal(run.code, 0, run.output);
    assert.match(run.stderr, /warning: what the search knew is not kept for `nearmiss explain`: .*last\.archive\.json/);
  });
});
