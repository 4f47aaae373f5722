"use strict";
// Starts, resets and stops the API under test, one process tree for each test file. How it is
// started stands in start.json beside this file.
// //@put-back
// It runs on databases of its own, never on yours, and `reset` puts them back. In tests that you write, too: //@put-back
//   const sut = require("./support/sut.cjs"); //@put-back
//   before(sut.start); // beforeAll in Jest and Vitest //@put-back
//   beforeEach(sut.reset); //@put-back
//   after(sut.stop); // afterAll //@put-back

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const request = require("superagent");
const { exactly, http2Origins, writes } = require("./calls.cjs");
const unanswered = require("./unanswered.cjs");
const spec = require("./start.json");

const START_LIMIT_MS = Number(process.env.SUT_START_TIMEOUT_MS || 60_000);
/** Longer than a reset takes that works: what an API does whose event loop an earlier call still blocks. */
const RESET_LIMIT_MS = Number(process.env.SUT_RESET_TIMEOUT_MS || 10_000);
const STOP_LIMIT_MS = 3_000;
/** An API that does not answer will hardly stop when asked. */
const HANGING_LIMIT_MS = 300;
const POLL_MS = 10;
const KEPT_OUTPUT = 16_384;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a promise, but no longer than that; no timer is left behind. */
function atMost(ms, promise) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * The running API: `{ child, folder, url, output, exited, closed, ended, lost, used, stays }`; `lost` when
 * it crashed behind a wrapper that lives, `used` when a test has run on it, `stays` when its reset failed and
 * it did not end.
 */
let current;

/** Keeps files of the project that the API writes; undefined where it wrote none. */
const files = spec.keepsFiles ? require("./files/kept.cjs").keeper(path.resolve(__dirname, "..", spec.cwd)) : undefined;

