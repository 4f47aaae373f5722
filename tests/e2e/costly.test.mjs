// Calls that end the API, are never answered, block it or are slow: they are tried, have a small share of the budget, and are told.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { before, describe, it } from "node:test";
import { SUTS } from "../quality/suts.mjs";
import { emptyOut, nearmiss } from "./command.mjs";

const { costly } = SUTS;
const CALLS = 2_000;

describe("a search of an API with costly operations", () => {
  let own;
  let stdout;
  let log;
  before(async () => {
    const out = emptyOut(costly.dir, "costs");
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-costly-")), "log.txt");
    const args = ["fuzz", ...costly.entry, "--calls", String(CALLS), "--seed", "3", "--out", out, "--no-replay", "--log", file];
    const ran = await nearmiss(costly.dir, args, { limitMs: 900_000 });
    assert.equal(ran.code, 0, ran.output);
    stdout = ran.stdout;
    own = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8")).nearmiss;
    log = fs.readFileSync(file, "utf8");
    fs.rmSync(path.dirname(file), { recursive: true });
  });
  const of = (operation) => own.costly.find((one) => one.operation === operation) ?? {};

  it("tells which operations cost what", () => {
    assert.ok(of("POST:/maintenance/stop").ended >= 2, JSON.stringify(own.costly));
    assert.ok(of("GET:/events/{kind}").unanswered >= 1, JSON.stringify(own.costly));
    assert.ok(of("POST:/backup").blocked >= 1, JSON.stringify(own.costly));
    assert.match(stdout, /^time +\S+: \d+ calls? .*, \d+\.\d s$/m);
  });

  it("does not call them again and again", () => {
    const events = own.costly.reduce((sum, { ended, unanswered, blocked }) => sum + ended + unanswered + blocked, 0);
    // One in twenty calls cost something when every operation was called alike.
    assert.ok(events <= 30, JSON.stringify(own.costly));
    assert.ok(own.restarts <= 15, String(own.restarts));
  });

  it("tells where the time went, of one test, too, and what came after the search", () => {
    for (const part of ["reset", "restart", "login", "calls", "quiet", "drain", "search"]) {
      assert.ok(own.timing[part] >= 0, part);
      assert.ok(own.millisecondsPerTest[part] >= 0, part);
    }
    assert.ok(own.timing.restart > 0 && own.timing.reset > 0, JSON.stringify(own.timing));
    assert.match(log, /where the time of a test went on average.*reset=.*restart=/);
    assert.deepEqual(Object.keys(own.after), ["minimising", "verification", "writing"]);
  });
});
