// The next call may be sent while a test ends: it waits in the socket until its own epoch is open.

import assert from "node:assert/strict";
import { once } from "node:events";
import net from "node:net";
import { join } from "node:path";
import { test } from "node:test";

import { here, word } from "./fake_core.mjs";
import { withCore } from "./with_core.mjs";

const cwd = join(here, "apps", "cjs");
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(what, holds) {
  for (let i = 0; !holds(); i += 1) {
    assert.ok(i < 10_000, `never: ${what}`);
    await sleep(1);
  }
}

/** A connection, and how to make one call after another on it, which answers the status. Node's own client minds how long
 *  servers want to keep a connection. */
async function connection(port) {
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  const call = async (path) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const answer = await new Promise((resolve) => socket.once("data", resolve));
    return Number(String(answer).split(" ")[1]);
  };
  return { port: socket.localPort, call, close: () => socket.destroy() };
}

/** Begins a test of one call. */
function open(map, number) {
  map.drain();
  map.set(word.LAST_ACTION, 1);
  map.openEpoch(number);
}

test("a call that is sent while a test ends is read in its own epoch", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd, options: { quietMs: 2_000 } });
    const [map] = core.maps;
    map.set(word.AWAKE, 1);
    const { port: ours, call, close } = await connection(port);
    map.set(word.CORE_PORT, ours);

    open(map, 1);
    await call("/later");
    await until("held", () => map.get(word.HELD) === 1);
    map.set(word.AHEAD, 1);
    const ahead = call("/5");
    await until("quiet", () => map.get(word.QUIET_EPOCH) === 1);
    await sleep(50);
    assert.equal(map.get(word.REQUESTS), 1, "it waits");
    const first = core.covered("classify.js", map.drain());
    assert.ok(first.has("branchTrue@2") && first.has("branchFalse@2"), "the call and its timer");

    open(map, 2);
    assert.equal(await ahead, 200);
    await until("quiet", () => map.get(word.QUIET_EPOCH) === 2);
    assert.equal(map.get(word.REQUESTS), 2);
    const second = core.covered("classify.js", map.drain());
    assert.ok(second.has("branchTrue@2") && !second.has("branchFalse@2"), "what the next call does is the next test's");

    // Nothing was announced, or it was taken back: the connection is read.
    assert.equal(await call("/5"), 200);
    open(map, 3);
    await call("/later");
    await until("held", () => map.get(word.HELD) === 3);
    map.set(word.AHEAD, 3);
    const taken = call("/5");
    await until("quiet", () => map.get(word.QUIET_EPOCH) === 3);
    await sleep(20);
    assert.equal(map.get(word.REQUESTS), 4);
    map.set(word.AHEAD, 0);
    assert.equal(await taken, 200);
    close();
  }));

test("nothing is held where the core does not wait awake, or of somebody else", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.js", { cwd, options: { quietMs: 2_000 } });
    const [map] = core.maps;
    const { port: ours, call, close } = await connection(port);
    map.set(word.CORE_PORT, ours);
    open(map, 1);
    await call("/later");
    assert.equal(await call("/5"), 200, "answered in the same epoch");
    await until("quiet", () => map.get(word.QUIET_EPOCH) === 1);

    map.set(word.AWAKE, 1);
    open(map, 2);
    const other = await connection(port);
    await other.call("/later");
    assert.equal(await other.call("/5"), 200, "the connection of somebody else");
    await until("quiet", () => map.get(word.QUIET_EPOCH) === 2);
    assert.equal(map.get(word.HELD), 0);
    other.close();
    close();
  }));
