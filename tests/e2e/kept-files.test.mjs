// What is the user's stays what it was, whatever happens to a search: files, databases, and edits that the user makes meanwhile.
// NEARMISS_KILLS: how often each is killed; without it once, and of the APIs only those that stand for a kind.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { nearmiss, savedTimes, start } from "./command.mjs";
import { runSuite } from "../quality/fuzz.mjs";
import { APIS, dataOf, project, serversOf } from "./kept-apis.mjs";

const KILLS = Number(process.env.NEARMISS_KILLS ?? 1);
/** A file that is kept in memory, one with lines behind a driver, a database; the others write alike. */
const KINDS = new Set(["memory-json", "lines", "libsql"]);
const LIMITS = { limitMs: 600_000 };
const SEARCH = ["fuzz", "--start", "node server.cjs", "--openapi", "openapi.json"];
const EDIT = "edited meanwhile\n";

const edit = (dir) => fs.writeFileSync(path.join(dir, "mine.txt"), EDIT);

/** The data are what they were, but for the edit. */
function assertEdited(api, dir, before, output) {
  assert.equal(fs.readFileSync(path.join(dir, "mine.txt"), "utf8"), EDIT, output);
  fs.writeFileSync(path.join(dir, "mine.txt"), "as it was\n");
  const after = dataOf(api, dir);
  edit(dir);
  assert.deepEqual(after, before, output);
}

/** A search that goes on until it is ended, once it has saved its archive. */
async function underWay(dir) {
  const archive = path.join(dir, "archive.json");
  fs.rmSync(archive, { force: true });
  const search = start(dir, [...SEARCH, "--time", "1h", "--archive", "archive.json", "--no-replay"], LIMITS);
  const ended = search.done.then(({ output }) => assert.fail(output), () => {});
  await Promise.race([savedTimes(archive, 1), ended]);
  return search;
}

const kill = (pids) => {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
};

/** Ends a search whose core was killed. */
const gone = (search) => new Promise((resolve) => {
  search.done.catch(() => {}).finally(resolve);
});

for (const api of APIS) {
  const skip = KINDS.has(api.name) || process.env.NEARMISS_KILLS !== undefined ? false : "NEARMISS_KILLS is not set";
  describe(api.name, { skip: api.skip || false }, () => {
    it("a search with its suite leaves the data as they were", async () => {
      const dir = project(api);
      const before = dataOf(api, dir);
      // What differs from those of a kind is how it is written: their suites run alike.
      const budget = KINDS.has(api.name) ? ["--calls", "50"] : ["--calls", "25", "--no-replay"];
      const { code, output } = await nearmiss(dir, [...SEARCH, ...budget, "--seed", "1"], LIMITS);
      assert.equal(code, 0, output);
      assert.match(output, /suite +[1-9]/, output);
      assert.deepEqual(dataOf(api, dir), before, output);
      assert.ok(!fs.existsSync(path.join(dir, ".nearmiss/kept")), output);
      // So does the suite when it is run: it passes as often as it is.
      for (let i = 0; i < (KINDS.has(api.name) ? 2 : 1); i += 1) await runSuite(path.join(dir, "nearmiss-tests"));
      assert.deepEqual(dataOf(api, dir), before);
      assert.ok(!fs.existsSync(path.join(dir, ".nearmiss/kept")), "of the suite nothing is left");
    });

    it("kill -9 of the core, the API or both, an interrupt, a resumed search: the data are as they were, the edit is there", { skip }, async () => {
      const dir = project(api);
      const before = dataOf(api, dir);
      for (let i = 0; i < KILLS; i += 1) {
        for (const what of ["core", "API", "both"]) {
          const search = await underWay(dir);
          edit(dir);
          if (what !== "core") kill(serversOf(dir));
          if (what !== "API") search.child.kill("SIGKILL");
          else {
            await savedTimes(path.join(dir, "archive.json"), 2);
            search.child.kill("SIGINT");
          }
          await gone(search);
          const cleaned = what === "API" ? search.result : await nearmiss(dir, ["clean"], LIMITS);
          assertEdited(api, dir, before, `${what}\n${search.result.output}\n${cleaned.output}`);
        }
      }
      const search = await underWay(dir);
      search.child.kill("SIGKILL");
      await gone(search);
      // The next search makes good what the one before could not.
      const { code, output } = await nearmiss(dir, [...SEARCH, "--resume", "archive.json", "--calls", "30", "--seed", "2", "--no-replay"], LIMITS);
      assert.equal(code, 0, output);
      assertEdited(api, dir, before, output);
    });
  });
}

describe("two searches of one project at the same time", () => {
  it("none names what the other one writes", async () => {
    const dir = project(APIS[0]);
    const first = await underWay(dir);
    const other = await nearmiss(dir, [...SEARCH, "--calls", "50", "--no-replay", "--out", "tests/other"], LIMITS);
    assert.equal(other.code, 0, other.output);
    edit(dir);
    first.child.kill("SIGINT");
    await gone(first);
    // The user's edit is named, and nothing else.
    assert.match(first.result.output, /changed while nearmiss ran.*: mine\.txt$/m, first.result.output);
  });
});

describe("where files cannot be kept", () => {
  const isRoot = process.getuid() === 0;
  const mounted = (options, use) => async () => {
    const parent = fs.mkdtempSync(path.join(os.tmpdir(), "kept-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", parent]);
    try {
      await use(parent);
    } finally {
      execFileSync("umount", ["-l", parent]);
    }
  };
  const skip = isRoot ? false : "only root mounts";

  it("a full disk is told before the API starts", { skip }, mounted("size=2m", async (parent) => {
    const dir = project(APIS[0], parent);
    fs.writeFileSync(path.join(dir, "data/large.bin"), Buffer.alloc(1_200_000, 7));
    const before = dataOf(APIS[0], dir);
    const { code, output } = await nearmiss(dir, [...SEARCH, "--calls", "50"], { ...LIMITS, env: { TMPDIR: parent } });
    assert.equal(code, 3, output);
    assert.match(output, /cannot be kept as they are: .*[Nn]o space left/, output);
    assert.match(output, /--files-may-change/, output);
    assert.deepEqual(dataOf(APIS[0], dir), before);
  }));

  it("a folder that is read-only is searched, and it is told what cannot be written there", { skip }, mounted("size=20m", async (parent) => {
    const dir = project(APIS[1], parent);
    const before = dataOf(APIS[1], dir);
    execFileSync("mount", ["-o", "remount,ro", parent]);
    const out = fs.mkdtempSync(path.join(os.tmpdir(), "kept-out-"));
    const { code, output } = await nearmiss(dir, [...SEARCH, "--calls", "50", "--out", out, "--no-replay"], LIMITS);
    assert.equal(code, 0, output);
    assert.match(output, /warning: .*[Rr]ead-only file system/, output);
    assert.deepEqual(dataOf(APIS[1], dir), before);
  }));
});
