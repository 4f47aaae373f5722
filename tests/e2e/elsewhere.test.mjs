// A written suite is right for anyone: what follows the clock, the place, earlier calls or the environment is left out or named.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { run } from "../quality/fuzz.mjs";
import { nearmiss, writtenText } from "./command.mjs";
import { project } from "./projects.mjs";
import { fixture } from "./sut-process.mjs";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const JEST = path.join(modules, "jest/bin/jest.js");

/** A project where the packages of this tree are found. */
function projectOf(files) {
  const dir = project(files, { installed: false });
  fs.symlinkSync(modules, path.join(dir, "node_modules"));
  return dir;
}

function jest(dir, args, env = {}) {
  const all = { ...process.env, CI: "true", ...env };
  for (const name of Object.keys(all)) if (all[name] === undefined) delete all[name];
  return run(process.execPath, [JEST, ...args], { cwd: dir, env: all });
}

const LATER = `const Real = Date;
const on = Number(process.env.DAYS_ON) * 864e5;
globalThis.Date = class extends Real {
  constructor(...args) { args.length > 0 ? super(...args) : super(Real.now() + on); }
  static now() { return Real.now() + on; }
};`;

/** Searches a copy of the fixture `clock` and writes its suite; answers the folder. */
async function clockSuite(calls, more) {
  const from = fixture("clock");
  const files = ["server.js", "clock.js", "place.js", "openapi.json"];
  const dir = projectOf(Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(from, name), "utf8")])));
  fs.writeFileSync(path.join(dir, "later.cjs"), LATER);
  const args = ["--start", "node server.js", "--openapi", "openapi.json", "--calls", calls, "--seed", "3", "--quiet"];
  const fuzz = await nearmiss(dir, ["fuzz", ...args, ...more], { limitMs: 600_000 });
  assert.equal(fuzz.code, 0, fuzz.output);
  return dir;
}

/** Runs that suite with the clock days on. */
const daysOn = (dir, days) => ({ DAYS_ON: String(days), NODE_OPTIONS: `--require ${path.join(dir, "later.cjs")}` });

describe("a suite of an API that follows clock and place", () => {
  let dir;
  let text;
  before(async () => {
    // Without what is right on some days only: for it the clock of the whole suite would begin where it began here.
    dir = await clockSuite("600", ["--except", "POST:/coupons"]);
    text = writtenText(path.join(dir, "nearmiss-tests"));
  });

  it("says what is left out and why, and expects what stands beside it", () => {
    for (const what of ["the clock", "the time zone", "the folder of the project"]) {
      assert.match(text, new RegExp(`left out: .*follows? ${what}`), what);
    }
    assert.match(text, /calendar: "gregorian"/);
    assert.match(text, /months: 12/);
    assert.doesNotMatch(text, /\d{4}-\d\d-\d\dT|Workshop"\)/);
    assert.equal(fs.existsSync(path.join(dir, "nearmiss-tests/support/clock.cjs")), false);
  });

  const there = ["--config", "nearmiss-tests/jest.config.json", "--randomize"];
  for (const [where, env] of [
    ["here and now", {}],
    ["in two years, in Tokyo, in Japanese", { days: 731, TZ: "Asia/Tokyo", LC_ALL: "ja_JP.UTF-8", HOME: "/", USER: "aiko" }],
    ["tomorrow, in New York", { days: 1, TZ: "America/New_York", LC_ALL: "C" }],
  ]) {
    it(`is green ${where}`, async () => {
      const { days, ...place } = env;
      const result = await jest(dir, there, { ...place, ...(days === undefined ? {} : daysOn(dir, days)) });
      assert.equal(result.code, 0, result.stderr);
    });
  }

  it("is passed by where the project runs its own tests", async () => {
    fs.writeFileSync(path.join(dir, "own.test.js"), 'test("own", () => {});\n');
    const { code, stderr } = await jest(dir, []);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /Tests: +\d+ skipped, 1 passed/);
  });
});

describe("a suite with a test that is right on some days only", () => {
  it("begins the clock of the API on such a day", async () => {
    const dir = await clockSuite("200", ["--only", "POST:/coupons"]);
    assert.match(writtenText(path.join(dir, "nearmiss-tests")), /toEqual\(\{ accepted: true \}\)/);
    assert.equal(fs.existsSync(path.join(dir, "nearmiss-tests/support/clock.cjs")), true);
    const result = await jest(dir, ["--config", "nearmiss-tests/jest.config.json"], daysOn(dir, 731));
    assert.equal(result.code, 0, result.stderr);
  });
});

