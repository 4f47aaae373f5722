// What logins and calls give is in nothing that is written or printed, in none of its writings.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { nearmiss, savedTimes, start } from "./command.mjs";
import { namesBelow } from "./files-below.mjs";
import { fixture, ROOT } from "./sut-process.mjs";
import { FORMS, found } from "./writings.mjs";

const top = fs.mkdtempSync(path.join(os.tmpdir(), "secrets-"));
after(() => fs.rmSync(top, { recursive: true, force: true }));
const api = path.join(top, "api");
fs.cpSync(fixture("tokens"), api, { recursive: true });
fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(api, "node_modules"));

const PASSWORDS = { TOKENS_CLERK: "clerk-anvil-2091", TOKENS_BOSS: "boss-kiln-7716", TOKENS_CARRIER: "carrier-quay-6038" };
/** Beside what is searched through. */
const GIVEN = path.join(top, "given");
const env = { ...PASSWORDS, TOKENS_GIVEN: GIVEN };
const API = ["--start", "node server.js", "--openapi", "openapi.json", "--reset", "/reset", "--auth", "users.yaml"];
const printed = [];

/** All that nearmiss wrote, by file, and what it printed. */
function written() {
  const entries = fs.readdirSync(api, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  const own = new Set(namesBelow(fixture("tokens")).map((file) => path.join(api, file)));
  const ours = files.filter((file) => !own.has(file) && !file.includes("/node_modules/"));
  return [...ours.map((file) => [path.relative(api, file), fs.readFileSync(file, "latin1")]), ["the terminal", printed.join("\n")]];
}

/** Texts that have been looked through, by file: a secret that is given later, at random, is not in them. */
const seen = new Map();

/** Places where a secret stands in what is written since the last look, each with its form. */
function leaks() {
  const given = [...new Set([...fs.readFileSync(GIVEN, "utf8").trimEnd().split("\n"), ...Object.values(PASSWORDS)])];
  const texts = written();
  const fresh = texts.filter(([file, text]) => seen.get(file) !== text);
  for (const [file, text] of fresh) seen.set(file, text);
  return { found: found(fresh, given), given, files: texts.map(([file]) => file) };
}

async function run(args, codes = [0], variables = env) {
  const { code, output } = await nearmiss(api, args, { env: variables, limitMs: 600_000 });
  assert.ok(codes.includes(code), `${code}: ${output}`);
  return looked(output);
}

/** Looks through all that was written, and what was printed now. */
function looked(output) {
  printed.push(output);
  const { found: places, given } = leaks();
  assert.deepEqual(places, []);
  return { output, given };
}

const mode = (file) => fs.statSync(path.join(api, file)).mode & 0o777;

describe("tokens that are random in each run", () => {
  it("are in no suite, archive, report or log of a search, and the suite uses some all the same", async () => {
    const outputs = ["--archive", "a.json", "--reports", "all", "--log", "log", "--log-level", "trace"];
    const logs = ["--log-requests", "requests", "--log-targets", "targets"];
    const { given, output } = await run(["fuzz", ...API, "--calls", "1200", "--seed", "1", "--out", "suite", ...outputs, ...logs]);
    for (const kind of [/^acc\./, /^ref-/, /^key\//, /^sid~/, /^[0-9a-f]{8}-/, /^whsec_/]) {
      assert.ok(given.some((token) => kind.test(token)), `none was given like ${kind}`);
    }
    const suite = fs.readdirSync(path.join(api, "suite")).filter((file) => file.endsWith(".test.js"));
    const text = suite.map((file) => fs.readFileSync(path.join(api, "suite", file), "utf8")).join("\n");
    assert.match(text, /GET \/keys\/\{id\} 200/);
    assert.match(text, /\/refreshToken is secret/, "what is left out is named");
    const requests = fs.readFileSync(path.join(api, "requests"), "utf8");
    assert.match(requests, /Bearer \[token of (clerk|boss)\]/, "that one is sent is seen, not which");
    assert.match(output, /not written: \d+ tests?, with secrets in their calls that no call of theirs gives/);
    const files = leaks().files;
    for (const report of ["report.json", "report.html", "report.md", "report.sarif", "junit.xml", "lcov.info"]) {
      assert.ok(files.some((file) => path.basename(file) === report), `${report}: ${files.join(" ")}`);
    }
  });

  it("of the carrier's signature, which stays the same, no test holds one", () => {
    const requests = fs.readFileSync(path.join(api, "requests"), "utf8");
    assert.match(requests, /sha256=\[secret\]/, "the search has sent one");
    const suite = fs.readdirSync(path.join(api, "suite")).filter((file) => file.endsWith(".test.js"));
    const text = suite.map((file) => fs.readFileSync(path.join(api, "suite", file), "utf8")).join("\n");
    assert.match(text, /POST \/arrivals 403/);
    assert.doesNotMatch(text, /POST \/arrivals 202/, "nobody signs in a suite");
  });

  it("stay out of what stands on the archive", async () => {
    await run(["merge", "a.json", "-o", "merged.json"]);
    await run(["fuzz", ...API, "--calls", "150", "--seed", "2", "--out", "again", "--resume", "a.json", "--archive", "b.json", "--no-replay"]);
    await run(["explain", "src/routes.js:112", ...API, "--log", "explain.log"], [0, 2]);
    await run(["explain", "src/tokens.js:38", ...API, "--json"], [0, 2]);
    await run(["replay", "suite"], [0, 1]);
    const { faults } = JSON.parse(fs.readFileSync(path.join(api, "suite/report.json"), "utf8"));
    const id = /(\d{3}-[0-9a-f]{8})/.exec(fs.readFileSync(path.join(api, "suite/report.md"), "utf8"))[1];
    assert.ok(faults.totalNumber > 0);
    await run(["replay", "suite", "--fault", id, "--times", "2"], [0, 1]);
  });

  it("stay out of what is written without users, where logins are calls like others", async () => {
    const args = API.filter((arg) => arg !== "--auth" && arg !== "users.yaml");
    // What the API reads from the environment, and nobody has told to be secret, is a constant of its code.
    const none = Object.fromEntries(Object.keys(PASSWORDS).map((name) => [name, undefined]));
    await run(["fuzz", ...args, "--calls", "300", "--seed", "4", "--out", "nobody", "--archive", "nobody.json", "--reports", "all", "--log-requests", "nobody-requests"], [0], { ...none, TOKENS_GIVEN: GIVEN });
  });

  it("stay out of what a controller, and a search through it, write and print", async () => {
    const args = ["serve", ...API.slice(0, 6), "--controller-port", "0", "--log", "serve.log", "--log-level", "trace"];
    const { child, done, result } = start(api, args, { env, limitMs: 600_000 });
    const port = await new Promise((resolve) => {
      const read = () => {
        const [, port] = /the controller of \S+ listens on http:\/\/[^ :]+:(\d+)/.exec(result.output) ?? [];
        if (port !== undefined) resolve(port);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("close", () => resolve(undefined));
    });
    assert.ok(port !== undefined, result.output);
    try {
      await run(["fuzz", "--controller", `http://127.0.0.1:${port}`, "--openapi", "openapi.json", "--auth", "users.yaml", "--calls", "150", "--seed", "5", "--out", "controlled", "--no-replay"]);
    } finally {
      child.kill("SIGINT");
      await done;
    }
    looked(result.output);
  });

  it("stay out of what a core that was killed, and those that clean up after it, leave", async () => {
    const { child, done, result } = start(api, ["fuzz", ...API, "--calls", "100000000", "--seed", "6", "--out", "killed", "--archive", "killed.json", "--log-requests", "killed-requests"], { env });
    await savedTimes(path.join(api, "killed.json"), 1);
    const ended = assert.rejects(done, /did not end/);
    child.kill("SIGKILL");
    await ended;
    looked(result.output);
    await run(["clean"]);
    await run(["fuzz", ...API, "--calls", "100", "--seed", "6", "--out", "resumed", "--resume", "killed.json", "--no-replay"]);
  });

  it("stay out of what is written before any search", async () => {
    await run(["init", "--no-install"], [0, 1, 3]);
    await run(["doctor", ...API], [0, 1]);
    await run(["instrument", "src", "-o", "build"]);
    for (const file of ["nearmiss.config.mjs", "build"]) fs.rmSync(path.join(api, file), { recursive: true });
  });

  it("stand in files that only their owner reads", () => {
    for (const file of ["a.json", "b.json", "merged.json", ".nearmiss/last.archive.json", "log", "requests", "suite/support/users.json"]) {
      assert.equal(mode(file), 0o600, file);
    }
    assert.equal(mode(".nearmiss"), 0o700);
  });

  it("are found in each form by this very test", () => {
    const file = path.join(api, "planted");
    const token = fs.readFileSync(GIVEN, "utf8").trimEnd().split("\n").find((line) => line.startsWith("key/"));
    for (const [form, of] of Object.entries(FORMS)) {
      seen.delete("planted");
      fs.writeFileSync(file, `a ${of(token)} b`);
      assert.ok(leaks().found.some((leak) => leak.startsWith("planted: ")), form);
    }
    fs.rmSync(file);
  });
});

describe("headers of every call", () => {
  const key = "header-secret-4471";

  it("may come from the environment or from a file, and are read from the environment by the tests", async () => {
    fs.writeFileSync(path.join(api, "headers"), `# who calls\nX-Place: ${key}\n`);
    const args = ["fuzz", ...API, "--calls", "200", "--seed", "1", "--out", "headers-suite", "--no-replay", "--header", "X-Counter: ${COUNTER}"];
    const { code, output } = await nearmiss(api, [...args, "--header-file", "headers"], { env: { ...env, COUNTER: "counter-9921-x" } });
    assert.equal(code, 0, output);
    fs.rmSync(path.join(api, "headers"));
    const texts = written().concat([["printed", output]]);
    for (const secret of [key, "counter-9921-x"]) {
      assert.deepEqual(texts.filter(([, text]) => text.includes(secret)).map(([file]) => file), [], secret);
    }
    const text = texts.filter(([file]) => file.startsWith("headers-suite")).map(([, text]) => text).join("\n");
    assert.match(text, /secret\("NEARMISS_X_PLACE"\)/);
    assert.match(text, /secret\("NEARMISS_X_COUNTER"\)/);
  });

  it("a variable that is not set is named, and a line of a file by its number", async () => {
    const without = await nearmiss(api, ["fuzz", ...API, "--header", "X-A: ${NOT_THERE_7}"], { env });
    assert.equal(without.code, 2, without.output);
    assert.match(without.output, /NOT_THERE_7, which is not set/);
    fs.writeFileSync(path.join(api, "headers"), `X-A: 1\n${key}\n`);
    const wrong = await nearmiss(api, ["fuzz", ...API, "--header-file", "headers"], { env });
    assert.equal(wrong.code, 2, wrong.output);
    assert.match(wrong.output, /headers:2 takes "Name: value"/);
    assert.ok(!wrong.output.includes(key), wrong.output);
    fs.rmSync(path.join(api, "headers"));
  });
});

describe("the temporary folder of a run", () => {
  it("goes with the next start where its core was killed", async () => {
    const temporary = path.join(top, "temporary");
    fs.mkdirSync(temporary);
    const folders = () => fs.readdirSync(temporary).filter((name) => name.startsWith("nearmiss-"));
    const { child, done, result } = start(api, ["fuzz", ...API, "--calls", "100000000", "--seed", "1", "--out", "killed"], { env: { ...env, TMPDIR: temporary } });
    await new Promise((resolve) => {
      child.stdout.on("data", () => result.stdout.includes("searching with seed") && resolve());
    });
    const [left] = folders();
    assert.equal(fs.statSync(path.join(temporary, left)).mode & 0o777, 0o700);
    // What `done` says of a child that was killed is that it was.
    const ended = assert.rejects(done, /did not end/);
    child.kill("SIGKILL");
    await ended;
    assert.deepEqual(folders(), [left]);
    await nearmiss(api, ["fuzz", ...API, "--calls", "20", "--seed", "1", "--out", "after", "--no-replay"], { env: { ...env, TMPDIR: temporary } });
    assert.deepEqual(folders(), []);
  });
});
