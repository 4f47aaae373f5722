// The command's entry: exit codes, closed pipes, signals.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

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
    const args = [bin, "fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--time", "10m", "--out", out];
    const child = spawn(process.execPath, args, { cwd: ncs, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    let sent = false;
    const note = (chunk) => {
      text += chunk;
      if (sent || !/searching/.test(text)) return;
      sent = true;
      setTimeout(() => child.kill("SIGINT"), 1_500);
    };
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    const code = await new Promise((resolve) => child.on("close", resolve));
    assert.equal(code, 0, text);
    assert.match(text, /suite +\d+ tests/);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
