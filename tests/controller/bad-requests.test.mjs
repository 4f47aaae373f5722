// What a core must not send, and what it sends when something went wrong: each is refused with the protocol's own error and the
// right status, and the controller goes on as if nothing had been.
import assert from "node:assert/strict";
import net from "node:net";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";

import { APIS, assertValid, Core, request, serve } from "./client.mjs";

const DRIVER = path.join(APIS, "odd/driver.js");
const RUN = { run: true, resetState: true };

let served;
let core;
before(async () => {
  served = await serve([DRIVER]);
  core = new Core(served);
  await core.begin();
});
after(async () => {
  core?.close();
  await served?.stop();
});

/** A test in which one action was made, for what must not change it. */
beforeEach(async () => {
  await core.run();
  await core.newAction(0);
  assert.equal((await core.call({ path: "/count" })).text, "1");
});

/** That the test under way is still the one that `beforeEach` began. */
async function assertUntouched() {
  assert.equal((await core.call({ path: "/count" })).text, "2", "the SUT was neither reset nor started again");
  const { targets } = await core.results({ ids: [], killSwitch: false });
  assert.ok(targets.length > 0, "what the action covered is known");
}

/** That a request is refused with this status, and why. */
async function assertRefused(status, why, method, endpoint, options) {
  const answer = await core.ask(method, endpoint, undefined, options);
  assert.equal(answer.status, status, `${method} ${endpoint}: ${answer.text}`);
  assert.match(answer.error, why);
  assert.equal(answer.data, null);
  return answer;
}

const raw = (body) => ({ raw: typeof body === "string" ? body : JSON.stringify(body) });

test("ids that are none", async () => {
  await assertRefused(500, /no target 999999999/, "GET", "/testResults?ids=999999999");
  await assertRefused(500, /no target -5/, "GET", "/testResults?ids=-5");
  await assertRefused(400, /`x`/, "GET", "/testResults?ids=1,x");
  await assertRefused(400, /`1\.5`/, "GET", "/testResults?ids=1.5");
  await assertRefused(400, /`99999999999999999999`/, "GET", "/testResults?ids=99999999999999999999");
  await assertUntouched();
});

test("flags that are none", async () => {
  for (const flag of ["killSwitch", "fullyCovered", "descriptiveIds"]) {
    await assertRefused(400, new RegExp(`${flag} is true or false, not \`perhaps\``), "GET", `/testResults?ids=&${flag}=perhaps`);
  }
  await assertUntouched();
});

test("bodies that are no JSON", async () => {
  for (const body of ["", "{", "nothing", '{"run":true', "\u0000", '{"run":tru}', `${JSON.stringify(RUN)}}`]) {
    await assertRefused(400, /the body is not what this endpoint takes/, "PUT", "/runSUT", raw(body));
  }
  await assertUntouched();
});

test("bodies of other types", async () => {
  for (const body of ["run", 7, null, { run: "yes" }, { run: 1 }, { run: [true] }, { ...RUN, resetState: "x" }]) {
    await assertRefused(400, /./, "PUT", "/runSUT", raw(body));
  }
  for (const body of [{ index: "0" }, { index: 1.5 }, { index: 2 ** 40 }, { index: 1, name: 7 }, { index: 1, inputVariables: "x" }]) {
    await assertRefused(400, /./, "PUT", "/newAction", raw(body));
  }
  await assertUntouched();
});

test("lists in the place of objects", async () => {
  for (const body of [[], [true, true]]) await assertRefused(400, /./, "PUT", "/runSUT", raw(body));
  await assertRefused(400, /./, "PUT", "/newAction", raw([1, "GET:/count"]));
  await assertRefused(400, /./, "POST", "/newSearch", raw([]));
  await assertUntouched();
});

test("an action without an index", async () => {
  await assertRefused(400, /index/, "PUT", "/newAction", raw({ name: "GET:/count" }));
  await assertUntouched();
});

test("actions that cannot be", async () => {
  await assertRefused(400, /no action -1/, "PUT", "/newAction", raw({ index: -1, name: "GET:/count" }));
  await assertRefused(400, /RPC/, "PUT", "/newAction", raw({ index: 1, name: "x", rpcCall: { actionName: "x" } }));
  await assertUntouched();
});

test("runSUT that does not say what to do, or two things that cannot both be", async () => {
  await assertRefused(400, /`run` is missing/, "PUT", "/runSUT", raw({ resetState: true }));
  await assertRefused(400, /cannot be reset/, "PUT", "/runSUT", raw({ run: false, resetState: true }));
  assert.equal((await core.info()).isSutRunning, true);
  await assertUntouched();
});

