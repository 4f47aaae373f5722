// The workshop works, each of its four costly operations costs what it should, and without them nothing else differs.

import assert from "node:assert/strict";
import { once } from "node:events";
import { it } from "node:test";
import { fixture, startPlain } from "./sut-process.mjs";

const start = (env = {}) => startPlain(process.execPath, ["server.js"], fixture("costly"), env);

function caller(sut) {
  return async (expected, method, target, body, options = {}) => {
    const answer = await fetch(sut.baseUrl + target, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...options,
    });
    const text = await answer.text();
    assert.equal(answer.status, expected, `${method} ${target}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}

const count = ({ paths }) => Object.values(paths).reduce((sum, operations) => sum + Object.keys(operations).length, 0);

it("keeps bikes, repairs and parts, and knows hours, quotes, cards and tyres", async () => {
  const sut = await start({ COSTLY_WITHOUT: "1" });
  try {
    const call = caller(sut);
    assert.equal(count(await call(200, "GET", "/openapi.json")), 20);
    const bike = { owner: "Ada", kind: "race", gears: 20 };
    await call(422, "POST", "/bikes", { ...bike, gears: 3 });
    await call(201, "POST", "/bikes", bike);
    await call(200, "PUT", "/bikes/1", { ...bike, kind: "city" });
    assert.equal((await call(200, "GET", "/bikes?kind=city")).length, 1);
    await call(201, "POST", "/bikes/1/repairs", { what: "chain" });
    await call(409, "DELETE", "/bikes/1");
    await call(409, "PATCH", "/repairs/1", { state: "done" });
    for (const state of ["running", "done"]) await call(200, "PATCH", "/repairs/1", { state });
    assert.equal((await call(200, "GET", "/repairs/1")).state, "done");
    assert.equal((await call(200, "GET", "/bikes/1/repairs")).length, 1);
    await call(201, "POST", "/parts", { number: "CH-114", price: 1_900, stock: 6 });
    assert.equal((await call(200, "POST", "/parts/1/take", { count: 6 })).order, true);
    assert.equal((await call(200, "GET", "/parts?below=1")).length, 1);
    assert.deepEqual(await call(200, "GET", "/hours?day=sunday"), { day: "sunday", open: false });
    assert.equal((await call(200, "POST", "/quotes", { minutes: 60, who: "master" })).cents, 7_200);
    await call(422, "GET", "/cards/123456");
    assert.equal((await call(200, "GET", "/cards/900009")).discount, 10);
    assert.equal((await call(200, "GET", "/tyres?size=28-622")).pressure, "high");
    assert.equal((await call(200, "GET", "/search?q=ad")).bikes.length, 1);
    assert.equal((await call(200, "GET", "/figures")).bikes, 1);
    await call(200, "GET", "/parts/1");
    await call(204, "DELETE", "/parts/1");
    await call(204, "DELETE", "/bikes/1");
    await call(404, "GET", "/bikes/1");
    for (const [method, path] of [["POST", "/maintenance/stop"], ["GET", "/events/part"], ["POST", "/backup"], ["GET", "/reports/2024"]]) {
      await call(404, method, path, method === "POST" ? {} : undefined);
    }
  } finally {
    await sut.stop();
  }
});

it("has one operation that is slow, one that blocks, one that never answers and one that ends the process", async () => {
  const sut = await start();
  const call = caller(sut);
  assert.equal(count(await call(200, "GET", "/openapi.json")), 24);

  let began = Date.now();
  assert.equal((await call(200, "GET", "/reports/2024")).leap, true);
  assert.ok(Date.now() - began >= 790, "slow");
  await call(400, "GET", "/reports/1999");

  await call(422, "POST", "/backup", { passphrase: "abc" });
  began = Date.now();
  const blocking = call(201, "POST", "/backup", { passphrase: "abcd" });
  await call(200, "GET", "/figures");
  await blocking;
  assert.ok(Date.now() - began >= 1_990, "blocked");

  await call(404, "GET", "/events/customer");
  await assert.rejects(call(200, "GET", "/events/part", undefined, { signal: AbortSignal.timeout(1_500) }), { name: "TimeoutError" });

  await call(200, "POST", "/maintenance/stop", { reason: "update", dry: true });
  const exited = once(sut.child, "exit");
  await assert.rejects(call(200, "POST", "/maintenance/stop", { reason: "update" }), TypeError);
  assert.equal((await exited)[0], 0);
});
