// What EvoMaster's core asks of a controller, in the order in which it asks, on `nearmiss serve` as a process. Each answer is
// compared with its schema, and what a core relies on between answers is checked as they come.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import Ajv from "ajv/dist/2020.js";
import { commandLine } from "../quality/fuzz.mjs";

const HERE = path.dirname(fileURLToPath(import.meta.url));
export const ROOT = path.resolve(HERE, "../..");
/** Fixture APIs of these tests. */
export const APIS = path.join(HERE, "apis");
const BASE = "/controller/api";
const START_LIMIT_MS = 180_000;
/** What takes longer than this hangs. */
const ANSWER_LIMIT_MS = 20_000;
const LISTENS = /the controller of (\S+) listens on http:\/\/(\S+):(\d+) \((.*)\)/;

const SCHEMAS = path.join(HERE, "schemas");
const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false, allErrors: true });
for (const name of fs.readdirSync(SCHEMAS)) {
  const schema = JSON.parse(fs.readFileSync(path.join(SCHEMAS, name), "utf8"));
  ajv.addSchema(schema);
}

/** That a body is what a schema of `schemas/` describes, and nothing more. */
export function assertValid(name, body) {
  const isValid = ajv.getSchema(`https://nearmiss.invalid/controller/${name}.json`);
  assert.ok(isValid !== undefined, `there is no schema ${name}`);
  if (isValid(body)) return;
  const where = isValid.errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  assert.fail(`the answer is not what ${name}.json describes:\n${where.join("\n")}\n${JSON.stringify(body).slice(0, 2000)}`);
}

/** Starts `nearmiss serve` on a free port, and waits until it listens. */
export async function serve(args, { cwd = ROOT, env = {} } = {}) {
  const port = args.includes("--controller-port") ? [] : ["--controller-port", "0"];
  const child = spawn(process.execPath, [commandLine(), "serve", ...args, ...port], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let output = "";
  const found = await new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`nearmiss serve ${args.join(" ")} ${why}\n${output}`));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail("did not listen");
    }, START_LIMIT_MS);
    const read = (chunk) => {
      output += chunk;
      const match = LISTENS.exec(output);
      if (match === null) return;
      clearTimeout(timer);
      resolve(match);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("close", (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  const [, name, host, number, reach] = found;
  return {
    name,
    host,
    port: Number(number),
    reach,
    pid: child.pid,
    output: () => output,
    isUp: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill("SIGINT");
      const [code, signal] = await ended;
      return signal ?? code;
    },
  };
}

/** One HTTP request, byte for byte: what is answered, or an exception when nothing is. */
export function request({ host = "127.0.0.1", port, method = "GET", path: target, headers = {}, body, agent, limitMs = ANSWER_LIMIT_MS }) {
  return new Promise((resolve, reject) => {
    const sent = http.request({ host, port, method, path: target, headers, agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode, headers: response.headers, text });
      });
    });
    sent.on("error", reject);
    const timer = setTimeout(() => sent.destroy(new Error(`${method} ${target} was not answered`)), limitMs);
    sent.on("close", () => clearTimeout(timer));
    sent.end(body);
  });
}

/** The members of `runSUT` as a core sends them. */
const RUN = {
  run: true,
  resetState: true,
  resetCustomizedMethodForMockObject: false,
  calculateSqlHeuristics: true,
  advancedHeuristics: false,
  extractSqlExecutionInfo: true,
  methodReplacementCategories: "BASE,SQL,EXT_0,MONGO",
};

/** A core: one connection that is kept, and what it remembers of targets. */
export class Core {
  /** By id: the key, and the best value so far. */
  targets = new Map();
  #ids = new Map();
  #actions = 0;

  constructor({ port, host = "127.0.0.1" }) {
    this.at = { host, port };
    this.agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  }

  close() {
    this.agent.destroy();
  }

  /** A request as a core makes it: its status, its text and its data; the answer is that of the protocol. */
  async ask(method, endpoint, body, { headers = {}, raw } = {}) {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const kind = text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const answer = await request({
      ...this.at,
      agent: this.agent,
      method,
      path: BASE + endpoint,
      headers: { accept: "application/json", ...kind, ...headers },
      body: text,
    });
    const { status } = answer;
    if (status === 204) {
      assert.equal(answer.text, "", "204 has no body");
      return { ...answer, data: null, error: null };
    }
    if (status === 201 && answer.text === "") return { ...answer, data: null, error: null };
    assert.match(answer.headers["content-type"], /^application\/json/, `${method} ${endpoint}: ${status} ${answer.text}`);
    const json = JSON.parse(answer.text);
    if (status >= 400) assertValid("error", json);
    else if (status === 201) assertValid("empty", json);
    else assertValid(endpoint.slice(1).replace(/\?.*/s, ""), json);
    return { ...answer, data: json.data ?? null, error: json.error ?? null };
  }

  /** The same, where all but this status is a failure. */
  async must(status, method, endpoint, body) {
    const answer = await this.ask(method, endpoint, body);
    assert.equal(answer.status, status, `${method} ${endpoint}: ${answer.text}`);
    return answer.data;
  }

