"use strict";
// Has the API started, reset and stopped by a controller (EvoMaster's protocol), whose address stands in start.json beside this file. It
// runs one API, so test files run one after another.

const net = require("node:net");
const request = require("superagent");
const spec = require("./start.json");

const START_LIMIT_MS = Number(process.env.SUT_START_TIMEOUT_MS || 60_000);
const STOP_LIMIT_MS = 3_000;
const POLL_MS = 10;
const BASE = `${(process.env.SUT_CONTROLLER || spec.controller).replace(/\/$/, "")}/controller/api`;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The running API: `{ url, lost }`; `lost` when it does not answer any more. */
let current;

async function ask(method, path, body) {
  try {
    const asked = request(method, BASE + path).accept("application/json").timeout(START_LIMIT_MS);
    return (await (body === undefined ? asked : asked.type("application/json").send(body))).body;
  } catch (error) {
    const why = error.response?.body?.error ?? error.message;
    throw new Error(`The controller did not do ${method} ${BASE}${path}: ${why}. It has to run while the tests do.`);
  }
}

/** Has the API run, in its first state. */
async function run() {
  await ask("PUT", "/runSUT", { run: true, resetState: true });
  const { data } = await ask("GET", "/infoSUT");
  current = { url: data.baseUrlOfSUT, lost: false };
}

async function start() {
  await stop();
  await run();
}

async function stop() {
  if (current) await ask("PUT", "/runSUT", { run: false, resetState: false });
  current = undefined;
}

/** Brings the API back to its first state, before each test. */
async function reset() {
  if (current && !current.lost) await run();
  else await start();
}

function isListening(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port) || 80, hostname);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/**
 * What became of a call that had no answer when the test was written: "timeout" (the API is started again), "broken" (the
 * connection was closed or the API crashed), or the status that it has now.
 */
async function fate(call) {
  try {
    const answer = await call;
    return `answered ${answer.status}`;
  } catch (error) {
    if (error.timeout) {
      await start();
      return "timeout";
    }
    await sleep(50);
    current.lost = !(await isListening(current.url));
    return "broken";
  }
}

/** Whether the API ends by itself, now or soon; the next test starts a new one. */
async function ended() {
  const end = Date.now() + STOP_LIMIT_MS;
  while (!current.lost && Date.now() < end) {
    current.lost = !(await isListening(current.url));
    if (!current.lost) await sleep(POLL_MS);
  }
  return current.lost;
}

module.exports = {
  ended,
  fate,
  reset,
  start,
  stop,
  /** The API that runs; another one after each start. */
  get running() {
    return current;
  },
  /** Nobody tells where other servers of the API listen. */
  addressOf: () => undefined,
  /** Base URL of the API while it runs. */
  get url() {
    return current?.url;
  },
};
