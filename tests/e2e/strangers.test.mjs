// Nothing is sent to strangers while an API is searched, verified and replayed, whichever client it uses; who is named is reached. (That
// services are answered for is off: `services.test.mjs` has it.)

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { CLIENTS } from "../../fixtures/suts/strangers/clients.mjs";
import { emptyOut, nearmiss } from "./command.mjs";
import { elsewhere } from "./strangers/namespace.mjs";
import { fixture } from "./sut-process.mjs";

const dir = fixture("strangers");
const NAMES = Object.keys(CLIENTS);
const LISTENER = fileURLToPath(new URL("strangers/listener.mjs", import.meta.url));
const LIMITS = { limitMs: 600_000 };
const LOOPBACK = "127.0.0.1";
const ARGS = ["fuzz", "--start", "node server.mjs", "--openapi", "openapi.json", "--reset", "none", "--seed", "1", "--max-actions", "2", "--format", "node", "--without", "services", "--start-timeout", "1h", "--call-timeout", "10m"];

/** Somebody at `host`, started by `command`; `counts()` asks how often each of his ports was reached. */
async function somebody(command, options) {
  const [program, ...args] = [...command, process.execPath, LISTENER, JSON.stringify(options)];
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  const { ports } = await next();
  const counts = async () => {
    child.stdin.write("\n");
    return (await next()).counts;
  };
  const end = async () => {
    const ended = once(child, "exit");
    child.stdin.end();
    await ended;
  };
  return { ports, counts, end };
}

/** The API itself, and who reaches a stranger by a socket, a datagram, another process, a thread, a name, the global `fetch`. */
const WAYS_OUT = ["/own", "/path", ...["net", "datagram", "child", "worker", "question", "fetch"].map((name) => `/to/${name}`)];
/** Options that suffice for one or two operations. */
const FEW = ["--calls", "10", "--no-replay"];

describe("strangers", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-strangers-"));
  const socket = path.join(folder, "stranger");
  const there = elsewhere();
  let near;
  let far;
  let env;

  before(async () => {
    near = await somebody([], { host: LOOPBACK, names: NAMES, path: socket });
    far = await somebody(there.command, { host: there.host, names: NAMES, ports: near.ports });
    env = { HOSTS: JSON.stringify([LOOPBACK, there.host]), PORTS: JSON.stringify(near.ports), SOCKET: socket };
  });
  after(async () => {
    await Promise.all([near?.end(), far?.end()]);
    there.end();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function searched(label, more) {
    const out = emptyOut(dir, label);
    const { code, output } = await nearmiss(dir, [...ARGS, ...(more.includes("--calls") ? [] : ["--calls", "120"]), "--out", out, ...more], { ...LIMITS, env });
    assert.equal(code, 0, output);
    const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
    const statuses = report.problemDetails.rest.coveredHttpStatus.map(({ endpointId, httpStatus }) => [endpointId, httpStatus]);
    const tests = report.problemDetails.rest.coveredHttpStatus.map(({ endpointId, testCaseId }) => [endpointId, testCaseId]);
    return { out, output, statuses: new Map(statuses), tests: new Map(tests) };
  }

  it("are not reached by a search, its verification or the suite, and are named once each with their place", async () => {
    const all = await searched("refused", ["--no-replay"]);
    const line = `the API wants to reach ${[there.host, LOOPBACK].map((host) => `${host}:${near.ports.net}`).join(", ")} (clients.mjs:`;
    assert.equal(all.output.split(line).length, 2, all.output);
    assert.match(all.output, /--allow-host/);
    // Each start of this API loads all clients: those that stand for a way out are verified and replayed.
    const { out, output, statuses } = await searched("verified", ["--calls", "24", ...WAYS_OUT.flatMap((name) => ["--only", `GET:${name}`])]);
    const silent = Object.fromEntries([...NAMES, "path"].map((name) => [name, 0]));
    assert.deepEqual(await near.counts(), silent, output);
    assert.deepEqual(await far.counts(), Object.fromEntries(NAMES.map((name) => [name, 0])), output);
    // Itself it reaches: a server, one of a child process, a socket.
    assert.deepEqual(statuses.get("GET:/own"), [200], output);
    assert.deepEqual(statuses.get("GET:/to/net"), [502], output);
    const replayed = await nearmiss(dir, ["replay", out], { ...LIMITS, env });
    assert.equal(replayed.code, 0, replayed.output);
    assert.deepEqual(await near.counts(), silent, replayed.output);
  });

  it("are reached by every client once they are named", async () => {
    // The last is a name that is asked for at these hosts.
    const hosts = [LOOPBACK, there.host, socket, "mail.stranger.example"].flatMap((host) => ["--allow-host", host]);
    const { output, tests } = await searched("reached", ["--no-replay", ...hosts]);
    const [ofNear, ofFar] = [await near.counts(), await far.counts()];
    const missed = NAMES.filter((name) => ofNear[name] === 0 || ofFar[name] === 0);
    assert.deepEqual(missed, [], output);
    assert.ok(ofNear.path > 0, output);
    assert.match(tests.get("GET:/to/net"), /^success\.test\.js#/, output);
    assert.doesNotMatch(output, /refused/);
  });

  it("are reached by port, and by everybody's leave, with a warning", async () => {
    const port = near.ports.net;
    const before = await near.counts();
    await searched("port", [...FEW, "--only", "GET:/to/net", "--only", "GET:/to/http", "--allow-host", `${LOOPBACK}:${port}`]);
    const after = await near.counts();
    assert.ok(after.net > before.net);
    assert.equal(after.http, before.http);
    const { output } = await searched("everybody", [...FEW, "--only", "GET:/to/http", "--real-services"]);
    assert.match(output, /--real-services: the API reaches whomever/);
    assert.ok((await near.counts()).http > before.http);
  });
});
