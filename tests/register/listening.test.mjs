// Where servers listen.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import net from "node:net";
import { join } from "node:path";
import { test } from "node:test";

import { get, here, packageFolder, word } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const require = createRequire(import.meta.url);

test("a server that is already on the wanted port is not touched", async () => {
  const other = net.createServer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother"));
  await new Promise((resolve, reject) => other.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port: taken } = other.address();
  try {
    await withCore(async (core) => {
      const app = { cwd: join(here, "apps", "express"), env: { PORT: String(taken) } };
      const { port, listening } = await core.app("server.js", app);
      assert.equal(listening.wanted, taken);
      assert.notEqual(port, taken);
      assert.equal((await get(port, "/items/7")).body, '{"id":"7"}');
      assert.equal((await get(taken, "/")).body, "other");
    });
  } finally {
    other.close();
  }
});

test("each HTTP server is moved and reported, other servers are not", () =>
  withCore(async (core) => {
    await core.app("server.js", { cwd: join(here, "apps", "two_servers") });
    const listening = await core.wait("listening", 2);
    assert.deepEqual(listening.map((each) => each.wanted), [3000, 3001]);
    const bodies = await Promise.all(listening.map(async (each) => (await get(each.port, "/")).body));
    assert.deepEqual(bodies, ["first", "second"]);
    assert.equal((await core.wait("orders")).length, 1);
  }));

test("a test ends with the answer to its last call, not with that of a server behind it", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd: join(here, "apps", "two_servers") });
    await core.wait("listening", 2);
    const { answers, hits } = await core.play(port, 1, ["/through"]);
    assert.equal(answers[0].body, "long");
    assert.ok(core.covered("server.js", hits).has("branchTrue@19"), [...core.covered("server.js", hits)].join());
    assert.equal(core.maps[0].get(word.NOT_QUIET), 0);
  }));

test("a program that calls itself on the wanted port reaches itself", () =>
  withCore(async (core) => {
    const { port, listening } = await core.app("server.js", { cwd: join(here, "apps", "calls_itself") });
    assert.equal(listening.wanted, 3456);
    assert.notEqual(port, 3456);
    const ways = ["/get", "/get-localhost", "/get-no-host", "/get-agent", "/fetch", "/fetch-number", "/socket", "/socket-host", "/socket-options"];
    for (const way of ways) {
      const { status, body } = await get(port, way);
      assert.deepEqual([way, status, body], [way, 200, "through inner"]);
    }
  }));

test("only connections to a moved port of the loopback interface are led elsewhere", () => {
  const { ledArguments } = require(join(packageFolder, "sut", "self_calls.cjs"));
  const moved = new Map([[3000, 45000], [0, 45001]]);
  const callback = () => {};
  const mark = Symbol("normalized");
  const same = (...args) => assert.equal(ledArguments(moved, args), args);
  same(3001);
  same(0);
  same(3000, "example.com", callback);
  same(3000, "10.0.0.1");
  same("/run/app.sock", callback);
  same({ path: "/run/app.sock", port: 3000 });
  same({ port: 3000, host: "example.com" }, callback);
  same([{ port: 3001 }, callback]);
  same({ port: 70000 });
  same();
  assert.deepEqual(ledArguments(moved, [3000]), [45000, "127.0.0.1"]);
  assert.deepEqual(ledArguments(moved, ["3000", callback]), [45000, "127.0.0.1", callback]);
  assert.deepEqual(ledArguments(moved, [3000, "LOCALHOST", callback]), [45000, "127.0.0.1", callback]);

  const options = Object.freeze({ port: 3000, host: "::1", allowHalfOpen: true });
  assert.deepEqual(ledArguments(moved, [options, callback]), [{ port: 45000, host: "127.0.0.1", allowHalfOpen: true }, callback]);
  const normalized = Object.assign([options, callback], { [mark]: true });
  const [led] = ledArguments(moved, [normalized]);
  assert.equal(led[mark], true, "Node shall know it as one that is in order");
  assert.deepEqual([led[0].port, led[1], normalized[0]], [45000, callback, options]);
});

test("every way to call listen", () => {
  const { movedArguments } = require(join(packageFolder, "sut", "listen.js"));
  const callback = () => {};
  const wanted = (...args) => movedArguments(args)?.wanted ?? null;
  assert.equal(wanted(3000), 3000);
  assert.equal(wanted("3000", callback), 3000);
  assert.equal(wanted(3000, "localhost", 511, callback), 3000);
  assert.equal(wanted({ port: 3000, host: "::", ipv6Only: true }, callback), 3000);
  assert.equal(wanted(), 0);
  assert.equal(wanted(callback), 0);
  assert.equal(wanted(undefined, callback), 0);
  assert.equal(wanted("/run/app.sock"), null, "a socket path stays");
  assert.equal(wanted({ path: "/run/app.sock" }), null);
  assert.equal(wanted({ fd: 3 }), null);
  assert.equal(wanted(70000), null, "Node shall refuse it");
  assert.equal(wanted({}), null);

  const moved = movedArguments([3000, "0.0.0.0", 7, callback]).args;
  assert.deepEqual(moved, [{ host: "127.0.0.1", port: 0, backlog: 7 }, callback]);
  const { signal } = new AbortController();
  assert.deepEqual(movedArguments([{ port: 1, signal, exclusive: true, ipv6Only: true }]).args, [
    { port: 0, host: "127.0.0.1", signal, exclusive: true },
  ]);
});
