"use strict";
// `node --import nearmiss/register host.js <driver file>`: loads a driver, starts the API, serves the core's orders.

const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { session } = require("../register/session.js");
const orders = require("../sut/orders.js");
const { moved } = require("../sut/listen.js");
const { driverClass } = require("./driver_class.js");
const { whyNotRequired } = require("./requirable.js");

const LOOPBACK = new Set(["localhost", "127.0.0.1", "0.0.0.0", "[::1]", "[::]"]);

/** A URL of a port that was moved, on the port where the server really listens. */
function movedUrl(text) {
  if (text === undefined) return text;
  let url;
  try {
    url = new URL(text);
  } catch {
    return text;
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const real = LOOPBACK.has(url.hostname) ? moved.get(port) : undefined;
  if (real === undefined) return text;
  url.hostname = "127.0.0.1";
  url.port = String(real);
  const slash = text.endsWith("/");
  return slash ? url.href : url.href.replace(/\/$/, "");
}

function checkedBaseUrl(answer) {
  if (typeof answer === "string" && /^https?:\/\//.test(answer)) return movedUrl(answer);
  throw new Error(
    `startSut() must answer the base URL of the API, such as "http://localhost:3000", but answered ${JSON.stringify(answer)}`,
  );
}

function checkProblem(problem) {
  if (typeof problem?.openapi === "string" || typeof problem?.graphql === "string") return;
  throw new Error(`getProblemInfo() must answer { openapi: "URL or file" }, but answered ${JSON.stringify(problem)}`);
}

/** The name of the class, as others may write it into code. */
const nameOf = (Driver) => (/^[A-Za-z_$][\w$]*$/.test(Driver.name) ? Driver.name : null);

async function start(file) {
  const exported = await import(pathToFileURL(path.resolve(file)).href);
  const Driver = driverClass(exported, file);
  const driver = new Driver();
  orders.handlers.reset = () => driver.resetStateOfSUT();
  orders.handlers.stop = () => driver.stopSut();
  const baseUrl = checkedBaseUrl(await driver.startSut());
  const problem = await driver.getProblemInfo();
  checkProblem(problem);
  const auth = (await driver.getInfoForAuthentication?.()) ?? [];
  session.open();
  orders.connect();
  session.ask(
    JSON.stringify({
      type: "ready",
      name: nameOf(Driver),
      notRequired: whyNotRequired(path.resolve(file), exported, Driver),
      baseUrl,
      problem: { ...problem, openapi: movedUrl(problem.openapi) },
      auth,
    }),
  );
}

const file = process.argv[2];
const started = file === undefined ? Promise.reject(new Error("no driver file was given")) : start(file);
started.catch((error) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  session.ask(JSON.stringify({ type: "failed", message: text }));
  process.stderr.write(`nearmiss: the driver failed: ${text}\n`);
  process.exit(3);
});
