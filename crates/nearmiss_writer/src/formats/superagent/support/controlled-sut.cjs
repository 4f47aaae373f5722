"use strict";
// Has the API started, reset and stopped by a controller (EvoMaster's protocol), whose address stands in start.json beside this file. It
// runs one API, so test files run one after another.

const http = require("node:http");
const unanswered = require("./unanswered.cjs");
const spec = require("./start.json");

const START_LIMIT_MS = Number(process.env.SUT_START_TIMEOUT_MS || spec.startTimeoutMs || 60_000);
const BASE = `${(process.env.SUT_CONTROLLER || spec.controller).replace(/\/$/, "")}/controller/api`;

/** Sends `Connection: keep-alive` with every request: drivers of the JVM refuse those that do not. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** The running API: `{ url, lost }`; `lost` when it does not answer any more. */
let current;

/** One request; what it is answered with, whole. */
function exchange(method, path, text) {
  return new Promise((resolve, reject) => {
    const headers = { Accept: "application/json" };
    if (text !== undefined) {
      headers["Content-Type"] = "application/json";
      headers["Content-Length"] = Buffer.byteLength(text);
    }
    const sent = http.request(BASE + path, { method, headers, agent }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk)).once("error", reject);
      answer.once("end", () => resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString("utf8") }));
    });
    sent.setTimeout(START_LIMIT_MS, () => {
      sent.destroy(new Error(`it did not answer within ${START_LIMIT_MS} ms (SUT_START_TIMEOUT_MS gives it more)`));
    });
    sent.once("error", (error) => {
      const stale = sent.reusedSocket && error.code === "ECONNRESET";
      reject(Object.assign(error, { stale }));
    });
    sent.end(text);
  });
}

async function ask(method, path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  let why;
  try {
    // A connection that was kept may have been closed meanwhile.
    const again = (error) => (error.stale ? exchange(method, path, text) : Promise.reject(error));
    const answer = await exchange(method, path, text).catch(again);
    const { data, error } = answer.text === "" ? {} : JSON.parse(answer.text);
    if (answer.status < 300 && !error) return data;
    why = error || `it answered ${answer.status}`;
  } catch (error) {
    // Of several addresses of a name each has an error of its own.
    why = error.message || error.code;
  }
  throw new Error(`The controller did not do ${method} ${BASE}${path}: ${why}. It has to run while the tests do.`);
}

/** Has the API run, in its first state. */
async function run() {
  await ask("PUT", "/runSUT", { run: true, resetState: true });
  const { baseUrlOfSUT: url } = (await ask("GET", "/infoSUT")) ?? {};
  if (!url) throw new Error(`The controller at ${BASE} does not say where the API listens.`);
  current = { url: url.replace(/\/$/, ""), lost: false };
}

async function start() {
  await stop();
  await run();
}

async function stop() {
  const running = current;
  current = undefined;
  if (running) await ask("PUT", "/runSUT", { run: false, resetState: false });
  agent.destroy();
}

/** Brings the API back to its first state, before each test. */
async function reset() {
  if (current && !current.lost) await run();
  else await start();
}

module.exports = {
  ask, //@beside
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
