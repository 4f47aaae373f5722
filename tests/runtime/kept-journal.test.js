// What a process of an API notes of the files that it writes, and what it keeps of others' edits.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const SUT = fileURLToPath(new URL("../../npm/nearmiss/sut", import.meta.url));
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "kept-journal-")));
after(() => fs.rmSync(folder, { recursive: true }));

/** Evaluates each line of its input, and answers it with a line. */
const PROGRAM = `
  const kept = JSON.parse(process.argv[1]);
  const fs = require("node:fs");
  const journal = require(process.argv[2] + "/kept_files/journal.js");
  journal.begin(kept, setTimeout, require(process.argv[2] + "/kept_files/originals.js").keeper(kept));
  require(process.argv[2] + "/kept_files/calls.js").watch(journal, require(process.argv[2] + "/incidents/stand_in.js"));
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    eval(line);
    console.log("done");
  });
`;

let runs = 0;
/** A project with a file `a`, and a process that writes to it. */
async function project(options) {
  runs += 1;
  const root = path.join(folder, String(runs));
  const run = path.join(root, ".nearmiss/kept/run-1");
  fs.mkdirSync(path.join(run, "copies"), { recursive: true });
  fs.writeFileSync(path.join(root, "a"), "one");
  await new Promise((resolve) => setTimeout(resolve, 20));
  const kept = { folder: run, start: 1, project: root, since: Date.now(), ...options };
  const child = spawn(process.execPath, ["-e", PROGRAM, JSON.stringify(kept), SUT], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const lines = readline.createInterface({ input: child.stdout });
  const does = async (line) => {
    child.stdin.write(`${line}\n`);
    await once(lines, "line");
  };
  const names = (end) => fs.readdirSync(run).find((name) => name.endsWith(end));
  const state = () => fs.readFileSync(path.join(run, names(".states")), "utf8");
  /** Waits until the process has looked at what it wrote. */
  const isDone = async () => {
    while (!state().startsWith("d")) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  /** Answers what was kept of files, by path. */
  const originals = () => {
    const list = path.join(run, "list.jsonl");
    const found = fs.existsSync(list) ? fs.readFileSync(list, "utf8").trim().split("\n").map((line) => JSON.parse(line).File) : [];
    return found.map(([name, { copy }]) => [name, fs.readFileSync(path.join(run, "copies", String(copy)), "utf8")]);
  };
  const end = async () => {
    child.stdin.end();
    await once(child, "close");
  };
  return { root, run, does, isDone, originals, end };
}

describe("a process that writes files", () => {
  it("keeps what a person has made of a file since the snapshot, before it writes over it", async () => {
    const { root, does, isDone, originals, end } = await project();
    await does('fs.writeFileSync("a", "of the API")');
    await isDone();
    assert.deepEqual(originals(), [], "it is as it was in the snapshot");
    fs.writeFileSync(path.join(root, "a"), "of a person");
    await does('fs.writeFileSync("a", "of the API again")');
    await isDone();
    assert.deepEqual(originals(), [["a", "of a person"]]);
    fs.writeFileSync(path.join(root, "b"), "of a person");
    await does('fs.appendFileSync("b", "and of the API")');
    await end();
    assert.deepEqual(originals(), [["a", "of a person"], ["b", "of a person"]]);
  });

  it("takes nothing for an edit where another process has written", async () => {
    const { root, run, does, originals, end } = await project();
    fs.writeFileSync(path.join(run, "1-1-0.names"), "");
    fs.writeFileSync(path.join(root, "a"), "of another process, or of a person");
    await does('fs.writeFileSync("a", "of the API")');
    await end();
    assert.deepEqual(originals(), []);
  });

  it("keeps, where nothing was kept before it, each file as it was before the first write", async () => {
    const { does, originals, end } = await project({ keepsAll: true });
    await does('fs.writeFileSync("a", "of the API"); fs.writeFileSync("new", "of the API")');
    await does('fs.renameSync("a", "c")');
    await end();
    assert.deepEqual(originals(), [["a", "one"]]);
  });
});
