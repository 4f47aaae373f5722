// Archives: saved while a search goes on, taken up again, merged, and refused where they are no good.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { emptyOut, nearmiss, savedTimes, start, writtenText } from "./command.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("ncs");
const OLD_ARCHIVE = fileURLToPath(new URL("../../fixtures/archives/version-1.json", import.meta.url));
const API = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json"];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-archives-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const file = (name) => path.join(folder, name);
const read = (name) => JSON.parse(fs.readFileSync(file(name), "utf8"));

/** A search of ncs that leaves the keys of what its tests cover in `byTests`. */
async function search(label, args, code = 0) {
  const targets = file(`${label}-targets.json`);
  const out = emptyOut(dir, label);
  const run = await nearmiss(dir, [...API, "--out", out, "--log-targets", targets, "--no-replay", ...args]);
  assert.equal(run.code, code, run.output);
  const { byTests, boot } = JSON.parse(fs.readFileSync(targets, "utf8"));
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  return { ...run, out, byTests, boot, own: report.nearmiss };
}

/** Keys that `archive` has and the tests of a search do not cover any more. */
function lost(archive, { byTests, boot }) {
  const covered = new Set([...byTests, ...boot]);
  return Object.keys(archive.covered).filter((key) => !covered.has(key));
}

describe("archives", () => {
  it("hold all that a search covered, and a search that goes on loses none of it", async () => {
    const first = await search("first", ["--calls", "600", "--seed", "3", "--archive", file("first.json")]);
    const saved = read("first.json");
    assert.deepEqual(Object.keys(saved.covered).sort(), [...first.byTests].sort());
    assert.equal(first.own.resumed, null);

    const again = await search("again", ["--calls", "900", "--seed", "3", "--resume", file("first.json"), "--archive", file("again.json")]);
    assert.deepEqual(lost(saved, again), []);
    assert.deepEqual(again.own.resumed.lost, []);
    assert.match(again.output, /went on from .*first\.json: (\d+) of \1 targets are covered again$/m);
    assert.ok(again.byTests.length > first.byTests.length, "it goes on, and does not search the same again");
    assert.deepEqual(lost(saved, { byTests: Object.keys(read("again.json").covered), boot: [] }), []);

    // A budget that does not suffice for the tests of the archive: it keeps what was not run.
    await search("short", ["--calls", "10", "--resume", file("first.json"), "--archive", file("short.json")]);
    const short = read("short.json");
    assert.deepEqual(Object.keys(short.covered).sort(), Object.keys(saved.covered).sort());
    assert.deepEqual(short.faults, saved.faults);
    const near = (archive) => new Set(archive.near.map(({ test }) => JSON.stringify(archive.tests[test])));
    assert.ok(near(saved).size > 10, `${near(saved).size} tests came near to something`);
    assert.deepEqual([...near(saved)].filter((test) => !near(short).has(test)), []);
  });

  it("are whole and fresh when the core is killed, and nothing of them is lost", async () => {
    const archive = file("killed.json");
    const running = start(dir, [...API, "--out", emptyOut(dir, "killed"), "--time", "30m", "--archive", archive]);
    await savedTimes(archive, 3);
    process.kill(running.child.pid, "SIGKILL");
    await assert.rejects(running.done, /did not end/);
    const saved = read("killed.json");
    assert.ok(Object.keys(saved.covered).length > 100, Object.keys(saved.covered).length);
    const args = ["--only-resume", "--resume", archive, "--archive", archive];
    const resumed = await search("killed", args);
    assert.deepEqual(lost(saved, resumed), []);
    assert.deepEqual(Object.keys(read("killed.json").covered).sort(), Object.keys(saved.covered).sort());
    assert.match(writtenText(resumed.out), /expect|call\(/);
  });

  it("are written by one process at a time; others may read them meanwhile", async () => {
    const archive = file("shared.json");
    const shared = [...API, "--no-replay", "--archive", archive];
    const first = start(dir, [...shared, "--out", emptyOut(dir, "writing"), "--time", "30m"]);
    await savedTimes(archive, 1);
    for (const args of [[...shared, "--resume", archive, "--calls", "10"], ["merge", archive, "-o", archive]]) {
      const refused = await nearmiss(dir, args);
      assert.equal(refused.code, 2, refused.output);
      assert.match(refused.output, new RegExp(`shared\\.json: another nearmiss \\(process ${first.child.pid}\\) is writing it; wait until`));
    }
    await search("reading", ["--calls", "20", "--resume", archive]);
    process.kill(first.child.pid, "SIGKILL");
    await assert.rejects(first.done, /did not end/);
    const saved = read("shared.json");
    const resumed = await search("after-kill", ["--only-resume", "--resume", archive, "--archive", archive]);
    assert.deepEqual(lost(saved, resumed), []);
    assert.ok(!fs.existsSync(`${archive}.lock`), "nothing is left beside it");
  });

  it("of shards become one that loses nothing", async () => {
    const calls = ["--calls", "400"];
    for (const seed of ["1", "2"]) await search(`shard-${seed}`, [...calls, "--seed", seed, "--archive", file(`shard-${seed}.json`)]);
    const merge = ["merge", file("shard-1.json"), file("shard-2.json"), "-o", file("all.json")];
    assert.equal((await nearmiss(dir, merge)).code, 0);
    const [one, two, all] = ["shard-1.json", "shard-2.json", "all.json"].map(read);
    assert.deepEqual(Object.keys(all.covered).sort(), [...new Set([...Object.keys(one.covered), ...Object.keys(two.covered)])].sort());
    const suite = await search("all", ["--only-resume", "--resume", file("all.json")]);
    assert.deepEqual(lost(all, suite), []);
    // The output is there now, and nobody asked to take it in.
    const refused = await nearmiss(dir, merge);
    assert.equal(refused.code, 2);
    assert.match(refused.output, /all\.json: there is such a file/);
  });

  it("of version 1 are gone on from and merged: nothing is lost, and faults have the numbers of today", async () => {
    // Written by the last nearmiss of that version (`fuzz --calls 600 --seed 1` on the faulty API of this folder).
    const [archive, saved] = [file("old.json"), JSON.parse(fs.readFileSync(OLD_ARCHIVE, "utf8"))];
    assert.deepEqual([saved.version, saved.faults.map(({ code }) => code)], [1, [905]]);
    fs.copyFileSync(OLD_ARCHIVE, archive);
    const notes = path.join(fixture("oracles"), "update-without-effect");
    const api = ["fuzz", "--start", "node faulty.cjs", "--openapi", "../notes.json", "--reset", "/reset", "--no-replay"];
    const resume = async (from, label) => {
      const args = ["--only-resume", "--resume", file(from), "--archive", file(`${label}-after.json`), "--out", emptyOut(notes, label)];
      const { code, output } = await nearmiss(notes, [...api, ...args]);
      assert.equal(code, 0, output);
      assert.match(output, new RegExp(`${from}: (\\d+) of \\1 targets are covered again`));
      return read(`${label}-after.json`);
    };
    const today = (key) => key.replace("Fault_905_", "Fault_904_");
    const keys = Object.keys(saved.covered).map(today).sort();
    const after = await resume("old.json", "old");
    assert.equal(after.version, 2);
    assert.deepEqual(after.faults.map(({ code, operation }) => [code, operation]), [[904, "PUT:/notes/{id}"]]);
    assert.deepEqual(keys.filter((key) => !(key in after.covered)), []);

    const merged = await nearmiss(notes, ["merge", archive, file("old-after.json"), "-o", file("both.json")]);
    assert.equal(merged.code, 0, merged.output);
    const both = await resume("both.json", "both");
    assert.deepEqual(both.faults, after.faults, "the same fault by two numbers is one");
    assert.deepEqual(keys.filter((key) => !(key in both.covered)), []);
  });

  it("that are no good are named, with what to do", async () => {
    const good = file("good.json");
    await search("good", ["--calls", "60", "--archive", good]);
    const text = fs.readFileSync(good, "utf8");
    const cases = {
      "cut.json": [text.slice(0, text.length / 2), /cut\.json: it ends too early \(line 1 column \d+\).*copy it again/],
      "words.json": ["words", /words\.json: .*line 1 column 1.*no archive/],
      "other.json": [text.replace('"version":2', '"version":99'), /other\.json: `version` is 99.*reads 2/],
      "foreign.json": [text.replaceAll(/"(GET|POST):/g, '"$1:/elsewhere'), /foreign\.json: none of its \d+ operations .* is one of this API/],
    };
    for (const [name, [content, message]] of Object.entries(cases)) {
      fs.writeFileSync(file(name), content);
      const { code, output } = await nearmiss(dir, [...API, "--calls", "10", "--resume", file(name)]);
      assert.equal(code, 2, output);
      assert.match(output, message);
    }
    const missing = await nearmiss(dir, [...API, "--calls", "10", "--resume", file("nowhere.json")]);
    assert.equal(missing.code, 2);
    assert.match(missing.output, /nowhere\.json.*give a file that/);
    const kept = await nearmiss(dir, [...API, "--calls", "10", "--archive", good]);
    assert.equal(kept.code, 2);
    assert.match(kept.output, /good\.json: there is such a file.*--resume/);
    assert.equal(fs.readFileSync(good, "utf8"), text);
    const mixed = await nearmiss(dir, ["merge", good, file("foreign.json"), "-o", file("mixed.json")]);
    assert.equal(mixed.code, 2);
    assert.match(mixed.output, /good\.json and .*foreign\.json are archives of other APIs: the first has/);
    assert.ok(!fs.existsSync(file("mixed.json")));
  });

  it("of an API whose document has changed are used as far as they fit", async () => {
    const document = JSON.parse(fs.readFileSync(path.join(dir, "openapi.json"), "utf8"));
    const gone = Object.keys(document.paths)[0];
    delete document.paths[gone];
    fs.writeFileSync(file("openapi.json"), JSON.stringify(document));
    const args = ["--openapi", file("openapi.json"), "--schema-only", "--calls", "300", "--resume", file("good.json")];
    const out = emptyOut(dir, "changed");
    const { code, output } = await nearmiss(dir, ["fuzz", "--start", "node server.js", "--no-replay", "--out", out, ...args]);
    assert.equal(code, 0, output);
    assert.match(output, /tests of .*good\.json are left out: \d+ operations of the archive are none of this API any more/);
    const [, again, all] = /went on from .*good\.json: (\d+) of (\d+) targets are covered again; \d+ are lost/.exec(output);
    assert.ok(Number(again) > 0 && Number(again) < Number(all), output);
  });
});

describe("a plateau", () => {
  it("ends a search early where that is wanted, after the same calls each time", async () => {
    const args = ["--calls", "100000", "--plateau", "150", "--seed", "5"];
    const first = await search("plateau-1", args);
    const second = await search("plateau-2", args);
    assert.match(first.output, /nothing new was found for 150 calls \(--plateau\)/);
    assert.equal(first.own.stopped, "nothing new was found for 150 calls (--plateau)");
    assert.deepEqual(first.own.curve, second.own.curve);
    assert.deepEqual(first.byTests, second.byTests);
  });
});
