// Who may ask `nearmiss serve`: not a page in a browser, whose own name may lead to this machine (DNS rebinding). It
// has that name in its `Host` and its `Origin`.
import assert from "node:assert/strict";
import net from "node:net";
import path from "node:path";
import { after, before, test } from "node:test";

import { nearmiss } from "../e2e/command.mjs";
import { APIS, assertValid, Core, request, serve } from "./client.mjs";

const DRIVER = path.join(APIS, "odd/driver.js");
const RUN = JSON.stringify({ run: true, resetState: true });

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

/** Asks in the name of others; what is refused is refused in the words of the protocol. */
async function ask(port, headers, { method = "GET", endpoint = "/controllerInfo", body } = {}) {
  const typed = body === undefined ? headers : { "content-type": "application/json", ...headers };
  const answer = await request({ port, method, path: `/controller/api${endpoint}`, headers: typed, body });
  if (answer.status < 300) return { status: answer.status };
  const json = JSON.parse(answer.text);
  assertValid("error", json);
  return { status: answer.status, error: json.error };
}

test("loopback is answered by each of its names", async () => {
  for (const host of ["localhost", `LocalHost:${served.port}`, `127.0.0.1:${served.port}`, "127.1.2.3:9", `[::1]:${served.port}`]) {
    assert.deepEqual(await ask(served.port, { host }), { status: 200 }, host);
    assert.deepEqual(await ask(served.port, { host, origin: `http://${host}` }), { status: 200 }, host);
  }
});

test("a page of another name starts, stops and resets nothing", async () => {
  await core.run();
  assert.equal((await core.call({ path: "/count" })).text, "1");
  for (const headers of [
    { host: `rebound.example:${served.port}` },
    { host: `rebound.example:${served.port}`, origin: `http://rebound.example:${served.port}` },
    { host: `localhost:${served.port}`, origin: "https://page.example" },
    { host: `localhost:${served.port}`, origin: "null" },
    { host: `0.0.0.0:${served.port}` },
    { host: "localhost.page.example" },
  ]) {
    const { status, error } = await ask(served.port, headers, { method: "PUT", endpoint: "/runSUT", body: RUN });
    assert.equal(status, 403, JSON.stringify(headers));
    const value = headers.origin ?? headers.host;
    assert.ok(error.includes(headers.host.startsWith("localhost:") ? `Origin \`${value}\`` : `Host \`${headers.host}\``), error);
    assert.match(error, /--controller-allow-host/);
  }
  for (const endpoint of ["/infoSUT", "/testResults?ids=&killSwitch=true", "/nothing"]) {
    assert.equal((await ask(served.port, { host: "rebound.example" }, { endpoint })).status, 403, endpoint);
  }
  assert.equal((await core.call({ path: "/count" })).text, "2", "the API was not reset");
});

/** The status line that bytes are answered with. */
function statusOf(text) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(served.port, "127.0.0.1", () => socket.write(text));
    socket.once("data", (chunk) => (socket.destroy(), resolve(chunk.toString().split("\r\n")[0])));
    socket.once("error", reject);
  });
}

test("a request without a host is one of HTTP/1.0, and none has two", async () => {
  const path = "/controller/api/controllerInfo";
  assert.match(await statusOf(`GET ${path} HTTP/1.0\r\n\r\n`), /^HTTP\/1\.0 200/);
  assert.match(await statusOf(`GET ${path} HTTP/1.0\r\nHost: page.example\r\n\r\n`), /^HTTP\/1\.0 403/);
  assert.match(await statusOf(`GET ${path} HTTP/1.1\r\n\r\n`), /^HTTP\/1\.1 400/);
  assert.match(await statusOf(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: page.example\r\n\r\n`), /^HTTP\/1\.1 400/);
  assert.match(await statusOf(`GET http://page.example${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`), /^HTTP\/1\.1 403/);
});

test("who listens on all addresses names those by which it is called", async () => {
  const open = await serve([DRIVER, "--controller-host", "0.0.0.0", "--controller-allow-host", "driver", "--controller-allow-host", "192.0.2.7"]);
  try {
    for (const host of ["localhost", "driver", `Driver:${open.port}`, "192.0.2.7:40100"]) {
      assert.deepEqual(await ask(open.port, { host }), { status: 200 }, host);
    }
    const { status, error } = await ask(open.port, { host: `this-machine:${open.port}` });
    assert.equal(status, 403);
    assert.match(error, /listens on all addresses of this machine, so its names and addresses have to be named, too/);
  } finally {
    await open.stop();
  }
});

test("what is no name is refused as wrong usage", async () => {
  for (const name of ["http://driver", "driver:40100", "*"]) {
    const { code, output } = await nearmiss(APIS, ["serve", DRIVER, "--controller-allow-host", name]);
    assert.equal(code, 2, output);
    assert.match(output, /no name or address of a machine/);
  }
});