/** Takes orders to the API. */ //@setup
const channel = require("./setup/channel.cjs"); //@setup
/** Has the databases that the API gets in place of its own. */ //@databases
const databases = require("./databases/beside.cjs"); //@databases
/** Keeps the databases in files that the API gets in place of its own. */ //@sqlite
const { keeperOf } = require("./sqlite/beside.cjs"); //@sqlite
/** Has what rate limiters of the API count forgotten. */ //@limits
const limits = require("./limiters/forget.cjs"); //@limits
function environment(folder, keeps) {
  const env = { ...process.env };
  // The variables of the test runner are taken out here.
  Object.assign(env, spec.env);
  const preloads = spec.clock === undefined ? ["preload.cjs"] : ["clock.cjs", "preload.cjs"];
  for (const name of preloads) {
    const preload = path.join(__dirname, name).replace(/["\\]/g, "\\$&");
    env.NODE_OPTIONS = `${env.NODE_OPTIONS || ""} --require "${preload}"`.trim();
  }
  if (spec.clock !== undefined) env.SUT_CLOCK = spec.clock;
  env.SUT_ADDRESS_FILE = path.join(folder, "address.json");
  env.SUT_PARENT_PID = String(process.pid);
  if (spec.copiesDatabases) env.SUT_COPIES = path.join(folder, "copies");
  if (keeps !== undefined) env.SUT_FILES = keeps;
  env.SUT_ORDERS = channel.addressIn(folder); //@setup
  env.SUT_LIMITS = limits.addressIn(folder); //@limits
  databases.lead(env, path.resolve(__dirname, "..", spec.cwd)); //@databases
  return env;
}

function launch(folder, keeps) {
  const options = {
    cwd: path.resolve(__dirname, "..", spec.cwd),
    env: environment(folder, keeps),
    // A process group of its own, so that shells and npm go with the API.
    detached: process.platform !== "win32",
    windowsHide: true,
  };
  if (spec.driver === undefined) {
    return spawn(spec.command, { ...options, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  }
  const host = path.join(__dirname, "driver-host.mjs");
  const driver = path.resolve(__dirname, "..", spec.driver);
  return spawn(process.execPath, [host, driver], {
    ...options,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

function follow(child, folder) {
  const running = { child, folder, url: undefined, output: "", ended: undefined, answers: new Map() };
  const keep = (chunk) => {
    running.output = (running.output + chunk).slice(-KEPT_OUTPUT);
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  child.on("message", (message) => {
    const answer = running.answers.get(message.id);
    running.answers.delete(message.id);
    if (answer) answer(message);
  });
  child.once("error", (error) => {
    running.ended = `could not be run (${error.message})`;
  });
  child.once("exit", (code, signal) => {
    running.ended ??= signal ? `was ended by ${signal}` : `exited with code ${code}`;
    for (const answer of running.answers.values()) answer({ error: `the driver ${running.ended}` });
    running.answers.clear();
  });
  running.exited = new Promise((resolve) => {
    child.once("exit", resolve);
    child.once("error", resolve);
  });
  // All holders of its output are gone: the whole tree, not only the shell.
  running.closed = new Promise((resolve) => {
    child.once("close", resolve);
    child.once("error", resolve);
  });
  return running;
}

let orders = 0;
/** Asks the driver and waits for its answer. */
function order(running, name) {
  return new Promise((resolve, reject) => {
    const id = ++orders;
    if (running.ended) return reject(failure(running, `The driver ${running.ended}`));
    running.answers.set(id, (message) => {
      if (message.error === undefined) resolve(message);
      else reject(failure(running, `The driver's ${name} failed: ${message.error}`));
    });
    return running.child.send({ id, order: name }, (error) => {
      if (error) reject(failure(running, `The driver cannot be reached: ${error.message}`));
    });
  });
}

function failure(running, problem) {
  const what = spec.driver === undefined ? `Start command: ${spec.command}` : `Driver: ${spec.driver}`;
  const said = running.output.trim();
  return new Error(`${problem}.\n${what}\n${said ? `It printed:\n${said}` : "It printed nothing."}`);
}

const reportedAddress = (folder) => {
  try {
    const address = JSON.parse(fs.readFileSync(path.join(folder, "address.json"), "utf8"));
    if (address.http2) http2Origins.add(address.url);
    return address;
  } catch {
    return undefined;
  }
};

async function untilListening(running) {
  const end = Date.now() + START_LIMIT_MS;
  for (;;) {
    const address = reportedAddress(running.folder);
    databases.refuse(); //@databases
    if (address) return address.url;
    if (running.ended) {
      await atMost(500, running.closed);
      throw failure(running, `The API ${running.ended} before it listened`);
    }
    if (Date.now() > end) {
      throw failure(running, `The API did not listen within ${START_LIMIT_MS} ms`);
    }
    await sleep(POLL_MS);
  }
}

async function untilDriverIsReady(running) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reject(failure(running, `The driver did not start the API within ${START_LIMIT_MS} ms`));
    }, START_LIMIT_MS);
  });
  try {
    const { url } = await Promise.race([order(running, "start"), late]);
    const address = reportedAddress(running.folder);
    const port = Number(new URL(url).port || 80);
    // A driver that starts the API in yet another process may know only the port it wanted.
    const means = address && [address.wanted, Number(new URL(address.url).port)].includes(port);
    return means ? address.url : url;
  } finally {
    clearTimeout(timer);
  }
}

async function launchAndWait() {
  const lacking = (spec.needs ?? []).find((name) => process.env[name] === undefined && spec.env[name] === undefined);
  if (lacking !== undefined) {
    throw new Error(
      `The environment variable ${lacking} is not set: without it the API does not start or answers otherwise. ` +
        "Set it, or write a value under env in support/start.json.",
    );
  }
  await databases.putBack(); //@databases
  const keeps = await files?.begin();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sut-"));
  const orders = await channel.listen(channel.addressIn(folder)); //@setup
  const running = follow(launch(folder, keeps), folder);
  running.orders = orders; //@setup
  current = running;
  try {
    running.url = await (spec.driver === undefined ? untilListening : untilDriverIsReady)(running);
    await databases.keep(folder, () => Boolean(running.ended)); //@databases
    running.sqlite = keeperOf(path.join(folder, "copies")); //@sqlite
    if (spec.reset === "database") await running.sqlite.reset(); //@sqlite
  } catch (error) {
    await stop();
    await databases.end(); //@databases
    throw error;
  }
}

function signal(child, name) {
  try {
    if (process.platform === "win32") {
      spawn("taskkill", ["/pid", String(child.pid), "/T", ...(name === "SIGKILL" ? ["/F"] : [])]);
    } else {
      process.kill(-child.pid, name);
    }
  } catch {
    // It is gone already.
  }
}

/** Starts the API and waits until it listens. */
async function start() {
  if (current) await stop();
  await launchAndWait();
}

/** Ends the API and everything its start command started: politely, then by force. */
async function stop(patience = STOP_LIMIT_MS) {
  const running = current;
  current = undefined;
  if (!running) return;
  if (spec.driver !== undefined && !running.ended) {
    const stopped = order(running, "stop").catch(() => {});
    await atMost(patience, stopped);
  }
  if (running.child.pid !== undefined) {
    signal(running.child, "SIGTERM");
    await atMost(patience, running.closed);
    signal(running.child, "SIGKILL");
    await atMost(STOP_LIMIT_MS, running.closed);
  }
  running.orders.close(); //@setup
  await running.sqlite?.end(); //@sqlite
  fs.rmSync(running.folder, { recursive: true, force: true });
  files?.end();
}

/** Takes an API that does not answer away, and starts another. */
async function replace() {
  await stop(HANGING_LIMIT_MS);
  await start();
}

async function resetByDriver() {
  const asked = current;
  let answer;
  try {
    answer = await atMost(RESET_LIMIT_MS, order(asked, "reset"));
  } catch (error) {
    // The test before has ended it, and it was still on its way out. What it has started may hold its output open
    // for longer; and if it did not end the last time, it is not waited for once more.
    if (!asked.ended && !asked.stays) await atMost(STOP_LIMIT_MS, asked.exited);
    if (!asked.ended) {
      asked.stays = true;
      throw error;
    }
    return start();
  }
  // Not in the `try`: an API that does not start again is tried once.
  if (answer === undefined) await replace();
}

async function resetByCall({ method, target }) {
  const running = current;
  const asked = request(method, running.url + target)
    .use(exactly(target))
    .redirects(0)
    .timeout(RESET_LIMIT_MS)
    .ok(() => true);
  const answer = await asked.catch(async (error) => {
    if (error.timeout) return;
    // The test before has ended it, and it was still on its way out.
    await atMost(STOP_LIMIT_MS, running.exited);
    if (!running.ended) throw error;
  });
  if (answer === undefined) return replace();
  if (answer.status >= 400) {
    throw failure(current, `The reset ${method} ${target} was answered ${answer.status}`);
  }
}

/** Has the API forget what its rate limiters have counted; one that hangs is not waited for. */ //@limits
const forgetCounts = () => atMost(RESET_LIMIT_MS, limits.forget(limits.addressIn(current.folder))); //@limits

/** Has the API forget what services answer. */ //@answers
const forgetAnswers = () => current.orders.ask({ kind: "services", function: "forget", arguments: [] }); //@answers

/** Brings the API back to its first state, as start.json says, before each test. */
async function reset() {
  if (!current || current.ended || current.lost) await start();
  const { reset: how } = spec;
  if (how === "restart") {
    if (current.used) await start();
    current.used = true;
  } else if (how === "after-writes") {
    if (current.used || writes.were) await start();
    writes.were = false;
  } else if (how === "database") { //@put-back
    files?.between(reportedAddress(current.folder)?.pid); //@put-back
    // Of a database that could not be put back there is a new one. //@put-back
    if (await current.sqlite.reset()) await start(); //@sqlite
    if (await databases.reset()) await start(); //@databases
  } else if (how !== "none") {
    files?.between(reportedAddress(current.folder)?.pid);
    await forgetCounts(); //@limits
    await (how === "driver" ? resetByDriver() : resetByCall(how));
  }
  await forgetCounts(); //@limits
  await forgetAnswers(); //@answers
}

/** Another API for the rest of a test that made it hang. */
async function replaceWithin() {
  await replace();
  current.used = true;
}

module.exports = {
  ...unanswered(() => current, replaceWithin),
  forgetCounts, //@limits
  reset,
  start,
  stop, //@no-databases
  stop: () => stop().then(databases.end), //@databases
  /** Calls a function of a kind of setup in the process of the API. */ //@setup
  setUp: (kind, name, args) => current.orders.ask({ kind, function: name, arguments: args }), //@setup
  /** The process that runs; another one after each start. */
  get running() {
    return current;
  },
  /** Where the API listens in place of `host:port`, if that is what it wanted. */
  addressOf(address) {
    const { wanted, url } = (current && reportedAddress(current.folder)) ?? {};
    const [, host, port] = /^(.*):(\d+)$/.exec(address) ?? [];
    const loopback = ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].includes(host);
    return loopback && wanted && wanted === Number(port) ? new URL(url).host : undefined;
  },
  /** Base URL of the API while it runs. */
  get url() {
    return current?.url;
  },
};
