// What people see: a bar on a terminal, plain lines elsewhere, colours only where they are wanted, a log in a file, and words
// that a shell completes. The terminal is a real one: Python's `pty` holds the other end.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { onTerminalOf } from "./pseudo-terminal.mjs";
import { commandLine } from "../quality/fuzz.mjs";
import { nearmiss } from "./command.mjs";
import { ROOT } from "./sut-process.mjs";

const API = path.join(ROOT, "fixtures/bad/api");
const ESCAPE = "\u001b";
const SEARCH = ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--calls", "300", "--seed", "1", "--no-replay"];
/** Variables that say something of colours. */
const OF_COLOURS = ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"];

const top = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-terminal-"));
after(() => fs.rmSync(top, { recursive: true, force: true }));
let made = 0;
const out = () => path.join(top, String((made += 1)));

const run = promisify(execFile);

/** The environment with nothing said of colours but this. */
function environment(env) {
  const plain = { ...process.env, TERM: "xterm-256color", ...env };
  for (const name of OF_COLOURS) if (!(name in env)) delete plain[name];
  return plain;
}

/** Everything that a program writes to a terminal of 80 columns. */
async function onTerminal(args, env = {}) {
  const [program, command] = onTerminalOf(80, [process.execPath, commandLine(), ...args]);
  const { stdout } = await run(program, command, { cwd: API, env: environment(env), maxBuffer: 1 << 26, timeout: 900_000 });
  return stdout;
}

/** The same to pipes. */
const piped = (args, env = {}) =>
  run(process.execPath, [commandLine(), ...args], { cwd: API, env: environment(env), maxBuffer: 1 << 26, timeout: 900_000 });

const RED = `${ESCAPE}[1m${ESCAPE}[31m`;
const GREEN = `${ESCAPE}[32m`;

describe("on a terminal", () => {
  it("a bar is drawn and taken away, and the summary has colours", async () => {
    const text = await onTerminal([...SEARCH, "--out", out()]);
    assert.match(text, /\d+ % [█░]+.* targets .* calls .*\/s/u, "the bar");
    assert.doesNotMatch(text, /^ ?\d0 %  \d+ targets/m, "no plain lines beside it");
    assert.ok(text.includes(GREEN), "what is covered is green");
    const lines = text.split(/[\r\n]+/).filter((line) => line.includes("% "));
    assert.ok(lines.every((line) => line.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "").length <= 80), "it fits");
  });

  for (const [what, env, args] of [
    ["NO_COLOR", { NO_COLOR: "1" }, []],
    ["--color never", {}, ["--color", "never"]],
    ["a dumb terminal", { TERM: "dumb" }, []],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, []],
    ["--quiet", {}, ["--quiet"]],
  ]) {
    it(`${what}: no escape code at all`, async () => {
      const text = await onTerminal([...SEARCH, "--out", out(), ...args], env);
      assert.ok(!text.includes(ESCAPE), JSON.stringify(text));
      if (what !== "--quiet") assert.match(text, /100 %  \d+ targets/);
      else assert.doesNotMatch(text, /targets|starting/);
    });
  }

  it("errors are red, and help has the colours of clap", async () => {
    const wrong = await onTerminal(["fuzz", "--start", "node gone.js", "--openapi", "openapi.json"]).catch(({ stdout }) => stdout);
    assert.ok(wrong.includes(`${RED}error:`), JSON.stringify(wrong));
    assert.ok((await onTerminal(["--help"])).includes(ESCAPE));
    assert.ok(!(await onTerminal(["--help"], { NO_COLOR: "1" })).includes(ESCAPE));
  });
});