describe("a suite of an API that needs more than its files", () => {
  it("names the variable that it lacks, and finds its API from outside of the project", async () => {
    const server = `const greeting = process.env.GREETING_OF_SHOP;
// As npx does.
process.env.PATH = String(process.env.PATH);
require("node:http").createServer((req, res) => {
  res.writeHead(200, { "content-type": "application/json" });
  res.end(JSON.stringify({ greeting: greeting.toUpperCase() }));
}).listen(3000);`;
    const paths = { "/hello": { get: { responses: { 200: { description: "d" } } } } };
    const document = { openapi: "3.0.0", info: { title: "g", version: "1" }, paths };
    const dir = projectOf({ "api/server.js": server, "api/package.json": "{}", "api/openapi.json": JSON.stringify(document) });
    const api = path.join(dir, "api");
    const args = ["--start", "node server.js", "--openapi", "openapi.json", "--calls", "40", "--seed", "1", "--out", "../suite"];
    const fuzz = await nearmiss(api, ["fuzz", ...args], { env: { GREETING_OF_SHOP: "hi" } });
    assert.equal(fuzz.code, 0, fuzz.output);
    assert.match(fuzz.output, /^needs +GREETING_OF_SHOP/m);
    assert.match(fuzz.output, /^run with +GREETING_OF_SHOP=\.\.\. npx jest --config/m);
    const config = ["--config", path.join(dir, "suite/jest.config.json")];
    assert.equal((await jest(api, config, { GREETING_OF_SHOP: "hi" })).code, 0);
    const lacking = await jest(api, config, { GREETING_OF_SHOP: undefined });
    assert.notEqual(lacking.code, 0);
    assert.match(lacking.stderr, /The environment variable GREETING_OF_SHOP is not set/);
  });

  it("expects nothing that only earlier calls left in its files, nor what the client of the tests cannot read", async () => {
    const server = `const fs = require("node:fs");
require("node:http").createServer((req, res) => {
  const notes = JSON.parse(fs.readFileSync("notes.json", "utf8"));
  if (req.url === "/zip") {
    res.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    return res.end("not gzip");
  }
  if (req.method === "POST" && notes.length < 5) fs.writeFileSync("notes.json", JSON.stringify([...notes, "a"]));
  res.writeHead(200, { "content-type": "application/json" });
  return res.end(JSON.stringify({ count: notes.length, kind: "notes" }));
}).listen(3000);`;
    const responses = { 200: { description: "d" } };
    const paths = { "/notes": { get: { responses }, post: { responses } }, "/zip": { get: { responses } } };
    const document = { openapi: "3.0.0", info: { title: "n", version: "1" }, paths };
    const files = { "server.js": server, "notes.json": "[]", "openapi.json": JSON.stringify(document) };
    const dir = projectOf(files);
    const args = ["--start", "node server.js", "--openapi", "openapi.json", "--calls", "60", "--seed", "1"];
    const fuzz = await nearmiss(dir, ["fuzz", ...args]);
    assert.equal(fuzz.code, 0, fuzz.output);
    const clone = projectOf(files);
    fs.cpSync(path.join(dir, "nearmiss-tests"), path.join(clone, "nearmiss-tests"), { recursive: true });
    for (const randomly of [[], ["--randomize"]]) {
      const result = await jest(clone, ["--config", "nearmiss-tests/jest.config.json", ...randomly]);
      assert.equal(result.code, 0, result.stderr);
    }
    const text = writtenText(path.join(clone, "nearmiss-tests"));
    assert.match(text, /kind: "notes"/);
    assert.match(text, /whether the call is answered follows how the tests start and call the API/);
  });
});

describe("a suite of an API that remembers what its tests did", () => {
  it("expects nothing that only a third order of the tests changes", async () => {
    // As the tests stand (GET, POST, PUT) there is one line when it is read, and the other way round there is one again.
    const server = `let count = 1;
require("node:http").createServer((req, res) => {
  if (req.method === "POST") count += 1;
  if (req.method === "PUT") count = 0;
  res.writeHead(200, { "content-type": "application/json" });
  res.end(JSON.stringify({ count, kind: "lines" }));
}).listen(3000);`;
    const responses = { 200: { description: "d" } };
    const paths = { "/lines": { get: { responses }, post: { responses }, put: { responses } } };
    const document = { openapi: "3.0.0", info: { title: "l", version: "1" }, paths };
    const dir = projectOf({ "server.js": server, "openapi.json": JSON.stringify(document) });
    const args = ["--start", "node server.js", "--openapi", "openapi.json", "--calls", "60", "--seed", "1"];
    const fuzz = await nearmiss(dir, ["fuzz", ...args]);
    assert.equal(fuzz.code, 0, fuzz.output);
    const text = writtenText(path.join(dir, "nearmiss-tests"));
    assert.match(text, /left out: \/count follows what tests before it did\n.*call\("GET"/);
    assert.match(text, /kind: "lines"/);
    for (let seed = 1; seed <= 6; seed += 1) {
      const result = await jest(dir, ["--config", "nearmiss-tests/jest.config.json", "--randomize", "--seed", String(seed)]);
      assert.equal(result.code, 0, result.stderr);
    }
  });
});