  controllerInfo() {
    return this.must(200, "GET", "/controllerInfo?methodReplacementCategories=BASE%2CSQL%2CEXT_0%2CMONGO");
  }

  info() {
    return this.must(200, "GET", "/infoSUT");
  }

  async run(more = {}) {
    await this.must(204, "PUT", "/runSUT", { ...RUN, ...more });
    this.#actions = 0;
  }

  stopSut() {
    return this.must(204, "PUT", "/runSUT", { ...RUN, run: false, resetState: false });
  }

  async newSearch() {
    await this.must(201, "POST", "/newSearch", { newSearch: true });
    this.targets.clear();
    this.#ids.clear();
  }

  /** All that a core asks before its search: three parts of it look at the SUT. */
  async begin() {
    let info;
    for (let part = 0; part < 3; part += 1) {
      await this.controllerInfo();
      await this.run();
      info = await this.info();
      assert.equal(info.isSutRunning, true);
    }
    await this.controllerInfo();
    await this.newSearch();
    this.sut = new URL(info.baseUrlOfSUT);
    return info;
  }

  async newAction(index, name = `GET:/${index}`) {
    await this.must(204, "PUT", "/newAction", {
      index,
      name,
      inputVariables: [],
      rpcCall: null,
      externalServiceMapping: {},
      localAddressMapping: {},
      skippedExternalServices: [],
    });
    this.#actions += 1;
  }

  /** A call of the SUT itself; what is not answered has the status 0. */
  async call({ method = "GET", path: target, body, headers = {} }) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const kind = text === undefined ? {} : { "content-type": "application/json" };
    const sent = { host: this.sut.hostname, port: this.sut.port, method, path: target, headers: { ...kind, ...headers }, body: text };
    const answer = await request(sent).catch((error) => ({ status: 0, text: error.message, headers: {} }));
    return { ...answer, json: () => JSON.parse(answer.text) };
  }

  /** Targets that were seen and are not covered. */
  uncovered() {
    return [...this.targets].filter(([, { best }]) => best < 1).map(([id]) => id);
  }

  covered() {
    return [...this.targets].filter(([, { best }]) => best === 1).map(([id]) => id);
  }

  /** Results of the test, as after each test of a search where nothing else is said. */
  async results({ ids = this.uncovered(), killSwitch = true, fullyCovered = false, descriptiveIds = false } = {}) {
    const flags = `killSwitch=${killSwitch}&fullyCovered=${fullyCovered}&descriptiveIds=${descriptiveIds}&queryFromDatabase=true`;
    const results = await this.must(200, "GET", `/testResults?ids=${ids.join("%2C")}&${flags}`);
    this.#check(results, { ids, fullyCovered, descriptiveIds });
    return results;
  }

  /** One test: reset, its actions, results. */
  async test(calls, options) {
    await this.run();
    const answers = [];
    for (const [index, call] of calls.entries()) {
      await this.newAction(index, `${call.method ?? "GET"}:${call.operation ?? call.path}`);
      answers.push(await this.call(call));
    }
    return { ...(await this.results(options)), answers };
  }

  #check({ targets, additionalInfoList, extraHeuristics }, { ids, fullyCovered, descriptiveIds }) {
    assert.equal(additionalInfoList.length, this.#actions, "one entry of additionalInfoList for each action");
    assert.equal(extraHeuristics.length, this.#actions, "one entry of extraHeuristics for each action");
    const told = targets.map(({ id }) => id);
    assert.equal(new Set(told).size, told.length, "no target is told twice");
    if (!fullyCovered && ids.length > 0) {
      assert.deepEqual(told.slice(0, ids.length), ids, "those that were asked for come first, also those that were not reached");
    }
    for (const { id, descriptiveId = null, value, actionIndex } of targets) {
      const where = `target ${id} ${descriptiveId} ${value} ${actionIndex}`;
      const isReached = value > 0;
      assert.ok(isReached ? actionIndex >= 0 && actionIndex < this.#actions : actionIndex === -1, `an action of the test: ${where}`);
      if (!isReached) assert.ok(ids.includes(id), `only what was asked for is told when it is not reached: ${where}`);
      if (fullyCovered) assert.equal(value, 1, where);
      const known = this.targets.get(id);
      if (known === undefined) assert.ok(descriptiveId !== null, `a target that is new has its key: ${where}`);
      else if (descriptiveId !== null) assert.equal(descriptiveId, known.key, `the key of a target stays: ${where}`);
      if (descriptiveIds && isReached) assert.ok(descriptiveId !== null, where);
      const key = known?.key ?? descriptiveId;
      assert.equal(this.#ids.get(key) ?? id, id, `the id of a target stays: ${where}`);
      this.#ids.set(key, id);
      this.targets.set(id, { key, best: Math.max(known?.best ?? 0, value) });
    }
  }
}

/** A process that has ended stays as an entry until its parent, or init, has taken note. */
export async function assertGone(pid) {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch (error) {
      assert.equal(error.code, "ESRCH");
      return;
    }
    await sleep(100);
  }
  assert.fail(`the process ${pid} lives`);
}