test("another content type, or none", async () => {
  for (const kind of ["text/plain", "application/xml", "application/jsonp", ""]) {
    await assertRefused(415, /application\/json/, "PUT", "/runSUT", { ...raw(RUN), headers: { "content-type": kind } });
  }
  await assertUntouched();
  const typed = await core.ask("PUT", "/runSUT", RUN, { headers: { "content-type": "application/json;charset=utf8;version=1" } });
  assert.equal(typed.status, 204, "that of the Java driver is one of JSON");
});

test("another method", async () => {
  const answer = await assertRefused(405, /takes GET/, "POST", "/controllerInfo", raw({}));
  assert.equal(answer.headers.allow, "GET");
  await assertRefused(405, /takes PUT/, "GET", "/runSUT");
  await assertRefused(405, /takes PUT/, "POST", "/newAction", raw({ index: 1 }));
  await assertRefused(405, /takes GET/, "DELETE", "/testResults");
  await assertUntouched();
});

test("paths that are none", async () => {
  await assertRefused(404, /\/controller\/api\/extraHeuristics/, "GET", "/extraHeuristics");
  await assertRefused(404, /\/nothing/, "PUT", "/nothing", raw({}));
  await assertRefused(404, /./, "GET", "/infoSUT/");
  const elsewhere = await request({ port: served.port, path: "/infoSUT" });
  assert.equal(elsewhere.status, 404);
  assertValid("error", JSON.parse(elsewhere.text));
  await assertUntouched();
});

test("people with a browser read what this is", async () => {
  const page = await request({ port: served.port, path: "/" });
  assert.equal(page.status, 400);
  assert.match(page.headers["content-type"], /^text\/html/);
  assert.match(page.text, /controller/);
});

test("and where the endpoints are", async () => {
  const page = await request({ port: served.port, path: "/controller/api/" });
  assert.equal(page.status, 400);
  assert.match(page.headers["content-type"], /^text\/html/);
});

test("what this driver has not: databases, RPC, tasks", async () => {
  const asked = {
    "/databaseCommand": { idCounter: 0, command: "SELECT 1" },
    "/mongoInsertion": { insertions: [] },
    "/redisInsertion": { insertions: [] },
    "/scheduleTasksCommand": { tasks: [] },
    "/postSearchAction": {},
    "/deriveParams": [],
  };
  for (const [endpoint, body] of Object.entries(asked)) {
    await assertRefused(400, /this driver has no/, "POST", endpoint, raw(body));
  }
  await assertUntouched();
});

test("a body of 50 MB is refused, and its sender reads why", async () => {
  const body = JSON.stringify({ ...RUN, methodReplacementCategories: "x".repeat(50_000_000) });
  await assertRefused(413, /longer than/, "PUT", "/runSUT", raw(body));
  await assertUntouched();
});

test("a long body that is none too long is read", async () => {
  const body = JSON.stringify({ ...RUN, methodReplacementCategories: "x".repeat(5_000_000) });
  assert.equal((await core.ask("PUT", "/runSUT", undefined, raw(body))).status, 204);
});

/** A connection on which bytes are sent as they are; answers what came back until it was closed. */
function bytes(text, { endAfter = 0 } = {}) {
  return new Promise((resolve) => {
    const socket = net.connect(served.port, "127.0.0.1", () => socket.write(text));
    let got = "";
    socket.on("data", (chunk) => (got += chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(got));
    setTimeout(() => socket.destroy(), endAfter || 2000);
  });
}

test("what is no HTTP, and bodies that never come whole", async () => {
  assert.match(await bytes("hello there\r\n\r\n"), /^HTTP\/1\.1 400/);
  const head = "PUT /controller/api/runSUT HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  await bytes(`${head}Content-Length: 500\r\n\r\n{"run":tr`, { endAfter: 50 });
  await bytes(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"run`, { endAfter: 50 });
  await bytes(head, { endAfter: 50 });
  await assertUntouched();
});

test("two clients at once: each is answered, one after the other", async () => {
  const others = Array.from({ length: 8 }, () => new Core(served));
  const asked = others.flatMap((other) => [other.controllerInfo(), other.info(), other.ask("GET", "/testResults?ids=1,x")]);
  const answers = await Promise.all(asked);
  assert.equal(answers.filter(({ status }) => status === 400).length, others.length);
  assert.equal(new Set(answers.map(({ baseUrlOfSUT }) => baseUrlOfSUT).filter(Boolean)).size, 1);
  others.forEach((other) => other.close());
  await assertUntouched();
});

test("a client that holds its connection, or half a request, stops nobody", async () => {
  const idle = net.connect(served.port, "127.0.0.1");
  const half = net.connect(served.port, "127.0.0.1", () => half.write("PUT /controller/api/runSUT HTTP/1.1\r\n"));
  const other = new Core(served);
  await other.info();
  await assertUntouched();
  other.close();
  idle.destroy();
  half.destroy();
});

test("after all of that it is up", () => {
  assert.ok(served.isUp(), served.output());
});
