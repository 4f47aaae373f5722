// The command's entry: exit codes, closed pipes, signals.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { savedTimes } from "../e2e/command.mjs";
import { here, packageFolder } from "./fake_core.mjs";

const bin = join(packageFolder, "bin", "nearmiss.js");
const ncs = join(here, "..", "..", "fixtures", "suts", "ncs");

test("help and usage errors have their exit codes", () => {
  const help = spawnSync(process.execPath, [bin, "--help"], { encoding: "utf8" });
  assert.equal(help.status, 0);
  assert.match(help.stdout, /fuzz/);
  const wrong = spawnSync(process.execPath, [bin, "fuzz", "--nonsense"], { encoding: "utf8" });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--nonsense/);
});

test("a closed pipe stops nothing and prints no stack", () => {
  const run = spawnSync("/bin/sh", ["-c", `"${process.execPath}" "${bin}" fuzz --help | head -n 1`], { encoding: "utf8" });
  assert.equal(run.stdout.trim().split("\n").length, 1);
  assert.equal(run.stderr, "");
});

test("the first Ctrl-C ends the search with what it has, and the process ends by itself", async () => {
  const out = mkdtempSync(join(tmpdir(), "nearmiss-bin-"));
  try {
    const archive = join(out, "archive.json");
    const args = [bin, "fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--time", "10m", "--out", join(out, "suite"), "--archive", archive];
    const child = spawn(process.execPath, args, { cwd: ncs, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
    const ended = new Promise((resolve) => child.on("close", resolve));
    await Promise.race([savedTimes(archive, 1), ended]);
    child.kill("SIGINT");
    const code = await ended;
    assert.equal(code, 0, text);
    assert.match(text, /suite +\d+ tests/);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
