// Validators that take too long, are too large, never end, or throw: what they are asked is bounded in time, what goes wrong
// is told, and the search goes on and finds what they accept.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { emptyOut, nearmiss } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

/** A search of so few calls takes some seconds and its API a few to start; who gets lost in a validator takes hours. */
const LIMIT_MS = 600_000;
/** Those that can backtrack for ever. The part that works is searched beside them. */
const BACKTRACKING = ["/words", "/pattern", "/sentence"];

/** Statuses that the API answers with. */
const ACCEPTED = 200;
const REFUSED = 400;

/** Tells whether the search kept a call of an operation that got this answer. */
const isAnswered = ({ covered }, operation, status) => `Status_${operation}_${status}` in covered;

/**
 * One search of a part of the API, with the report and the archive that it left. What is asked of it stands in the archive
 * before a test is verified, which would take longer than all else here.
 */
async function search(label, calls, args) {
  const dir = fixture("bad/validators");
  const out = emptyOut(dir, label);
  const archive = path.join(out, "found.archive.json");
  const budget = ["--calls", String(calls), "--seed", "1", "--no-replay", "--archive", archive];
  const run = await nearmiss(dir, ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--out", out, ...budget, ...args], { limitMs: LIMIT_MS });
  after(() => fs.rmSync(out, { recursive: true, force: true }));
  const [report, kept] = [path.join(out, "report.json"), archive].map((file) => JSON.parse(fs.readFileSync(file, "utf8")));
  return { run, report, kept, calls };
}

/** What is so of every search here. */
function endsWell({ run, report, kept, calls }) {
  assert.equal(run.code, 0, run.output);
  assert.ok(report.problemDetails.rest.evaluatedHttpCalls >= calls, `${report.problemDetails.rest.evaluatedHttpCalls} calls`);
  assert.ok(isAnswered(kept, "GET:/ok/{n}", ACCEPTED), "the part that works is tested");
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

  const VALIDATORS = { pattern: "patterns of a JSON schema that backtrack for ever", sentence: "patterns of zod that backtrack for ever" };
  for (const [name, what] of Object.entries(VALIDATORS)) {
    it(`${what}: an input that it accepts is found`, () => assert.ok(isAnswered(found.kept, `POST:/${name}`, ACCEPTED)));
  }
});

describe("validators that are too large, contain themselves, or throw", () => {
  let run;
  let report;
  let kept;
  let found;
  before(async () => {
    const except = BACKTRACKING.flatMap((operation) => ["--except", operation]);
    // Time enough for the large ones on any machine: what the search finds must not depend on how fast it is.
    found = await search("large", 400, [...except, "--call-timeout", "60s"]);
    ({ run, report, kept } = found);
  });

  it("the command ends as one that found nothing odd, with its whole budget used", () => endsWell(found));

  const VALIDATORS = {
    huge: "a JSON schema of 10,000 properties",
    fields: "a zod object of 10,000 fields",
    tree: "a JSON schema that contains itself",
    list: "a zod schema that contains itself",
    custom: "a function of joi that throws",
    moody: "a keyword of ajv that throws",
    rule: "a rule of zod that throws",
    lazy: "a lazy schema of yup that throws",
  };
  for (const [name, what] of Object.entries(VALIDATORS)) {
    it(`${what}: an input that it accepts is found`, () => assert.ok(isAnswered(kept, `POST:/${name}`, ACCEPTED)));
  }

  it("validators that are too large to be read whole are named", () => {
    const told = report.warnings.map(({ message }) => /^the validator (\S+) is too large/.exec(message)?.[1]).filter((name) => name !== undefined);
    assert.ok(told.some((name) => name.startsWith("zod")) && told.some((name) => name === "Huge"), run.output);
    assert.match(run.output, /^warning: the validator \S+ is too large to be read whole: parts of it may be anything to the search$/m);
  });

  it("schemas that nothing finite satisfies, or that nest 400 levels deep, refuse what they are given", () => {
    for (const name of ["endless", "circle", "deep"]) assert.ok(isAnswered(kept, `POST:/${name}`, REFUSED), name);
  });

  it("what validators throw is a fault of its operation", () => {
    for (const name of ["moody", "rule", "shape", "lazy"]) {
      const operations = report.faults.foundFaults.filter(({ faultCategories }) => faultCategories.some(({ code }) => code === 100));
      assert.ok(operations.some(({ operationId }) => operationId.endsWith(`/${name}`)), `${name} answers 500`);
    }
  });
});
