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
