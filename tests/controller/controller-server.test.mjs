// ControllerServer, as scripts of users use it: which file it takes for a driver, and that what it starts ends with it.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { APIS, assertGone, Core, ROOT } from "./client.mjs";

const API = path.join(APIS, "odd");
const require = createRequire(path.join(API, "main.js"));
const { ControllerServer, SutDriver } = require("nearmiss");

/** That a port answers as the controller of OddDriver; answers the API's process. */
async function pidBehind(port) {
  const core = new Core({ port });
  try {
    assert.equal((await core.controllerInfo()).fullName, "OddDriver");
    await core.begin();
    const { answers } = await core.test([{ path: "/count" }, { path: "/pid" }]);
    assert.equal(answers[0].text, "1");
    return Number(answers[1].text);
  } finally {
    core.close();
  }
}

const isRefused = async (port) => {
  const socket = net.connect(port, "127.0.0.1");
  const [error] = await Promise.race([once(socket, "error"), once(socket, "connect").then(() => [undefined])]);
  socket.destroy();
  return error?.code === "ECONNREFUSED";
};

test("a driver by its object or its path: started, asked, stopped, and started again", async () => {
  const OddDriver = require("./driver.js");
  for (const driver of [new OddDriver(), path.join(API, "driver.js")]) {
    const server = new ControllerServer(driver);
    const port = await server.start(0);
    const pid = await pidBehind(port);
    await assert.rejects(server.start(0), /started already/);
    await server.stop();
    assert.ok(await isRefused(port), "nothing listens any more");
    await assertGone(pid);
    await server.stop();
  }
  const server = new ControllerServer(OddDriver);
  assert.ok((await server.start(0)) > 0, "so can a class");
  await server.stop();
  await pidBehind(await server.start(0));
  await server.stop();
});

test("a class that no loaded module exports needs its file", async () => {
  class Hidden extends SutDriver {}
  assert.throws(() => new ControllerServer(new Hidden()), /Hidden.*\{ file: __filename \}/);
  assert.throws(() => new ControllerServer(undefined), TypeError);
  assert.throws(() => new ControllerServer(""), TypeError);
  const server = new ControllerServer(new Hidden(), { file: path.join(API, "driver.js") });
  await pidBehind(await server.start(0));
  await server.stop();
});

test("a class is found in modules that compilers write, and before those that pass it on", () => {
  const folder = path.join(ROOT, "target/controller/likeness");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(path.join(folder, name), text);
  write("package.json", '{"type":"commonjs"}');
  write("passes-on.js", "exports.thrown = 1; Object.defineProperty(exports, 'late', { enumerable: true, get() { throw new Error('late'); } });\nexports.D = require('./compiled.js').default;");
  write("compiled.js", "class Compiled {}\nexports.default = Compiled;");
  const { D } = require(path.join(folder, "passes-on.js"));
  // Without its own method names: which file is taken is told by the words of the command that cannot use it.
  return assert.rejects(new ControllerServer(new D()).start(0), /likeness\/compiled\.js exports no driver/);
});

test("what cannot be started is told in the words of the command", async () => {
  await assert.rejects(new ControllerServer(path.join(API, "missing.js")).start(0), /nearmiss serve ended with code [23]: .*missing\.js/s);
  const other = net.createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  try {
    const server = new ControllerServer(path.join(API, "driver.js"));
    await assert.rejects(server.start(other.address().port), /code 2: .*cannot listen.*--controller-port/s);
    assert.ok((await server.start(0)) > 0, "on another port it can be");
    await server.stop();
  } finally {
    other.close();
  }
});

test("more options of the command", async () => {
  const server = new ControllerServer(path.join(API, "driver.js"), { args: ["--no-such-option"] });
  await assert.rejects(server.start(0), /--no-such-option/);
});

/** Starts a script that starts a controller; answers it with its port. */
async function script(args) {
  const child = spawn(process.execPath, [path.join(API, "main.js"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = once(child, "close");
  const port = await new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => resolve(Number(/port (\d+)/.exec(chunk)[1])));
    ended.then(() => reject(new Error(`it ended: ${output}`)));
  });
  return { child, port, ended, output: () => output };
}

test("what it has started ends with the script, however that ends, and leaves the script its exit code", async () => {
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    const { child, port, ended, output } = await script([]);
    const pid = await pidBehind(port);
    assert.match(output(), /the controller of OddDriver listens on/, "what the command prints is passed on");
    child.kill(signal);
    assert.deepEqual(await ended, [null, signal]);
    await assertGone(pid);
    assert.ok(await isRefused(port));
  }
  const { port, ended } = await script(["exit"]);
  assert.deepEqual(await ended, [3, null]);
  for (let tries = 0; !(await isRefused(port)); tries += 1) {
    assert.ok(tries < 100, "the controller lives after its script");
    await sleep(100);
  }
});

test("Ctrl-C in a terminal, which reaches all processes at once, ends all of them", async () => {
  const child = spawn(process.execPath, [path.join(API, "main.js")], { stdio: ["ignore", "pipe", "ignore"], detached: true });
  const ended = once(child, "close");
  const [chunk] = await once(child.stdout, "data");
  const pid = await pidBehind(Number(/port (\d+)/.exec(chunk)[1]));
  process.kill(-child.pid, "SIGINT");
  assert.deepEqual(await ended, [null, "SIGINT"]);
  await assertGone(pid);
});

test("a driver file that starts a server when it is loaded is told so, once", () => {
  const run = spawnSync(process.execPath, [path.join(API, "unguarded.js")], { encoding: "utf8", timeout: 30_000 });
  assert.equal(run.status, 1, run.stderr);
  assert.match(run.stderr, /unguarded\.js starts a ControllerServer whenever it is loaded: .*require\.main === module/);
});

test("its types", () => {
  const folder = path.join(ROOT, "target/controller/types");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const text = `import { ControllerServer, SutDriver } from "nearmiss";
import { ControllerServer as Same, type ControllerServerOptions } from "nearmiss/controller";
class Mine extends SutDriver {
  startSut() { return "http://localhost:1"; }
  stopSut() {}
  resetStateOfSUT() {}
  getProblemInfo() { return { openapi: "openapi.json" }; }
}
const options: ControllerServerOptions = { file: "driver.js", args: ["--reset", "restart"] };
export async function all(): Promise<number> {
  for (const driver of ["driver.js", Mine, new Mine()]) await new Same(driver, options).stop();
  // @ts-expect-error a number is no driver
  new ControllerServer(7);
  return new ControllerServer("driver.js").start(0);
}
`;
  writeFileSync(path.join(folder, "uses.mts"), text);
  const tsc = path.join(ROOT, "node_modules/typescript/bin/tsc");
  const flags = ["--noEmit", "--strict", "--module", "node16", "--moduleResolution", "node16", "--target", "es2022", "--skipLibCheck"];
  const run = spawnSync(process.execPath, [tsc, ...flags, path.join(folder, "uses.mts")], { cwd: folder, encoding: "utf8" });
  assert.equal(run.status, 0, run.stdout);
});
