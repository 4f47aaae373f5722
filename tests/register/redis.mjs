// A Redis of a test's own, which keeps nothing.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const PROGRAM = "redis-server";
/** Only what never comes takes so long. */
const DEADLINE_MS = 60_000;

/** Why there is none, or false. */
export const noRedis = spawnSync(PROGRAM, ["--version"]).error === undefined ? false : `${PROGRAM} is not installed`;

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.on("data", (data) => socket.end(() => resolve(String(data).startsWith("+PONG"))));
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(false));
  });

/** Runs `body(port)` with a Redis that ends whatever happens. */
export async function withRedis(body) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "nearmiss-redis-"));
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
  const child = spawn(PROGRAM, args, { stdio: "ignore" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  try {
    const until = performance.now() + DEADLINE_MS;
    while (!(await answers(port))) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`${PROGRAM} does not answer`);
      await pause(50);
    }
    return await body(port);
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
