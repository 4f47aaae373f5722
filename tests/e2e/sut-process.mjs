// Starts a fixture API as it is, without nearmiss, on a port of the system's choice.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const START_TIMEOUT_MS = 30_000;

/** The root of the repository. */
export const ROOT = path.resolve(HERE, "../..");

/** The folder of a fixture API. */
export function fixture(name) {
  return path.join(ROOT, "fixtures/suts", name);
}

/**
 * Starts a command and waits until it listens. The port is told by a preload over the IPC channel,
 * so that nothing of the API's own output has to be read.
 */
export async function startPlain(command, args, cwd, env = {}) {
  const preload = path.join(HERE, "report-port.cjs");
  const child = spawn(command, args, {
    cwd,
    env: {
      ...process.env,
      ...env,
      PORT: "0",
      NODE_OPTIONS: `${env.NODE_OPTIONS ?? ""} --require ${JSON.stringify(preload)}`.trim(),
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const exited = once(child, "exit");
  const port = await Promise.race([
    once(child, "message").then(([message]) => message.port),
    exited.then(([code]) => {
      throw new Error(`${command} ${args.join(" ")} in ${cwd} exited with ${code}: ${stderr}`);
    }),
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error(`${cwd} did not listen`)), START_TIMEOUT_MS).unref();
    }),
  ]);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    child,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Resolves a package as the repository root sees it. */
export const requireFromRoot = createRequire(path.join(ROOT, "package.json"));
