// What a test leaves behind, a core that disappears, an API that ends or hangs: the next test finds everything as it should be.
import assert from "node:assert/strict";
import net from "node:net";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { APIS, assertGone, Core, ROOT, serve } from "./client.mjs";

const API = path.join(APIS, "odd");

let served;
let core;
let baseUrl;
before(async () => {
  // A call that hangs is waited for that long.
  served = await serve([path.join(API, "driver.js"), "--call-timeout", "1500ms"]);
  core = new Core(served);
  baseUrl = (await core.begin()).baseUrlOfSUT;
});
after(async () => {
  core?.close();
  await served?.stop();
});

/** The keys of what was covered in a file of the API. */
function coveredIn(file, { targets }) {
  const keys = targets.filter(({ value }) => value === 1).map(({ id }) => core.targets.get(id).key);
  return keys.filter((key) => key.includes(`/odd/${file}`));
}

const all = { ids: [], descriptiveIds: true };

/** That tests are as they were at first: the API at its address, its state reset, its targets covered. */
async function assertSound() {
  const first = await core.test([{ path: "/count" }, { path: "/shared" }], all);
  assert.deepEqual(first.answers.map(({ text }) => text), ["1", "called it by a call"]);
  assert.ok(coveredIn("shared.js", first).length > 3);
  const info = await core.info();
  assert.equal(info.isSutRunning, true);
  assert.equal(info.baseUrlOfSUT, baseUrl);
}

test("each test begins with the state after the start", async () => {
  const two = await core.test([{ path: "/count" }, { path: "/count" }]);
  assert.deepEqual(two.answers.map(({ text }) => text), ["1", "2"]);
  await assertSound();
  await core.must(204, "PUT", "/runSUT", { run: true, resetState: false });
  assert.equal((await core.call({ path: "/count" })).text, "2", "it is reset where that is asked for, and nowhere else");
});

test("what resets run is covered by calls all the same", async () => {
  const once = coveredIn("shared.js", await core.test([{ path: "/shared" }], all));
  assert.ok(once.length > 3);
  assert.deepEqual(coveredIn("shared.js", await core.test([{ path: "/shared" }], { ids: [], fullyCovered: true })), once);
  assert.deepEqual(coveredIn("shared.js", await core.test([{ path: "/count" }], all)), [], "and not by those that do not call it");
});

test("what a call reads of its inputs, and what they should be", async () => {
  const { additionalInfoList, answers } = await core.test([
    { path: "/compare?word=_EM_1_XYZ_", headers: { "X-Tenant": "_EM_2_XYZ_" } },
    { path: "/count" },
  ]);
  assert.deepEqual(answers.map(({ status }) => status), [404, 200]);
  const [compared, counted] = additionalInfoList;
  assert.deepEqual(compared.queryParameters, ["word"]);
  assert.deepEqual(compared.headers, ["x-tenant"]);
  assert.deepEqual(compared.stringSpecializations, {
    _EM_1_XYZ_: [{ stringSpecialization: "CONSTANT", value: "open sesame", type: "FULL_MATCH" }],
    _EM_2_XYZ_: [{ stringSpecialization: "CONSTANT", value: "acme", type: "FULL_MATCH" }],
  });
  assert.deepEqual([counted.queryParameters, counted.headers, counted.stringSpecializations], [[], [], {}], "the other call has its own");
});

test("where a call failed is told, each time", async () => {
  const { additionalInfoList, answers } = await core.test([{ path: "/count" }, { path: "/throws" }, { path: "/throws" }]);
  assert.deepEqual(answers.map(({ status }) => status), [200, 500, 500]);
  const [counted, ...thrown] = additionalInfoList.map(({ lastExecutedStatement }) => lastExecutedStatement);
  assert.match(thrown[0], /odd\/server\.js/);
  assert.equal(thrown[1], thrown[0]);
  assert.notEqual(counted, thrown[0]);
});

test("other servers that a call connects to", async () => {
  const { additionalInfoList } = await core.test([{ path: "/others" }, { path: "/count" }]);
  const [others, counted] = additionalInfoList;
  const told = others.externalServices.map(({ protocol, remoteHostname, remotePort }) => `${protocol} ${remoteHostname} ${remotePort}`);
  assert.deepEqual(told.sort(), ["HTTP backend.invalid 8081", "HTTP fetched.invalid 80", "HTTPS secure.invalid 443", "TCP 192.0.2.1 6000"]);
  const names = others.hostnameResolutionInfoDtos.map(({ remoteHostname }) => remoteHostname);
  assert.deepEqual(names.sort(), ["backend.invalid", "fetched.invalid", "secure.invalid"], "an address is no name");
  assert.deepEqual(counted.externalServices, []);
});

test("without the kill switch, work after the answer belongs to the test", async () => {
  await core.run();
  await core.newAction(0);
  await core.call({ path: "/later?call=1" });
  const results = await core.results({ ...all, killSwitch: false });
  assert.ok(coveredIn("later.js", results).length > 2);
});

/** Calls that take longer than the timer of `/later`. */
const LONG = Array.from({ length: 3 }, () => ({ path: "/slow" }));

test("with the kill switch, work that a test left behind counts for no other test", async () => {
  const left = await core.test([{ path: "/later?call=1" }], all);
  assert.deepEqual(coveredIn("later.js", left), [], "its timer has not rung");
  const next = await core.test(LONG, all);
  assert.deepEqual(coveredIn("later.js", next), []);
});

