// A program that wants to reach a stranger sees what it would see if nobody listened: it prints the same, to the byte, plain where nobody
// listens and held where somebody does. With the host allowed it prints the same plain and held.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const GUARD = fileURLToPath(new URL("harness/guarded.cjs", import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-guarded-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const TELL = `
  const tell = (error) => console.log(error?.stack ?? error, JSON.stringify(Object.getOwnPropertyDescriptors(error ?? {}), (key, value) => key === "stack" ? 0 : value));
  const PORT = Number(process.argv[2]), SOCKET = process.argv[3];
`;

/** Answers what a program prints; it ends by itself. */
async function printed(program, port, { held = false, reaches = [] } = {}) {
  const file = path.join(folder, "program.cjs");
  fs.writeFileSync(file, TELL + program);
  const env = { ...process.env, GUARDED: String(process.pid), REACHES: JSON.stringify(reaches) };
  const args = [...(held ? ["--require", GUARD] : []), file, String(port), path.join(folder, "stranger")];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const [code] = await once(child, "close");
  return `${text}\n${code}`;
}

/** Runs `body(port, counts)` while somebody listens at a port and at the path. */
async function withStranger(body, port = 0) {
  let connections = 0;
  const answer = (socket) => {
    connections += 1;
    socket.on("error", () => {});
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"));
  };
  const servers = [net.createServer(answer), net.createServer(answer)];
  await once(servers[0].listen(port, "127.0.0.1"), "listening");
  await once(servers[1].listen(path.join(folder, "stranger")), "listening");
  try {
    return await body(servers[0].address().port, () => connections);
  } finally {
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
  }
}

async function alike(program, prints) {
  const port = await withStranger((free) => free);
  const nobody = await printed(program, port);
  assert.match(nobody, prints);
  await withStranger(async (_, counts) => {
    assert.equal(await printed(program, port, { held: true }), nobody);
    assert.equal(counts(), 0);
  }, port);
  return { port };
}

const SHAPES = `
  const child = require("node:child_process");
  const holders = { net: require("node:net").Socket.prototype, dgram: require("node:dgram").Socket.prototype, dns: require("node:dns"),
    promises: require("node:dns").promises, resolver: require("node:dns").Resolver.prototype, child, process: child.ChildProcess.prototype };
  for (const [title, holder] of Object.entries(holders)) for (const key of Object.getOwnPropertyNames(holder).sort()) {
    const { value, ...rest } = Object.getOwnPropertyDescriptor(holder, key);
    if (typeof value !== "function") continue;
    const own = Reflect.ownKeys(value).map((name) => [String(name), JSON.stringify(Object.getOwnPropertyDescriptor(value, name))]);
    console.log(title, key, JSON.stringify(rest), JSON.stringify(own));
  }
