// Validators that take too long, are too large, never end, or throw: what they are asked is bounded in time, what goes wrong
// is told, and the search goes on and finds what they accept.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { emptyOut, nearmiss, writtenText } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

/** A search of so few calls takes some seconds and its API a few to start; who gets lost in a validator takes hours. */
const LIMIT_MS = 600_000;
/** Those that can backtrack for ever. The part that works is searched beside them. */
const BACKTRACKING = ["/words", "/pattern", "/sentence"];

/** One search of a part of the API; `report` and `text` (of the suite) are of what it left. */
async function search(label, calls, args) {
  const dir = fixture("bad/validators");
  const out = emptyOut(dir, label);
  const budget = ["--calls", String(calls), "--seed", "1"];
  const run = await nearmiss(dir, ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--out", out, "--no-replay", ...budget, ...args], { limitMs: LIMIT_MS });
  after(() => fs.rmSync(out, { recursive: true, force: true }));
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  return { run, report, text: writtenText(out), calls };
}

/** What is so of every search here. */
function endsWell({ run, report, text, calls }) {
  assert.equal(run.code, 0, run.output);
  assert.ok(report.problemDetails.rest.evaluatedHttpCalls >= calls, `${report.problemDetails.rest.evaluatedHttpCalls} calls`);
  assert.match(text, /\/ok\//, "the part that works is tested");
}

describe("validators that never end", () => {
  let found;
  before(async () => {
    const only = ["/ok", ...BACKTRACKING].flatMap((operation) => ["--only", operation]);
    found = await search("never", 150, [...only, "--call-timeout", "3s"]);
  });

  it("the command ends as one that found nothing odd, with its whole budget used", () => endsWell(found));

  it("an expression of the program that backtracks for ever: the call is given up and named", () => {
    assert.match(found.run.output, /\/words\/\{text\}: no whole answer within 3000 ms/);
    assert.ok(found.report.warnings.some(({ message }) => message.includes("/words/{text}: no whole answer within 3000 ms")));
  });

  const ACCEPTED = { pattern: "patterns of a JSON schema that backtrack for ever", sentence: "patterns of zod that backtrack for ever" };
  for (const [name, what] of Object.entries(ACCEPTED)) {
    it(`${what}: an input that it accepts is found`, () => assert.match(found.text, new RegExp(`accepted by ${name}\\b`)));
  }
});

describe("validators that are too large, contain themselves, or throw", () => {
  let run;
  let report;
  let text;
  let found;
  before(async () => {
    const except = BACKTRACKING.flatMap((operation) => ["--except", operation]);
    // Time enough for the large ones on any machine: what the search finds must not depend on how fast it is.
    found = await search("large", 400, [...except, "--call-timeout", "60s"]);
    ({ run, report, text } = found);
  });

  it("the command ends as one that found nothing odd, with its whole budget used", () => endsWell(found));

  const ACCEPTED = {
    huge: "a JSON schema of 10,000 properties",
    fields: "a zod object of 10,000 fields",
    tree: "a JSON schema that contains itself",
    list: "a zod schema that contains itself",
    custom: "a function of joi that throws",
    moody: "a keyword of ajv that throws",
    rule: "a rule of zod that throws",
    lazy: "a lazy schema of yup that throws",
  };
  for (const [name, what] of Object.entries(ACCEPTED)) {
    it(`${what}: an input that it accepts is found`, () => assert.match(text, new RegExp(`accepted by ${name}\\b`)));
  }

  it("validators that are too large to be read whole are named", () => {
    const told = report.warnings.map(({ message }) => /^the validator (\S+) is too large/.exec(message)?.[1]).filter((name) => name !== undefined);
    assert.ok(told.some((name) => name.startsWith("zod")) && told.some((name) => name === "Huge"), run.output);
    assert.match(run.output, /^warning: the validator \S+ is too large to be read whole: parts of it may be anything to the search$/m);
  });

  it("schemas that nothing finite satisfies, or that nest 400 levels deep, refuse what they are given", () => {
    for (const name of ["endless", "circle", "deep"]) assert.match(text, new RegExp(`refused by ${name}\\b`));
  });

  it("what validators throw is a fault of its operation", () => {
    for (const name of ["moody", "rule", "shape", "lazy"]) {
      const operations = report.faults.foundFaults.filter(({ faultCategories }) => faultCategories.some(({ code }) => code === 100));
      assert.ok(operations.some(({ operationId }) => operationId.endsWith(`/${name}`)), `${name} answers 500`);
    }
  });
});