test("nor where the test was left without a word", async () => {
  await core.run();
  await core.newAction(0);
  await core.call({ path: "/later?call=1" });
  const next = await core.test(LONG, all);
  assert.deepEqual(coveredIn("later.js", next), []);
});

test("results that are asked for again are the same, and a test may go on after them", async () => {
  const first = await core.test([{ path: "/count" }], all);
  const again = await core.results(all);
  assert.deepEqual(again.targets, first.targets);
  assert.deepEqual(again.additionalInfoList, first.additionalInfoList);
  await core.newAction(1);
  await core.call({ path: "/shared" });
  const more = await core.results(all);
  assert.ok(coveredIn("shared.js", more).length > 3);
  assert.ok(more.targets.some(({ actionIndex }) => actionIndex === 0), "what the first action covered is not forgotten");
});

test("a core that disappears between an action and its call", async () => {
  const lost = new Core(served);
  await lost.begin();
  await lost.run();
  await lost.newAction(0);
  lost.close();
  await core.begin();
  await assertSound();
});

test("a core that disappears while the API works on its call", async () => {
  const lost = new Core(served);
  await lost.begin();
  await lost.run();
  await lost.newAction(0);
  const call = net.connect(Number(lost.sut.port), "127.0.0.1", () => call.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  await sleep(100);
  call.destroy();
  lost.close();
  await core.begin();
  await assertSound();
});

test("a core that disappears while the controller works on its request", async () => {
  const body = JSON.stringify({ run: true, resetState: true });
  const head = `PUT /controller/api/runSUT HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  await core.stopSut();
  const lost = net.connect(served.port, "127.0.0.1", () => lost.write(head + body));
  await sleep(50);
  lost.destroy();
  await core.begin();
  await assertSound();
});

test("an API that ends in a call: the call is known, and the next test has the API at the same address", async () => {
  const { answers, additionalInfoList, targets } = await core.test([{ path: "/count" }, { path: "/exit" }], all);
  assert.deepEqual(answers.map(({ status }) => status), [200, 0]);
  assert.ok(targets.some(({ actionIndex }) => actionIndex === 1), "what it covered before its end");
  assert.match(additionalInfoList[1].lastExecutedStatement, /odd\/server\.js/);
  await assertSound();
});

test("an API that is killed between tests", async () => {
  const pid = Number((await core.call({ path: "/pid" })).text);
  process.kill(pid, "SIGKILL");
  await sleep(100);
  await assertSound();
  assert.notEqual(Number((await core.call({ path: "/pid" })).text), pid);
});

test("an API whose event loop is blocked is given up, and started again", async () => {
  await core.run();
  await core.newAction(0);
  const blocked = core.call({ path: "/block" });
  await sleep(200);
  const results = await core.results(all);
  assert.ok(coveredIn("server.js", results).length > 3, "what it covered is known");
  await core.run();
  assert.equal((await blocked).status, 0, "the process is gone");
  await assertSound();
});

test("an API that blocks in a test whose results nobody asks for", async () => {
  const alone = await serve([path.join(API, "driver.js"), "--call-timeout", "1s"]);
  const other = new Core(alone);
  try {
    await other.begin();
    await other.run();
    await other.newAction(0);
    const blocked = other.call({ path: "/block" });
    await sleep(200);
    // It may say once that the state could not be reset.
    await other.ask("PUT", "/runSUT", { run: true, resetState: true });
    const { answers } = await other.test([{ path: "/count" }]);
    assert.equal(answers[0].text, "1");
    assert.equal((await blocked).status, 0);
  } finally {
    other.close();
    await alone.stop();
  }
});

test("an API that does not run takes no actions, whatever the test before had", async () => {
  await core.test([{ path: "/count" }, { path: "/count" }]);
  await core.stopSut();
  try {
    const { status, error } = await core.ask("PUT", "/newAction", { index: 0, name: "GET:/count" });
    assert.equal(status, 500);
    assert.match(error, /does not run/);
  } finally {
    await core.run();
  }
});

test("the controller has lived through all of that, and ends when it is told to, with the API", async () => {
  assert.ok(served.isUp(), served.output());
  const pid = Number((await core.call({ path: "/pid" })).text);
  assert.equal(await served.stop(), 0);
  await assertGone(pid);
  assert.doesNotMatch(served.output(), /panicked/);
});

test("a command instead of a driver, a fresh process before each test, another address to listen on", async () => {
  const start = `node -e "require('./server.js').server.listen(process.env.PORT || 3456)"`;
  const options = ["--openapi", path.join(API, "openapi.json"), "--reset", "restart", "--controller-host", "0.0.0.0"];
  const plain = await serve(["--start", start, "--cwd", API, ...options], { cwd: ROOT });
  // By its own name: nobody is called 0.0.0.0.
  const other = new Core({ port: plain.port });
  try {
    assert.equal(plain.host, "0.0.0.0");
    assert.match(plain.reach, /everybody who reaches this address/, "it says so");
    assert.equal((await other.controllerInfo()).fullName, "NearmissDriver");
    const { baseUrlOfSUT } = await other.info();
    other.sut = new URL(baseUrlOfSUT);
    const pids = new Set([(await other.call({ path: "/pid" })).text]);
    for (let number = 0; number < 2; number += 1) {
      const { answers } = await other.test([{ path: "/count" }, { path: "/pid" }]);
      assert.equal(answers[0].text, "1");
      pids.add(answers[1].text);
    }
    assert.equal(pids.size, 3);
    assert.equal((await other.info()).baseUrlOfSUT, baseUrlOfSUT);
  } finally {
    other.close();
    await plain.stop();
  }
});