`;

describe("a program that wants to reach strangers", () => {
  it("finds functions as they look, for require and import", async () => {
    const plain = await printed(SHAPES, 1);
    assert.match(plain, /dns lookup /);
    assert.equal(await printed(SHAPES, 1, { held: true }), plain);
    const imported = `import("node:dns").then(({ default: dns, lookup, resolveMx }) => console.log(lookup === dns.lookup, resolveMx === dns.resolveMx));`;
    assert.match(await printed(imported, 1, { held: true }), /^true true/);
  });

  it("gets the errors of sockets that nobody listens at, at their time", async () => {
    await alike(
      `const net = require("node:net");
      const order = [];
      const socket = net.connect(PORT, "127.0.0.1");
      for (const event of ["lookup", "connect", "error", "close", "end"]) socket.on(event, (value) => { order.push(event); if (event === "error") tell(value); if (event === "close") console.log(order, value); });
      order.push("sync", socket.connecting, socket.pending);
      process.nextTick(() => order.push("tick"));
      Promise.resolve().then(() => order.push("microtask"));
      new net.Socket().connect({ port: String(PORT) }).on("error", tell);
      net.connect({ port: PORT, host: "a.example", autoSelectFamily: true, lookup: (_, options, done) => done(null, [{ address: "127.0.0.1", family: 4 }, { address: "127.0.0.2", family: 4 }]) })
        .on("error", (error) => { tell(error); error.errors?.forEach(tell); });
      try { net.connect({ port: 70_000 }); } catch (error) { tell(error); }
      try { net.connect(); } catch (error) { tell(error); }
      const gone = net.connect(PORT, "127.0.0.1", () => console.log("never")); gone.on("error", tell); gone.destroy();`,
      /ECONNREFUSED/,
    );
  });

  it("gets those of HTTP, TLS, HTTP/2 and fetch", async () => {
    await alike(
      `(async () => {
        const once = (emitter) => new Promise((done) => emitter.on("error", (error) => { tell(error); done(); }));
        await once(require("node:http").get("http://127.0.0.1:" + PORT));
        await once(require("node:https").get("https://localhost:" + PORT));
        await once(require("node:tls").connect(PORT, "127.0.0.1"));
        await once(require("node:http2").connect("http://127.0.0.1:" + PORT));
        await fetch("http://127.0.0.1:" + PORT).catch((error) => { tell(error); tell(error.cause); });
        const agent = new (require("node:http").Agent)({ keepAlive: true });
        for (let i = 0; i < 3; i += 1) await once(require("node:http").get({ port: PORT, host: "127.0.0.1", agent }));
      })();`,
      /fetch failed/,
    );
  });

  it("gets those of sockets at paths", async () => {
    const program = `require("node:net").connect(SOCKET).on("error", tell); require("node:net").connect({ path: "/nowhere/at/all" }).on("error", tell);`;
    await withStranger(async (port, counts) => {
      const text = await printed(program, port, { held: true });
      assert.match(text, /connect ECONNREFUSED .*stranger/);
      assert.match(text, /connect ENOENT \/nowhere/);
      assert.equal(counts(), 0);
    });
  });

  it("finds an address with nobody for names of strangers, and asks nobody", async () => {
    const program = `const dns = require("node:dns");
      dns.setServers(["127.0.0.1:" + PORT]);
      (async () => {
        dns.lookup("a.example", (...answer) => console.log("lookup", ...answer));
        console.log(await dns.promises.lookup("a.example", { all: true }), await dns.promises.lookup("a.example", 6), await require("node:util").promisify(dns.lookup)("b.example"));
        for (const ask of ["resolve4", "resolveMx", "resolveTxt", "resolve"]) await dns.promises[ask]("a.example").catch(tell);
        await new dns.promises.Resolver().resolveSrv("a.example").catch(tell);
        dns.resolve("a.example", "AAAA", tell);
        require("node:net").connect(80, "a.example").on("error", tell);
        console.log((await dns.promises.lookup("localhost")).address.length > 2);
      })();`;
    const text = await printed(program, 1, { held: true });
    for (const expected of [/lookup null 192\.0\.2\.1 4/, /2001:db8::1/, /queryMx ECONNREFUSED a\.example/, /queryAaaa ECONNREFUSED/, /connect ECONNREFUSED 192\.0\.2\.1:80/, /true/]) {
      assert.match(text, expected);
    }
  });

  it("reaches who is named, as if it were not held", async () => {
    const program = `const http = require("node:http");
      const say = (name) => (answer) => { answer.resume(); console.log(name, answer.statusCode); };
      http.get({ port: PORT, host: "127.0.0.1", agent: false }, say("address")).on("error", tell);
      fetch("http://127.0.0.1:" + PORT).then((answer) => answer.text()).then(console.log, tell);
      require("node:dns").lookup("localhost", 4, (error, address, family) => http.get({ port: PORT, host: address, agent: false }, say("looked up")).on("error", tell));
      require("node:net").connect(SOCKET, function () { console.log("path"); this.destroy(); });`;
    await withStranger(async (port) => {
      const lines = (text) => text.split("\n").sort().join("\n");
      const plain = lines(await printed(program, port));
      assert.match(plain, /looked up 200/);
      const reaches = [`127.0.0.1:${port}`, path.join(folder, "stranger")];
      assert.equal(lines(await printed(program, port, { held: true, reaches })), plain);
    });
  });
});
