// What a controller of nearmiss is asked by a core of ours only: refusals, and that another core finds its state as it should be.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { APIS, Core, request, serve } from "./client.mjs";

let served;
let core;

before(async () => {
  served = await serve([path.join(APIS, "odd/driver.js")]);
  core = new Core(served);
});
after(async () => {
  core.close();
  await served.stop();
});

async function ask(method, endpoint, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = text === undefined ? {} : { "content-type": "application/json" };
  const answer = await request({ port: served.port, method, path: `/controller/api${endpoint}`, headers, body: text });
  return { status: answer.status, ...JSON.parse(answer.text || "{}") };
}

const action = (nearmiss) => ({ index: 0, name: "GET:/count", nearmiss });

test("before it has said hello a core of ours is refused", async () => {
  for (const [method, endpoint, body] of [
    ["PUT", "/newAction", action({ opens: {}, operation: 0, last: true })],
    ["GET", "/testResults?nearmiss=true&within=100"],
  ]) {
    const { status, error } = await ask(method, endpoint, body);
    assert.deepEqual([status, error], [409, "PUT nearmiss comes first"]);
  }
});

test("another version, and what is no number, are refused", async () => {
  const other = await ask("PUT", "/nearmiss", { version: 1, incidents: [] });
  assert.equal(other.status, 409);
  assert.match(other.error, /another version of nearmiss/);
  const soon = await ask("GET", "/testResults?nearmiss=true&within=soon");
  assert.equal(soon.status, 400);
  assert.match(soon.error, /within is a number of milliseconds, not `soon`/);
  assert.equal((await ask("PUT", "/nearmiss", [])).status, 400);
});

test("a test: what it touched, once; and no action without a test", async () => {
  const hello = await ask("PUT", "/nearmiss", { version: 3, incidents: [] });
  assert.equal(hello.status, 200, JSON.stringify(hello));
  assert.ok(hello.data.news.tables.length > 0 && hello.data.news.boot.length > 0);
  const lost = await ask("PUT", "/newAction", action({ operation: 0, last: true }));
  assert.deepEqual([lost.status, lost.error], [409, "no test is under way"]);
  core.sut = new URL((await core.info()).baseUrlOfSUT);
  await core.run();
  assert.equal((await ask("PUT", "/newAction", action({ opens: {}, operation: 0, last: true }))).status, 204);
  assert.equal((await core.call({ path: "/count" })).status, 200);
  const { data } = await ask("GET", "/testResults?nearmiss=true&killSwitch=true&within=5000");
  assert.equal(data.nearmiss.quiet, "yes");
  assert.deepEqual(data.nearmiss.thrownAt, [null]);
  assert.ok(data.nearmiss.threads[0].slots.length > 0);
  assert.deepEqual(data.nearmiss.news.tables, [], "told already");
  const again = await ask("GET", "/testResults?nearmiss=true&killSwitch=true&within=5000");
  assert.deepEqual(again.data.nearmiss.threads, []);
});

test("numbers that no map has room for are refused, and the API is there as before", async () => {
  const opens = (floors) => ({ opens: { floors }, operation: 0, last: true });
  const half = 2 ** 62 - 2 ** 53;
  for (const [body, message] of [
    [action({ opens: {}, operation: 4_000_000_000, last: true }), "there is no operation 4000000000"],
    [{ ...action({ opens: {}, operation: 0, last: true }), index: 65_536 }, "there is no action 65536"],
    [{ ...action({ opens: {}, operation: 0, last: true }), index: -1 }, "there is no action -1"],
    [action(opens([[2 ** 24, half]])), "there is no slot 16777216"],
    [action(opens([[16, 2 ** 62]])), "there is no floor 2"],
  ]) {
    const { status, error } = await ask("PUT", "/newAction", body);
    assert.equal(status, 400);
    // JavaScript rounds the bits of the floor.
    assert.ok(error.startsWith(message), error);
  }
  assert.equal((await ask("PUT", "/newAction", action(opens([[16, half]])))).status, 204);
  assert.equal((await core.call({ path: "/count" })).status, 200);
  assert.equal((await ask("GET", "/testResults?nearmiss=true&killSwitch=true&within=5000")).data.nearmiss.quiet, "yes");
});

test("another core then has a search of its own, also in the middle of a test and with floors of ours", async () => {
  const keys = async () => {
    await core.begin();
    const { answers, targets } = await core.test([{ path: "/count" }]);
    assert.equal(answers[0].text, "1", "it was reset");
    return targets.map(({ descriptiveId, value }) => `${descriptiveId} ${value}`).sort();
  };
  const all = await keys();
  assert.ok(all.length > 0);
  await ask("PUT", "/nearmiss", { version: 3, incidents: [] });
  await core.run();
  const open = (opens) => ask("PUT", "/newAction", action({ opens, operation: 0, last: true }));
  await open({});
  await core.call({ path: "/count" });
  const { data } = await ask("GET", "/testResults?nearmiss=true&killSwitch=true&within=5000");
  // Half way, in bits: larger than what a number of JavaScript holds is not needed.
  const floors = data.nearmiss.threads[0].slots.map(([slot]) => [slot, 2 ** 62 - 2 ** 53]);
  await core.run();
  assert.equal((await open({ floors })).status, 204);
  await core.call({ path: "/count" });
  assert.deepEqual(await keys(), all);
});