describe("without a terminal", () => {
  it("plain lines and no escape code", async () => {
    const { stdout, stderr } = await piped([...SEARCH, "--out", out()]);
    assert.ok(!`${stdout}${stderr}`.includes(ESCAPE));
    assert.match(stdout, /^ 50 % {2}\d+ targets {2}\d+ faults {2}\d+ calls {2}\d+\/s$/m);
  });

  for (const [what, env, args] of [
    ["--color always", {}, ["--color", "always"]],
    ["CLICOLOR_FORCE", { CLICOLOR_FORCE: "1" }, []],
    ["FORCE_COLOR", { FORCE_COLOR: "1" }, []],
  ]) {
    it(`${what}: colours, and no bar`, async () => {
      const { stdout, stderr } = await piped([...SEARCH, "--out", out(), ...args], env);
      assert.ok(stdout.includes(GREEN), stdout);
      assert.match(stdout, / 50 % {2}\d+ targets/);
      assert.doesNotMatch(stderr, /█/);
    });
  }

  it("--quiet says nothing when there is nothing to warn of", async () => {
    const { stdout, stderr } = await piped([...SEARCH, "--quiet", "--out", out()]);
    assert.equal(`${stdout}${stderr}`, "");
  });
});

describe("--log", () => {
  it("has the processes with their ends, what was printed, and no escape code", async () => {
    const file = path.join(top, "run.log");
    const args = [...SEARCH, "--reset", "restart", "--calls", "6", "--log", file, "--out", out(), "--color", "always"];
    const { code, output } = await nearmiss(API, args.filter((arg, at) => arg !== "300" && args[at + 1] !== "300"));
    assert.equal(code, 0, output);
    const log = fs.readFileSync(file, "utf8");
    assert.ok(!log.includes(ESCAPE));
    assert.match(log, /INFO .*process started: node server\.js .*pid=\d+/);
    assert.match(log, /INFO .*it listens .*port=\d+ wanted=8761/);
    assert.match(log, /process (ended by nearmiss|exited with code \d)/);
    assert.match(log, /another process of the API is used/);
    assert.match(log, /nearmiss::said: .*1 operations; searching with seed 1/);
    assert.doesNotMatch(log, /DEBUG/);
  });

  it("--log-level leaves out what is less", async () => {
    const file = path.join(top, "warn.log");
    const { code, output } = await nearmiss(API, [...SEARCH, "--log", file, "--log-level", "warn", "--out", out()]);
    assert.equal(code, 0, output);
    assert.doesNotMatch(fs.readFileSync(file, "utf8"), /INFO|DEBUG/);
  });

  it("a file that cannot be written is named", async () => {
    const { code, stderr } = await nearmiss(API, [...SEARCH, "--log", path.join(top, "gone/run.log"), "--out", out()]);
    assert.equal(code, 2);
    assert.match(stderr, /--log .*gone\/run\.log cannot be written: No such file/);
  });
});

describe("completions", () => {
  const scriptOf = async (shell) => (await piped(["completions", shell])).stdout;

  it("are printed for every shell, and nothing hidden is in them", async () => {
    for (const shell of ["bash", "zsh", "fish", "powershell", "elvish"]) {
      const text = await scriptOf(shell);
      assert.ok(text.includes("seed-from") && text.includes("doctor"), shell);
      assert.doesNotMatch(text, /kill-every|no-busy-wait/, shell);
    }
  });

  it("bash takes them and completes with them", async () => {
    const file = path.join(top, "nearmiss.bash");
    fs.writeFileSync(file, await scriptOf("bash"));
    await run("bash", ["-n", file]);
    /** What bash offers for a line, the last word of which is to be completed. */
    const offered = async (line) => {
      const words = line.split(" ");
      const quoted = words.map((word) => `'${word}'`).join(" ");
      const script = `. '${file}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; COMP_LINE='${line}'; COMP_POINT=${line.length}
_nearmiss nearmiss '${words.at(-1)}' '${words.at(-2)}'; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await run("bash", ["-c", script])).stdout.trim().split("\n");
    };
    assert.deepEqual((await offered("nearmiss fuzz --se")).sort(), ["--seed", "--seed-from"]);
    assert.deepEqual(await offered("nearmiss do"), ["doctor"]);
    assert.deepEqual(await offered("nearmiss fuzz --algorithm m"), ["mio"]);
    assert.ok(!(await offered("nearmiss fuzz --k")).includes("--kill-every"));
  });

  it("a shell that is none is refused with those that there are", async () => {
    const { code, stderr } = await nearmiss(API, ["completions", "tcsh"]);
    assert.equal(code, 2);
    assert.match(stderr, /bash, elvish, fish, powershell, zsh/);
  });
});
