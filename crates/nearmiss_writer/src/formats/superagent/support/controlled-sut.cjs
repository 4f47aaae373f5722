"use strict";
// Has the API started, reset and stopped by a controller (EvoMaster's protocol), whose address stands in start.json beside this file. It
// runs one API, so test files run one after another.

const request = require("superagent");
const unanswered = require("./unanswered.cjs");
const spec = require("./start.json");

const START_LIMIT_MS = Number(process.env.SUT_START_TIMEOUT_MS || 60_000);
const BASE = `${(process.env.SUT_CONTROLLER || spec.controller).replace(/\/$/, "")}/controller/api`;

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

module.exports = {
  ...unanswered(() => current, start),
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
